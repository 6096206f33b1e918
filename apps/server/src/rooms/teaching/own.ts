import { Refusal } from "@shoreline/contract";
import { mayDo } from "@shoreline/domain/staff";
import { eq, getTableColumns, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { isWellFormed } from "../../content/well-formed.ts";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { campusRoom } from "../../db/tables/batch-plan.ts";
import { certificateRule } from "../../db/tables/certificate.ts";
import { course } from "../../db/tables/course.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { classShape } from "../schedule/shapes.ts";
import { plainName } from "../schedule/trainers.ts";

export type Trainer = { id: string; name: string };

/** Who plans the timetable sees all classes; trainers see their own. */
export function seesAll({ staff }: Pick<StaffCtx, "staff">): boolean {
  return mayDo(staff.roles, "change timetable");
}

/** Older classes know their trainer by name only. */
export function hasTrainersName({ name }: Pick<Trainer, "name">): SQL<boolean> {
  return sql<boolean>`(${liveClass.trainerId} is null and ${plainName(sql`${liveClass.trainerName}`)} = ${plainName(sql`${name}::text`)})`;
}

export function isTaughtBy(trainer: Trainer): SQL<boolean> {
  return sql<boolean>`(${liveClass.trainerId} is not distinct from ${trainer.id}::uuid or ${hasTrainersName(trainer)})`;
}

/** The batches in which somebody teaches, from the indexes of trainers. */
export const batchesOf = (trainer: Trainer) => sql`(
  select id from batch where trainer_id = ${trainer.id}::uuid
  union select batch_id from ${liveClass} where ${liveClass.trainerId} = ${trainer.id}::uuid
  union select batch_id from ${liveClass} where ${hasTrainersName(trainer)})`;

/** The same as a list: PostgreSQL then sees how few they are, and finds what belongs to them by an index. */
export async function listBatchesOf(db: Db, trainer: Trainer): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(batchesOf(trainer));
  return rows.map(({ id }) => id);
}

/** Of all classes of the batch, and the class itself was given to nobody else. */
export const isOfBatchTrainer = ({ id }: Pick<Trainer, "id">) =>
  sql<boolean>`(${liveClass.trainerId} is null and ${batch.trainerId} is not distinct from ${id}::uuid)`;

/** Whether somebody teaches the batch or a class of it. */
export function teachesBatch({ id, name }: Trainer, batchId: SQLWrapper): SQL<boolean> {
  return sql<boolean>`exists (
    select from batch run left join live_class one on one.batch_id = run.id and one.cancelled_at is null
    where run.id = ${batchId} and (run.trainer_id = ${id}::uuid or one.trainer_id = ${id}::uuid
      or (one.trainer_id is null and ${plainName(sql`one.trainer_name`)} = ${plainName(sql`${name}::text`)})))`;
}

/** Who was replaced by a substitute, or teaches the batch. */
const mayReadBecause = ({
  id,
}: Pick<Trainer, "id">) => sql<boolean>`(${batch.trainerId} is not distinct from ${id}::uuid or exists (
  select from class_change change
  where change.batch_id = ${liveClass.batchId} and change.classes @> jsonb_build_array(jsonb_build_object(
    'classId', ${liveClass.id}, 'before', jsonb_build_object('trainerId', ${id}::text)))
))`;

/** A class that who asks may see. Somebody else's class is refused like one that does not exist. */
export async function findClass(ctx: StaffCtx, classId: string, db: Db = ctx.db) {
  const { staff, log } = ctx;
  const [found] = await db
    .select({
      ...getTableColumns(liveClass),
      ...{ courseName: course.name, courseId: course.courseId, room: campusRoom.name },
      ...{ batchName: batch.name, batchTime: batch.batchTime, batchType: batch.batchType, pattern: batch.pattern },
      isYours: sql<boolean>`(${isTaughtBy(staff)} or ${isOfBatchTrainer(staff)})`,
      mayRead: mayReadBecause(staff),
      attendancePercent: certificateRule.attendancePercent,
    })
    .from(liveClass)
    .innerJoin(batch, eq(batch.id, liveClass.batchId))
    .innerJoin(course, eq(course.id, batch.courseId))
    .leftJoin(campusRoom, eq(campusRoom.id, liveClass.roomId))
    .leftJoin(certificateRule, eq(certificateRule.courseId, course.id))
    .where(eq(liveClass.id, classId));
  if (!found || !isWellFormed(log, classShape, found)) throw new Refusal("UNKNOWN_CLASS");
  const mayTeach = found.isYours || seesAll(ctx);
  if (!mayTeach && !found.mayRead) throw new Refusal("UNKNOWN_CLASS");
  return { ...found, mayTeach };
}

export type FoundClass = Awaited<ReturnType<typeof findClass>>;

/** The same, held until the transaction ends, for who teaches it. Foreign keys do not wait for it. */
export async function holdClass(ctx: StaffCtx, tx: Db, classId: string): Promise<FoundClass> {
  await tx.execute(sql`select from live_class where id = ${classId} for no key update`);
  const found = await findClass(ctx, classId, tx);
  if (!found.mayTeach) throw new Refusal("UNKNOWN_CLASS");
  return found;
}

/** For the audit log: "Python, class 16". */
export function aboutClass({ id, courseName, number }: FoundClass) {
  return { kind: "class" as const, thingId: id, thing: `${courseName}, class ${number}` };
}
