import { type Api, type ParsedInput, Refusal, type Trainers } from "@shoreline/contract";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { trainer } from "../../db/tables/batch-plan.ts";
import { course } from "../../db/tables/course.ts";
import { staff } from "../../db/tables/staff.ts";
import { nameCourses } from "../course/choose.ts";
import { isOffered } from "../course/queries.ts";
import { findTrainer, listTrainers } from "../schedule/trainers.ts";
import { recordChange } from "../staff/audit.ts";
import { refuse } from "./form.ts";

export async function readTrainers(ctx: StaffCtx): Promise<Trainers> {
  const { db, clock } = ctx;
  const rows = await listTrainers(ctx);
  const batches = await countBatches(db, clock.now());
  const named = await nameCourses(
    db,
    rows.flatMap(({ rules }) => rules?.courseIds ?? []),
  );
  return {
    trainers: rows.map(({ id, name, rules }) => ({
      ...{ staffId: id, name, hours: rules?.hours ?? [], courses: named(rules?.courseIds ?? []) },
      ...{ hoursAWeek: rules?.hoursAWeek ?? null, version: rules?.version ?? 0, batches: batches.get(id) ?? 0 },
    })),
  };
}

async function countBatches(db: Db, now: Date): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ id: string; count: number }>(sql`
    select trainer_id as id, count(*)::int as count from batch
    where trainer_id is not null and cancelled_at is null and ends_at > ${now.toISOString()}::timestamptz group by trainer_id`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

export async function saveTrainer(
  ctx: StaffCtx,
  given: ParsedInput<Api["planning"]["saveTrainer"]>,
): Promise<Trainers> {
  const { staffId, version, ...rules } = given;
  await ctx.db.transaction(async (tx) => {
    await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, staffId)).for("no key update");
    const found = await findTrainer({ ...ctx, db: tx }, staffId);
    if (!found) throw new Refusal("UNKNOWN_TRAINER");
    // A course that was taken off the site since may stay.
    const fresh = [...new Set(rules.courseIds)].filter((courseId) => !found.rules?.courseIds.includes(courseId));
    const offered = await tx.$count(course, and(isOffered, inArray(course.courseId, fresh)));
    if (offered < fresh.length) throw refuse({ courseIds: "Choose from the list" });
    if ((found.rules?.version ?? 0) !== version) throw new Refusal("CHANGED_MEANWHILE");
    const values = { ...rules, courseIds: [...new Set(rules.courseIds)], version: version + 1 };
    await tx
      .insert(trainer)
      .values({ staffId, ...values })
      .onConflictDoUpdate({ target: trainer.staffId, set: values });
    await recordChange(tx, ctx, {
      ...{ action: "Changed a trainer's hours", kind: "setting", thingId: staffId, thing: found.name },
      before: pick(found.rules ?? { hours: [], courseIds: [], hoursAWeek: null }),
      after: pick(values),
    });
  });
  return readTrainers(ctx);
}

function pick({
  hours,
  courseIds,
  hoursAWeek,
}: Pick<typeof trainer.$inferSelect, "hours" | "courseIds" | "hoursAWeek">) {
  return { hours, courseIds, hoursAWeek };
}
