import { type Api, type ParsedInput, Refusal, type StaffRecording } from "@shoreline/contract";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { type Chapter, recording } from "../../db/tables/lesson.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import { refuseOtherFiles } from "../lesson/refuse-other-files.ts";
import { addToDigest } from "../notification/digest.ts";
import { touchClasses } from "../schedule/touch-classes.ts";
import { recordChange } from "../staff/audit.ts";
import { holdClass } from "../teaching/own.ts";
import { listReaders } from "./material-own.ts";
import { mostRecordingsOfClass, mostRecordingsOfCourse, showRecording } from "./recording-list.ts";
import { aboutRecording, type FoundRecording, findRecording } from "./recording-own.ts";
import { findTaughtCourse } from "./taught-course.ts";

type Given = ParsedInput<Api["library"]["addRecording"]>;

/** The same form again changes nothing and tells nobody. */
export async function addRecording(ctx: StaffCtx, given: Given): Promise<StaffRecording> {
  const { recordingId, fileId, name, seconds, chapters } = given;
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const place = await holdPlace(ctx, tx, given);
    const known = await tx.$count(recording, eq(recording.id, recordingId));
    if (known > 0) return void (await findRecording(ctx, recordingId, tx));
    await refuseFull(tx, place);
    await refuseOtherFiles(tx, { fileIds: [fileId], courseId: place.courseId, who: { staffId: ctx.staff.id } });
    const [file] = await tx.select({ type: lessonFile.type }).from(lessonFile).where(eq(lessonFile.id, fileId));
    if (!file?.type.startsWith("video/")) throw new Refusal("NOT_A_FILM");
    const stored = await tx
      .insert(recording)
      .values({
        ...{ id: recordingId, ...place, fileId, name, seconds, chapters: inOrder(chapters) },
        ...{ addedAt: now, staffId: ctx.staff.id },
      })
      .onConflictDoNothing()
      .returning({ id: recording.id });
    // The film is another recording already, or the same form came twice at once.
    if (stored.length === 0) {
      if ((await tx.$count(recording, eq(recording.id, recordingId))) === 0) throw new Refusal("UNKNOWN_FILE");
      return;
    }
    const found = await findRecording(ctx, recordingId, tx);
    await touchClasses(tx, [place.classId]);
    await tell(tx, { found, now });
    await recordChange(tx, ctx, { ...aboutRecording(found), action: "Added a recording", after: { name, seconds } });
  });
  return showRecording(ctx, recordingId);
}

export const inOrder = (chapters: Chapter[]) => chapters.toSorted((one, other) => one.startsAt - other.startsAt);

type Place = { courseId: string; batchId: string | null; classId: string | null };

/** The class of who teaches it, or a course in which they teach. Other forms for the same place wait. */
async function holdPlace(ctx: StaffCtx, tx: Db, { classId, courseId = "" }: Given): Promise<Place> {
  if (classId) {
    const found = await holdClass(ctx, tx, classId);
    const { rows } = await tx.execute<{ courseId: string }>(
      sql`select course_id as "courseId" from batch where id = ${found.batchId}`,
    );
    return { courseId: rows[0]?.courseId ?? "", batchId: found.batchId, classId };
  }
  const { id: key } = await findTaughtCourse(ctx, tx, courseId);
  await tx.execute(sql`select from course where id = ${key} for no key update`);
  return { courseId: key, batchId: null, classId: null };
}

async function refuseFull(tx: Db, { courseId, classId }: Place): Promise<void> {
  const isHere = classId
    ? eq(recording.classId, classId)
    : and(eq(recording.courseId, courseId), isNull(recording.batchId));
  if ((await tx.$count(recording, isHere)) >= (classId ? mostRecordingsOfClass : mostRecordingsOfCourse))
    throw new Refusal("TOO_MANY_RECORDINGS");
}

/** Where learners find it. */
function learnerPath({ courseId, recordingId }: { courseId: string; recordingId: string }): string {
  return `/dashboard/learn/${encodeURIComponent(courseId)}/recording/${recordingId}`;
}

const itemsAtOnce = 1000;

/** Who may open it now. */
async function tell(tx: Db, { found, now }: { found: FoundRecording; now: Date }): Promise<void> {
  const { recording: one, courseName, courseId, number } = found;
  const learnerIds = await listReaders(tx, one);
  const what = number === null ? `a new recording, “${one.name}”` : `the recording of class ${number} is there`;
  const item = {
    ...{ kind: "recording" as const, at: now, about: `recording ${one.id}`, course: courseName, title: what },
    link: learnerPath({ courseId, recordingId: one.id }),
  };
  // A statement has a limit of values.
  for (let at = 0; at < learnerIds.length; at += itemsAtOnce)
    await addToDigest(
      tx,
      learnerIds.slice(at, at + itemsAtOnce).map((learnerId) => ({ ...item, learnerId })),
    );
}
