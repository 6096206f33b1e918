import { type Api, type ParsedInput, Refusal } from "@shoreline/contract";
import { tellAfterMs, undoMs } from "@shoreline/domain/timetable";
import { and, eq, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { type ChangedClass, classChange } from "../../db/tables/class-change.ts";
import { batch, batchPlace, liveClass } from "../../db/tables/schedule.ts";
import { formatBrief } from "../../format.ts";
import { limitDemoNotices } from "../inbox/change.ts";
import { wasTold } from "../schedule/change-news.ts";
import { type ClassWish, changeSeries } from "../schedule/series.ts";
import { readInstitute } from "../site/queries.ts";
import { recordChange } from "../staff/audit.ts";
import { type PlannedMove, planMove } from "./wish.ts";

type Given = ParsedInput<Api["timetable"]["move"]>;

/** Moves or cancels exactly what the preview listed. */
export async function moveClasses(ctx: StaffCtx, given: Given): Promise<{ changeId: string | null; told: number }> {
  const now = ctx.clock.now();
  if (given.tells) await limitDemoNotices(ctx);
  return ctx.db.transaction(async (tx) => {
    const plan = await planMove(ctx, tx, given);
    refuseUnseen(plan, given.seen);
    if (plan.why) throw new Refusal("NOT_MOVABLE", { fields: { startsAt: plan.why } });
    const tellAt = new Date(now.getTime() + tellAfterMs);
    const changeId = await changeSeries(tx, {
      ...{ batchId: plan.batchId, wishes: toWishes(plan, given.does), staffId: ctx.staff.id, now },
      ...{ isTold: given.tells, tellAt, note: given.note },
    });
    if (!changeId) return { changeId, told: 0 };
    if (given.scope === "later") await keepInBatch(tx, plan);
    await writeDown(tx, ctx, { plan, given });
    return { changeId, told: given.tells ? await tx.$count(batchPlace, eq(batchPlace.batchId, plan.batchId)) : 0 };
  });
}

/** Somebody may have changed a class, or added one to the series, since the preview. */
function refuseUnseen({ classes }: PlannedMove, seen: Given["seen"]): void {
  const known = new Map(seen.map(({ classId, sequence }) => [classId, sequence]));
  const isSame = ({ row }: PlannedMove["classes"][number]) => known.get(row.id) === row.sequence;
  if (known.size !== classes.length || !classes.every(isSame)) throw new Refusal("CHANGED_MEANWHILE");
}

function toWishes({ classes, trainer, room }: PlannedMove, does: Given["does"]): ClassWish[] {
  if (does === "cancel") return classes.map(({ row }) => ({ classId: row.id, isCancelled: true }));
  return classes.map(({ row, startsAt }) => ({
    ...{ classId: row.id, startsAt },
    ...(trainer && { trainer }),
    ...(room && { roomId: room.id }),
  }));
}

/** The rest of a series is what the batch is from now on. */
async function keepInBatch(tx: Db, { batchId, trainer, room }: PlannedMove): Promise<void> {
  if (!trainer && !room) return;
  await tx
    .update(batch)
    .set({
      ...(trainer && { trainerId: trainer.id }),
      ...(room && { roomId: room.id }),
      version: sql`${batch.version} + 1`,
    })
    .where(eq(batch.id, batchId));
}

async function writeDown(tx: Db, ctx: StaffCtx, { plan, given }: { plan: PlannedMove; given: Given }): Promise<void> {
  const [first] = plan.classes;
  if (!first) return;
  const institute = await readInstitute(tx);
  const count = plan.classes.length === 1 ? "a class" : `${plan.classes.length} classes`;
  const after = {
    starts: formatBrief(first.startsAt, institute),
    trainer: plan.trainer?.name ?? first.row.trainerName,
    room: plan.room?.name ?? first.room,
    cancelled: given.does === "cancel",
  };
  await recordChange(tx, ctx, {
    ...{ action: `${given.does === "cancel" ? "Cancelled" : "Moved"} ${count}`, kind: "class", thingId: first.row.id },
    thing: `${plan.course}, class ${first.row.number}`,
    before: {
      starts: formatBrief(first.row.startsAt, institute),
      trainer: first.row.trainerName,
      room: first.room,
      cancelled: false,
    },
    after,
  });
}

/** What is undone before anybody has heard of it is not told; the notice of an earlier change may have told it already. */
export async function undoMove(ctx: StaffCtx, { changeId }: { changeId: string }): Promise<{ message: string }> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const [change] = await tx.select().from(classChange).where(eq(classChange.id, changeId)).for("no key update");
    const isOwn = change?.staffId === ctx.staff.id;
    const grace = (tellAfterMs - undoMs) / 2;
    if (!change || !isOwn || now.getTime() - change.at.getTime() > undoMs + grace) throw new Refusal("UNDO_TOO_LATE");
    await refuseChangedAgain(tx, change.classes);
    const isTold = await wasTold(tx, change);
    await changeSeries(tx, {
      ...{ batchId: change.batchId, staffId: ctx.staff.id, now, isTold, wishes: change.classes.map(wishBack) },
    });
    if (!isTold) await tx.update(classChange).set({ isTold }).where(eq(classChange.id, changeId));
    await undoInBatch(tx, change);
    await recordChange(tx, ctx, {
      ...{ action: "Undid a move", kind: "class", thingId: change.classes[0]?.classId ?? "" },
      thing: `${change.classes.length === 1 ? "1 class" : `${change.classes.length} classes`}`,
    });
    const who = isTold ? "Learners had heard of the move, and are told again." : "Nobody is told.";
    return { message: `The classes are where they were. ${who}` };
  });
}

type Change = typeof classChange.$inferSelect;

/** A series that got another trainer or room had given it to its batch. */
async function undoInBatch(tx: Db, { batchId, classes }: Change): Promise<void> {
  const [first] = classes;
  if (!first || classes.length === 1) return;
  const { before, after } = first;
  if (after.trainerId !== undefined)
    await tx
      .update(batch)
      .set({ trainerId: before.trainerId ?? null })
      .where(and(eq(batch.id, batchId), sql`${batch.trainerId} is not distinct from ${after.trainerId}::uuid`));
  if (after.roomId !== undefined)
    await tx
      .update(batch)
      .set({ roomId: before.roomId ?? null })
      .where(and(eq(batch.id, batchId), sql`${batch.roomId} is not distinct from ${after.roomId}::uuid`));
}

function wishBack({ classId, before }: ChangedClass): ClassWish {
  return {
    classId,
    ...(before.startsAt && { startsAt: new Date(before.startsAt) }),
    ...(before.trainerName !== undefined && {
      trainer: { id: before.trainerId ?? null, name: before.trainerName },
    }),
    ...(before.roomId !== undefined && { roomId: before.roomId }),
  };
}

/** A cancelled class is not brought back, and a class that somebody has moved again stays there. */
async function refuseChangedAgain(tx: Db, classes: ChangedClass[]): Promise<void> {
  if (classes.some(({ after }) => after.isCancelled)) throw new Refusal("UNDO_TOO_LATE");
  const rows = await tx
    .select({ id: liveClass.id, startsAt: liveClass.startsAt })
    .from(liveClass)
    .where(sql`${liveClass.id} = ${anyOf(classes.map(({ classId }) => classId))}`);
  const starts = new Map(rows.map(({ id, startsAt }) => [id, startsAt.toISOString()]));
  const isMoved = ({ classId, after }: ChangedClass) => after.startsAt && starts.get(classId) !== after.startsAt;
  if (classes.some(isMoved)) throw new Refusal("UNDO_TOO_LATE");
}
