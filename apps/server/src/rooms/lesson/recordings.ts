import { type OwnRecording, Refusal, type WatchPage } from "@shoreline/contract";
import { percentOf } from "@shoreline/domain/watching";
import { and, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { SignedInCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { recording, recordingCaption, watch } from "../../db/tables/lesson.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import { liveClass } from "../../db/tables/schedule.ts";
import { readClassSettings } from "../schedule/settings.ts";
import { openPlace, type Place } from "./access.ts";
import { linkTo } from "./link.ts";

/** Of a batch with 200 classes there may be many; a page shows so many. */
const most = 1000;

type One = { courseId: string; recordingId: string };

export async function listOwnRecordings({ db, learner }: SignedInCtx, { courseId }: { courseId: string }) {
  const place = await openPlace(db, { learnerId: learner.id, courseId });
  const rows = await readRows(db, { place, learnerId: learner.id });
  const { countRecordings } = await readClassSettings(db);
  return { recordings: rows.map(toWire), countsAsAttended: countRecordings };
}

export async function readOwnRecording(ctx: SignedInCtx, { courseId, recordingId }: One): Promise<WatchPage> {
  const { db, learner, clock } = ctx;
  const place = await openPlace(db, { learnerId: learner.id, courseId });
  const [found] = await readRows(db, { place, learnerId: learner.id, recordingId });
  if (!found) throw new Refusal("UNKNOWN_RECORDING");
  await beginWatching(db, { learnerId: learner.id, recordingId, now: clock.now() });
  const { hasTranscript: _, ...facts } = toWire(found);
  const { recordingPercent, countRecordings } = await readClassSettings(db);
  const { fileId, fileName: name, type } = found;
  return {
    ...{ ...facts, course: place.courseName, type, chapters: found.recording.chapters },
    link: await linkTo(ctx, { fileId, name, who: { learnerId: learner.id } }),
    captions: await listCaptions(db, recordingId),
    ...(await readNeighbours(db, { place, recordingId })),
    asksPercent: recordingPercent,
    countsAsAttended: countRecordings && found.recording.classId !== null,
  };
}

/** Time counts from the moment at which somebody opened the recording first. */
async function beginWatching(
  db: Db,
  { learnerId, recordingId, now }: { learnerId: string; recordingId: string; now: Date },
) {
  await db
    .insert(watch)
    .values({ learnerId, recordingId, position: 0, openedAt: now, reportedAt: now })
    .onConflictDoNothing();
}

function listCaptions(db: Db, recordingId: string) {
  return db
    .select({ language: recordingCaption.language, label: recordingCaption.label })
    .from(recordingCaption)
    .where(eq(recordingCaption.recordingId, recordingId))
    .orderBy(sql`${recordingCaption.language} <> 'en'`, recordingCaption.label);
}

export async function readOwnCaptions(
  { db, learner }: SignedInCtx,
  { courseId, recordingId, language }: One & { language: string },
): Promise<{ vtt: string }> {
  const place = await openPlace(db, { learnerId: learner.id, courseId });
  const [found] = await db
    .select({ vtt: recordingCaption.vtt })
    .from(recordingCaption)
    .innerJoin(recording, eq(recording.id, recordingCaption.recordingId))
    .where(and(eq(recording.id, recordingId), eq(recordingCaption.language, language), isReached(place)));
  if (!found) throw new Refusal("UNKNOWN_RECORDING");
  return found;
}

/** Recordings of the batch, and those of the whole course. */
export function isReached({ courseId, batchId }: Place): SQL | undefined {
  const isOfBatch = batchId ? eq(recording.batchId, batchId) : undefined;
  return and(eq(recording.courseId, courseId), or(isNull(recording.batchId), isOfBatch));
}

/** Of the latest class first; those of the course come after them. */
const inOrder = [sql`${liveClass.startsAt} desc nulls last`, desc(recording.addedAt), desc(recording.id)];

type Asked = { place: Place; learnerId: string /** Only this one. */; recordingId?: string };

function readRows(db: Db, { place, learnerId, recordingId }: Asked) {
  return db
    .select({
      ...{ recording, liveClass, watch, fileId: lessonFile.id, fileName: lessonFile.name, type: lessonFile.type },
      hasTranscript: sql<boolean>`exists (select from recording_caption c where c.recording_id = ${recording.id})`,
    })
    .from(recording)
    .innerJoin(lessonFile, eq(lessonFile.id, recording.fileId))
    .leftJoin(liveClass, eq(liveClass.id, recording.classId))
    .leftJoin(watch, and(eq(watch.recordingId, recording.id), eq(watch.learnerId, learnerId)))
    .where(and(isReached(place), recordingId ? eq(recording.id, recordingId) : undefined))
    .orderBy(...inOrder)
    .limit(most);
}

type Row = Awaited<ReturnType<typeof readRows>>[number];

function toWire({ recording: one, liveClass: of, watch: seen, hasTranscript }: Row): OwnRecording {
  const { id: recordingId, name, seconds, addedAt } = one;
  return {
    ...{ recordingId, name, seconds, hasTranscript, addedAt: addedAt.toISOString() },
    class: of && {
      ...{ classId: of.id, number: of.number, topic: of.topicHeld || of.topic, startsAt: of.startsAt.toISOString() },
    },
    position: seen?.position ?? 0,
    percent: percentOf(seen?.watchedSeconds ?? 0, seconds),
    isWatched: Boolean(seen?.watchedAt),
  };
}

/** Of the others only their names are read. */
async function readNeighbours(db: Db, { place, recordingId }: { place: Place; recordingId: string }) {
  const shown = await db
    .select({ recordingId: recording.id, name: recording.name })
    .from(recording)
    .leftJoin(liveClass, eq(liveClass.id, recording.classId))
    .where(isReached(place))
    .orderBy(...inOrder)
    .limit(most);
  const at = shown.findIndex((one) => one.recordingId === recordingId);
  // One that is behind the end of the list has no neighbours.
  return { before: (at >= 0 && shown[at + 1]) || null, after: (at >= 0 && shown[at - 1]) || null };
}
