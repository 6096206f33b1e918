import type { Storage } from "@shoreline/contract";
import type { StorageSettings } from "@shoreline/domain/lesson-file";
import { desc, eq, gt } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { course } from "../../db/tables/course.ts";
import { lessonFileSum, ofAllCourses } from "../../db/tables/lesson-file.ts";
import { readClassSettings, saveClassSettings } from "../schedule/settings.ts";
import { recordChange } from "../staff/audit.ts";

const mostCourses = 100;

/** What files take, the largest courses first, and what they may take. */
export async function readStorage({ db }: Pick<StaffCtx, "db">): Promise<Storage> {
  const { courseGigabytes, instituteGigabytes, fileTypes, keepFiles, version } = await readClassSettings(db);
  const rows = await db
    .select({ courseId: course.courseId, name: course.name, files: lessonFileSum.files, bytes: lessonFileSum.bytes })
    .from(lessonFileSum)
    .innerJoin(course, eq(course.id, lessonFileSum.courseId))
    .where(gt(lessonFileSum.files, 0))
    .orderBy(desc(lessonFileSum.bytes), desc(lessonFileSum.courseId))
    .limit(mostCourses + 1);
  const [all] = await db.select().from(lessonFileSum).where(eq(lessonFileSum.courseId, ofAllCourses));
  const [courses, isMore] = [rows.slice(0, mostCourses), rows.length > mostCourses];
  return {
    courseGigabytes,
    instituteGigabytes,
    fileTypes,
    keepFiles,
    version,
    bytes: all?.bytes ?? 0,
    courses,
    isMore,
  };
}

export async function saveStorage(ctx: StaffCtx, { version, ...after }: StorageSettings & { version: number }) {
  await ctx.db.transaction(async (tx) => {
    const { courseGigabytes, instituteGigabytes, fileTypes } = await readClassSettings(tx);
    await saveClassSettings(tx, after, version);
    await recordChange(tx, ctx, {
      ...{ action: "Changed the storage of files", kind: "setting", thingId: "storage", thing: "Storage of files" },
      ...{ before: { courseGigabytes, instituteGigabytes, fileTypes }, after },
    });
  });
  return readStorage(ctx);
}
