import { Refusal, type StaffRecording } from "@shoreline/contract";
import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { recording } from "../../db/tables/lesson.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import { staff } from "../../db/tables/staff.ts";
import { linkTo } from "../lesson/link.ts";
import { findClass } from "../teaching/own.ts";
import { findTaughtCourse } from "./taught-course.ts";

export const mostRecordingsOfClass = 20;
export const mostRecordingsOfCourse = 500;

type Target = { classId?: string | undefined; courseId?: string | undefined };

/** Who may only read the class, such as who was replaced by a substitute, sees its recordings and plays them if they may. */
export async function listRecordings(ctx: StaffCtx, { classId, courseId = "" }: Target) {
  if (classId) {
    const { mayTeach } = await findClass(ctx, classId);
    return { recordings: await readRecordings(ctx, eq(recording.classId, classId)), mayChange: mayTeach };
  }
  const { id: key } = await findTaughtCourse(ctx, ctx.db, courseId);
  const isOfCourse = and(eq(recording.courseId, key), isNull(recording.batchId));
  return { recordings: await readRecordings(ctx, isOfCourse), mayChange: true };
}

export async function showRecording(ctx: StaffCtx, recordingId: string): Promise<StaffRecording> {
  const [found] = await readRecordings(ctx, inArray(recording.id, [recordingId]));
  if (!found) throw new Refusal("UNKNOWN_RECORDING");
  return found;
}

/** Of the captions only names and counts: the texts may be large. */
const captions = sql<StaffRecording["captions"]>`(
  select coalesce(json_agg(json_build_object('language', c.language, 'label', c.label, 'lines', (
    select count(*)::int from transcript_line l where l.recording_id = c.recording_id and l.language = c.language
  )) order by c.label), '[]') from recording_caption c where c.recording_id = ${recording.id})`;

async function readRecordings(ctx: StaffCtx, which: SQL | undefined): Promise<StaffRecording[]> {
  const rows = await ctx.db
    .select({
      ...{ recording, file: { id: lessonFile.id, name: lessonFile.name, type: lessonFile.type } },
      ...{ bytes: lessonFile.bytes, who: staff.name, captions },
      watchers: sql<number>`(
        select count(*)::int from watch w where w.recording_id = ${recording.id} and w.watched_seconds > 0)`,
    })
    .from(recording)
    .innerJoin(lessonFile, eq(lessonFile.id, recording.fileId))
    .leftJoin(staff, eq(staff.id, recording.staffId))
    .where(which)
    .orderBy(asc(recording.addedAt), asc(recording.id))
    .limit(mostRecordingsOfCourse);
  return Promise.all(
    rows.map(async ({ recording: one, file, bytes, who, captions: named, watchers }) => ({
      ...{ recordingId: one.id, name: one.name, seconds: one.seconds, chapters: one.chapters, version: one.version },
      ...{ captions: named, bytes, type: file.type, watchers, who: who ?? "", addedAt: one.addedAt.toISOString() },
      link: await linkTo(ctx, { fileId: file.id, name: file.name, who: { staffId: ctx.staff.id } }),
    })),
  );
}
