import { Refusal } from "@shoreline/contract";
import { and, asc, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { course } from "../../db/tables/course.ts";
import { findCourses } from "../course/choose.ts";
import { batchesOf, holdClass, seesAll, type Trainer } from "../teaching/own.ts";

/** Whether somebody teaches a batch or a class of the course. Takes its key. */
export function teachesCourse(trainer: Trainer, courseId: SQLWrapper): SQL<boolean> {
  return sql<boolean>`${courseId} in (
    select taught.course_id from batch taught where taught.id in ${batchesOf(trainer)})`;
}

const isTaught = (ctx: StaffCtx) => (seesAll(ctx) ? undefined : teachesCourse(ctx.staff, course.id));

export async function findTaughtCourses(ctx: StaffCtx, { words }: { words: string }) {
  return findCourses(ctx, { words, where: isTaught(ctx) });
}

export async function readFirstCourse(ctx: StaffCtx) {
  const [withMaterial] = await ctx.db
    .select({ courseId: course.courseId, name: course.name })
    .from(course)
    .where(and(isTaught(ctx), sql`exists (select from material m where m.course_id = ${course}.id)`))
    .orderBy(asc(course.position), asc(course.name))
    .limit(1);
  if (withMaterial) return { course: withMaterial };
  const { courses } = await findTaughtCourses(ctx, { words: "" });
  return { course: courses[0] ?? null };
}

/** A course that somebody sees all of, or teaches a class of; by its public id. */
export async function findTaughtCourse(ctx: StaffCtx, db: Db, courseId: string) {
  const [found] = await db
    .select({ id: course.id, courseId: course.courseId, name: course.name })
    .from(course)
    .where(and(eq(course.courseId, courseId), isTaught(ctx)));
  if (!found) throw new Refusal("UNKNOWN_COURSE");
  return found;
}

export async function findCourseOfClass(ctx: StaffCtx, tx: Db, classId: string) {
  const { courseId } = await holdClass(ctx, tx, classId);
  return findTaughtCourse(ctx, tx, courseId);
}
