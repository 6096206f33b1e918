import { Refusal } from "@shoreline/contract";
import { endsAt } from "@shoreline/domain/schedule";
import { beginOf } from "@shoreline/domain/zone";
import { sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { changeSeries, lockBatchOf } from "../schedule/series.ts";
import { findTrainer, listTrainerNames } from "../schedule/trainers.ts";
import { readInstitute } from "../site/queries.ts";
import { recordChange } from "../staff/audit.ts";
import { aboutClass, findClass, holdClass } from "./own.ts";
import { listLearners } from "./roll.ts";

/** Who teaches another class then is listed too: staff see why they cannot be chosen. */
export async function listSubstitutes(ctx: StaffCtx, { classId }: { classId: string }) {
  const { db } = ctx;
  const { id, batchId, startsAt, minutes, trainerId } = await findClass(ctx, classId);
  const { timeZone } = await readInstitute(db);
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct trainer_id as id from live_class
    where trainer_id is not null and cancelled_at is null and id <> ${id}
      and class_period(starts_at, minutes) && class_period(${startsAt.toISOString()}::timestamptz, ${minutes}::int)`);
  const busy = new Set(rows.map((row) => row.id));
  const trainers = await listTrainerNames(ctx);
  const last = await db.execute<{ day: string }>(sql`
    select (max(starts_at) at time zone ${timeZone})::date::text as day from live_class
    where batch_id = ${batchId} and cancelled_at is null`);
  return {
    trainers: trainers.flatMap(({ id: one, name }) =>
      one === trainerId ? [] : { id: one, name, isFree: !busy.has(one) },
    ),
    learners: (await listLearners(db, batchId)).size,
    lastDay: last.rows[0]?.day ?? "",
  };
}

type Substitute = { classId: string; trainerId: string; until: string | null; note: string };

export async function substituteTrainer(ctx: StaffCtx, { classId, trainerId, until, note }: Substitute) {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    await lockBatchOf(tx, { classId });
    const found = await holdClass(ctx, tx, classId);
    if (found.cancelledAt) throw new Refusal("CLASS_CANCELLED");
    if (endsAt(found) <= now) throw new Refusal("CLASS_OVER");
    const chosen = await findTrainer({ ...ctx, db: tx }, trainerId);
    if (!chosen) throw new Refusal("UNKNOWN_STAFF");
    const trainer = { id: chosen.id, name: chosen.name };
    const { timeZone } = await readInstitute(tx);
    const end = until ? beginOf(until, { timeZone, later: 1 }) : found.startsAt;
    if (end < found.startsAt) throw new Refusal("INVALID_INPUT", { fields: { until: "This day is before the class" } });
    const { rows } = await tx.execute<{ id: string }>(sql`
      select id from live_class
      where batch_id = ${found.batchId} and cancelled_at is null and (id = ${found.id} or (
        starts_at >= ${found.startsAt.toISOString()}::timestamptz and starts_at < ${end.toISOString()}::timestamptz))`);
    const wishes = rows.map(({ id }) => ({ classId: id, trainer }));
    const changeId = await changeSeries(tx, {
      ...{ batchId: found.batchId, wishes, staffId: ctx.staff.id, now, isTold: true, note },
    });
    if (!changeId) return { changed: 0 };
    await recordChange(tx, ctx, {
      ...aboutClass(found),
      action: "Chose a substitute trainer",
      before: { trainer: found.trainerName },
      after: { trainer: trainer.name, classes: rows.length, ...(until ? { until } : {}) },
    });
    return { changed: rows.length };
  });
}
