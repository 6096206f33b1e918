import { Refusal } from "@shoreline/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Handlers, StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { course } from "../../db/tables/course.ts";
import { liveClass } from "../../db/tables/schedule.ts";
import { startUpload } from "../lesson/start-upload.ts";
import { readOwnFile } from "../lesson/uploads.ts";
import { holdClass, isTaughtBy, seesAll } from "../teaching/own.ts";
import { readStorage, saveStorage } from "./storage.ts";

export const libraryHandlers: Handlers<"library"> = {
  startUpload: (ctx, { name, bytes, classId, courseId }) =>
    ctx.db.transaction(async (tx) => {
      const found = classId
        ? await findCourseOfClass(ctx, tx, classId)
        : await findTaughtCourse(ctx, tx, courseId ?? "");
      return startUpload(tx, { who: { staffId: ctx.staff.id }, courseId: found, name, bytes, now: ctx.clock.now() });
    }),
  upload: ({ db, staff }, { fileId }) => readOwnFile(db, { fileId, who: { staffId: staff.id } }),
  storage: readStorage,
  saveStorage,
};

async function findCourseOfClass(ctx: StaffCtx, tx: Db, classId: string): Promise<string> {
  const { courseId } = await holdClass(ctx, tx, classId);
  return findTaughtCourse(ctx, tx, courseId);
}

/** The key of a course that somebody sees all of, or teaches a class of. */
async function findTaughtCourse(ctx: StaffCtx, tx: Db, courseId: string): Promise<string> {
  const isTaught = sql`exists (
    select from batch b join ${liveClass} on ${liveClass.batchId} = b.id
    where b.course_id = ${course.id} and (b.trainer_id = ${ctx.staff.id}::uuid or ${isTaughtBy(ctx.staff)}))`;
  const [found] = await tx
    .select({ id: course.id })
    .from(course)
    .where(and(eq(course.courseId, courseId), seesAll(ctx) ? undefined : isTaught));
  if (!found) throw new Refusal("UNKNOWN_COURSE");
  return found.id;
}
