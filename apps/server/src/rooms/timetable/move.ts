import { type Api, type ParsedInput, Refusal } from "@shoreline/contract";
import { tellAfterMs } from "@shoreline/domain/timetable";
import { eq } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { batchPlace } from "../../db/tables/schedule.ts";
import { formatBrief } from "../../format.ts";
import { limitDemoNotices } from "../inbox/change.ts";
import type { ClassRow } from "../schedule/queries.ts";
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
      ...{ isTold: given.tells, tellAt, note: given.note, forBatch: plan.forBatch },
    });
    if (!changeId) return { changeId, told: 0 };
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
  const seen = ({ id, sequence }: ClassRow) => ({ classId: id, sequence });
  if (does === "cancel") return classes.map(({ row }) => ({ ...seen(row), isCancelled: true }));
  return classes.map(({ row, startsAt }) => ({
    ...{ ...seen(row), startsAt },
    ...(trainer && { trainer }),
    ...(room && { roomId: room.id }),
  }));
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
