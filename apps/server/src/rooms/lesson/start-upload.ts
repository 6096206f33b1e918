import { Refusal, type StartedUpload } from "@shoreline/contract";
import { cleanFileName, fileTypeOf, maxLessonBytes, whyNoRoom } from "@shoreline/domain/lesson-file";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { lessonFile, lessonFileSum, ofAllCourses } from "../../db/tables/lesson-file.ts";
import type { Uploader } from "../../room.ts";
import { readClassSettings } from "../schedule/settings.ts";

const mostUnfinished = 20;

/** `courseId` is the key of the course. */
type Wanted = { who: Uploader; courseId: string; name: string; bytes: number; now: Date };

/**
 * Starts an upload; the caller has checked that this person may add files to the course. In a transaction: others who start one wait, so
 * that two never take the same room.
 */
export async function startUpload(tx: Db, { who, courseId, name: given, bytes, now }: Wanted): Promise<StartedUpload> {
  const name = cleanFileName(given);
  const settings = await readClassSettings(tx);
  const type = fileTypeOf(name, settings.fileTypes);
  if (!type) throw new Refusal("FILE_TYPE_NOT_ALLOWED");
  if (bytes > maxLessonBytes) throw new Refusal("FILE_TOO_LARGE");
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('lesson files', 0))`);
  const isOwn = "staffId" in who ? eq(lessonFile.staffId, who.staffId) : eq(lessonFile.learnerId, who.learnerId);
  if ((await tx.$count(lessonFile, and(isOwn, eq(lessonFile.state, "uploading")))) >= mostUnfinished)
    throw new Refusal("TOO_MANY_UPLOADS");
  const full = whyNoRoom({ ...(await readAmounts(tx, courseId)), bytes }, settings);
  if (full) throw new Refusal(full === "course" ? "COURSE_STORAGE_FULL" : "STORAGE_FULL");
  const [added] = await tx
    .insert(lessonFile)
    .values({ ...who, courseId, name, type, bytes, createdAt: now })
    .returning({ id: lessonFile.id });
  const fileId = added?.id ?? "";
  return { fileId, address: `/uploads/${fileId}`, name };
}

async function readAmounts(db: Db, courseId: string) {
  const sums = await db
    .select()
    .from(lessonFileSum)
    .where(inArray(lessonFileSum.courseId, [courseId, ofAllCourses]));
  const bytesOf = (key: string) => sums.find((sum) => sum.courseId === key)?.bytes ?? 0;
  return { courseBytes: bytesOf(courseId), instituteBytes: bytesOf(ofAllCourses) };
}
