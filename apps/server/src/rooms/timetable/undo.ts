import { Refusal } from "@shoreline/contract";
import { tellAfterMs, undoMs } from "@shoreline/domain/timetable";
import { asc, eq, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { type ChangedClass, classChange } from "../../db/tables/class-change.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { wasTold } from "../schedule/change-news.ts";
import { type ClassWish, changeSeries, lockBatchOf } from "../schedule/series.ts";
import { recordChange } from "../staff/audit.ts";

/** What is undone before anybody has heard of it is not told; the notice of an earlier change may have told it already. */
export async function undoMove(ctx: StaffCtx, { changeId }: { changeId: string }): Promise<{ message: string }> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    const [change] = await tx.select().from(classChange).where(eq(classChange.id, changeId)).for("no key update");
    const isOwn = change?.staffId === ctx.staff.id;
    const grace = (tellAfterMs - undoMs) / 2;
    if (!change || !isOwn || now.getTime() - change.at.getTime() > undoMs + grace) throw new Refusal("UNDO_TOO_LATE");
    const { batchId, classes } = change;
    await lockBatchOf(tx, { batchId });
    await refuseChangedAgain(tx, change);
    const isTold = await wasTold(tx, change);
    await changeSeries(tx, {
      ...{ batchId, staffId: ctx.staff.id, now, isTold, wishes: classes.map(wishBack) },
      forBatch: classes[0]?.batch?.before,
    });
    if (!isTold) await tx.update(classChange).set({ isTold }).where(eq(classChange.id, changeId));
    await recordChange(tx, ctx, {
      ...{ action: "Undid a move", kind: "class", thingId: classes[0]?.classId ?? "" },
      thing: `${classes.length === 1 ? "1 class" : `${classes.length} classes`}`,
    });
    const who = isTold ? "Learners had heard of the move, and are told again." : "Nobody is told.";
    return { message: `The classes are where they were. ${who}` };
  });
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

type Change = Pick<typeof classChange.$inferSelect, "batchId" | "classes">;

/** A cancelled class is not brought back, and what somebody has changed again stays so. */
async function refuseChangedAgain(tx: Db, { batchId, classes }: Change): Promise<void> {
  if (classes.some(({ after }) => after.isCancelled)) throw new Refusal("UNDO_TOO_LATE");
  const rows = await tx
    .select({ id: liveClass.id, sequence: liveClass.sequence })
    .from(liveClass)
    .where(sql`${liveClass.id} = ${anyOf(classes.map(({ classId }) => classId))}`)
    .orderBy(asc(liveClass.id))
    .for("update");
  const sequences = new Map(rows.map(({ id, sequence }) => [id, sequence]));
  if (classes.some(({ classId, sequence }) => sequences.get(classId) !== sequence)) throw new Refusal("UNDO_TOO_LATE");
  const version = classes[0]?.batch?.version;
  if (version === undefined) return;
  const [run] = await tx.select({ version: batch.version }).from(batch).where(eq(batch.id, batchId));
  if (run?.version !== version) throw new Refusal("UNDO_TOO_LATE");
}
