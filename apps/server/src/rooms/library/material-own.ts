import { Refusal, type StaffMaterial } from "@shoreline/contract";
import { eq, sql } from "drizzle-orm";
import type { FileUse, StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { inTime } from "../../db/cursor.ts";
import { course } from "../../db/tables/course.ts";
import { material } from "../../db/tables/lesson.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { mayOpen } from "../lesson/access.ts";
import { materialColumns, showMaterial } from "../lesson/material-list.ts";
import { listActive } from "../schedule/list-active.ts";
import { nameOf } from "../teaching/list.ts";
import { isOfBatchTrainer, isTaughtBy, seesAll, type Trainer } from "../teaching/own.ts";
import { teachesCourse } from "./taught-course.ts";

/** Material of a class is changed by who teaches the class, that of a course by everybody who teaches in it. */
export const isMaterialOf = (trainer: Trainer) => sql<boolean>`(case when ${material.classId} is null
  then ${teachesCourse(trainer, material.courseId)} else ${isTaughtBy(trainer)} or ${isOfBatchTrainer(trainer)} end)`;

export const materialFileUse: FileUse = {
  isUsed: (fileId) => sql`exists (select from material used where used.file_id = ${fileId})`,
  opensForLearner: ({ fileId, learnerId }) => sql`exists (
    select from material used where used.file_id = ${fileId}
      and ${mayOpen({ learnerId, courseId: sql`used.course_id`, batchId: sql`used.batch_id` })})`,
  opensForTrainer: ({ fileId, trainer }) => sql`exists (
    select from ${material} left join live_class on live_class.id = material.class_id left join batch on batch.id = live_class.batch_id
    where material.file_id = ${fileId} and ${isMaterialOf(trainer)})`,
};

/** Lists have the latest first. */
export const byTime = inTime(sql`${material.addedAt}`);

/** Material with its class, for who asks. */
export const selectMaterial = (db: Db) =>
  db
    .select({
      ...{ ...materialColumns, id: material.id, liveClass, run: batch },
      ...{ courseId: course.courseId, courseName: course.name, key: byTime.key },
    })
    .from(material)
    .innerJoin(course, eq(course.id, material.courseId))
    .leftJoin(lessonFile, eq(lessonFile.id, material.fileId))
    .leftJoin(liveClass, eq(liveClass.id, material.classId))
    .leftJoin(batch, eq(batch.id, liveClass.batchId))
    .$dynamic();

export type FoundMaterial = Awaited<ReturnType<typeof selectMaterial>>[number];

/** Somebody else's is refused like one that does not exist. In a transaction it is held until the end. */
export async function findMaterial(ctx: StaffCtx, materialId: string, tx?: Db): Promise<FoundMaterial> {
  if (tx) await tx.execute(sql`select from material where id = ${materialId} for update`);
  const isOwn = seesAll(ctx) ? sql`true` : isMaterialOf(ctx.staff);
  const [found] = await selectMaterial(tx ?? ctx.db).where(sql`${material.id} = ${materialId} and ${isOwn}`);
  if (!found) throw new Refusal("UNKNOWN_MATERIAL");
  return found;
}

export async function readMaterial(ctx: StaffCtx, { materialId }: { materialId: string }) {
  const found = await findMaterial(ctx, materialId);
  return { ...(await showForStaff(ctx, found)), learners: (await listReaders(ctx.db, found.material)).length };
}

/** Who can open a thing of the batch, or of the whole course, now. */
export async function listReaders(
  db: Db,
  { courseId, batchId }: Pick<typeof material.$inferSelect, "courseId" | "batchId">,
): Promise<string[]> {
  if (batchId) return (await listActive(db, batchId)).map(({ learnerId }) => learnerId);
  const { rows } = await db.execute<{ id: string }>(
    sql`select distinct learner_id as id from purchase where course_id = ${courseId} and state = 'active'`,
  );
  return rows.map(({ id }) => id);
}

export async function showForStaff(ctx: StaffCtx, found: FoundMaterial): Promise<StaffMaterial> {
  const { liveClass: about, run } = found;
  return {
    ...(await showMaterial(ctx, found, { staffId: ctx.staff.id })),
    class: about && run && classOf(about, run),
  };
}

export function classOf(about: typeof liveClass.$inferSelect, run: typeof batch.$inferSelect) {
  const { id, number, topic, topicHeld, startsAt } = about;
  return {
    ...{ classId: id, number, topic: topicHeld || topic, startsAt: startsAt.toISOString(), batch: nameOf(run) },
  };
}
