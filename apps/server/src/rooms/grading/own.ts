import { Refusal } from "@shoreline/contract";
import { eq, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { homework } from "../../db/tables/class-homework.ts";
import { course } from "../../db/tables/course.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { staff } from "../../db/tables/staff.ts";
import { nameOf } from "../teaching/list.ts";
import { isOfBatchTrainer, isTaughtBy, seesAll, type Trainer, teachesBatch } from "../teaching/own.ts";

/** Homework of a class is graded by who teaches the class, that of a batch by everybody who teaches in it. */
export const isGradedBy = (trainer: Trainer) => sql<boolean>`(
  ${isTaughtBy(trainer)} or ${isOfBatchTrainer(trainer)}
  or (${homework.classId} is null and ${teachesBatch(trainer, homework.batchId)}))`;

/** Homework that who asks may grade. Somebody else's is refused like one that does not exist. */
export async function findHomework(ctx: StaffCtx, homeworkId: string, db: Db = ctx.db) {
  const [found] = await db
    .select({
      ...{ homework, courseName: course.name, courseId: course.courseId, courseKey: course.id, run: batch },
      ...{ liveClass, who: staff.name, isYours: isGradedBy(ctx.staff) },
    })
    .from(homework)
    .innerJoin(batch, eq(batch.id, homework.batchId))
    .innerJoin(course, eq(course.id, batch.courseId))
    .leftJoin(liveClass, eq(liveClass.id, homework.classId))
    .leftJoin(staff, eq(staff.id, homework.staffId))
    .where(eq(homework.id, homeworkId));
  if (!found || !(found.isYours || seesAll(ctx))) throw new Refusal("UNKNOWN_HOMEWORK");
  return found;
}

export type FoundHomework = Awaited<ReturnType<typeof findHomework>>;

/**
 * The same, held until the transaction ends. `work`: nobody removes it meanwhile. `all`: nobody changes it or marks it either.
 */
export async function holdHomework(
  ctx: StaffCtx,
  tx: Db,
  { homeworkId, what }: { homeworkId: string; what: "work" | "all" },
) {
  const lock = what === "all" ? sql`for no key update` : sql`for key share`;
  await tx.execute(sql`select from homework where id = ${homeworkId} ${lock}`);
  return findHomework(ctx, homeworkId, tx);
}

/** What every answer says about where the homework belongs. */
export function placeOf({
  courseName,
  courseId,
  run,
  liveClass: about,
}: Pick<FoundHomework, "courseName" | "courseId" | "run" | "liveClass">) {
  return {
    ...{ course: courseName, courseId, batch: nameOf(run) },
    class: about && { classId: about.id, number: about.number, topic: about.topicHeld || about.topic },
  };
}

/** For the audit log: "Python, Loops". */
export function aboutHomework({ homework: { classId, batchId, title }, courseName }: FoundHomework) {
  return {
    kind: classId ? ("class" as const) : ("batch" as const),
    thingId: classId ?? batchId,
    thing: `${courseName}, ${title}`,
  };
}

/** Where learners find it. */
export function learnerPath({ courseId, homeworkId }: { courseId: string; homeworkId: string }): string {
  return `/dashboard/learn/${encodeURIComponent(courseId)}/homework/${homeworkId}`;
}
