import { Refusal } from "@shoreline/contract";
import { mayDo } from "@shoreline/domain/staff";
import { eq, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { course } from "../../db/tables/course.ts";
import { batch } from "../../db/tables/schedule.ts";
import { nameOf } from "../teaching/list.ts";
import { type Trainer, teachesBatch } from "../teaching/own.ts";

/** Trainers see the batches in which they teach; who sees the list of batches sees all. */
export function trainerOf({ staff }: Pick<StaffCtx, "staff">): Trainer | null {
  return mayDo(staff.roles, "see batches") ? null : staff;
}

/** A batch that who asks may see. Somebody else's is refused like one that does not exist. */
export async function findBatch(ctx: StaffCtx, batchId: string, db: Db = ctx.db) {
  const trainer = trainerOf(ctx);
  const [found] = await db
    .select({
      ...{ batch, course: course.name, courseId: course.courseId },
      isYours: trainer ? teachesBatch(trainer, batch.id) : sql<boolean>`true`,
    })
    .from(batch)
    .innerJoin(course, eq(course.id, batch.courseId))
    .where(eq(batch.id, batchId));
  if (!found?.isYours || found.batch.cancelledAt) throw new Refusal("UNKNOWN_BATCH");
  return found;
}

export type FoundBatch = Awaited<ReturnType<typeof findBatch>>;

export function factsOf({ batch: one, course: name }: Pick<FoundBatch, "batch" | "course">) {
  return { batchId: one.id, course: name, batch: nameOf(one) };
}
