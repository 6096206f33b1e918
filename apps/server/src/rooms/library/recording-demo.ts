import { readFile } from "node:fs/promises";
import type { Cue } from "@shoreline/domain/captions";
import { isWatched, type Part, sumOf } from "@shoreline/domain/watching";
import { eq, sql } from "drizzle-orm";
import type { DemoMaker } from "../../content/demo.ts";
import type { Db } from "../../db/connect.ts";
import { recording, watch } from "../../db/tables/lesson.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import type { Files } from "../../ports.ts";
import { demoDomain } from "../account/demo.ts";
import { removeFile } from "../lesson/jobs.ts";
import { keyOf } from "../lesson/store-file.ts";
import { touchClasses } from "../schedule/touch-classes.ts";
import { storeCaptions } from "./recording-captions.ts";

/** Of the film, and of the recording. Both are there once, however often the demo is filled. */
const fileId = "5ea5de00-0000-4000-8000-00000000f11e";
const recordingId = "5ea5de00-0000-4000-8000-0000000c1a55";
const seconds = 40;

const chapters = [
  { startsAt: 0, title: "Lists and loops" },
  { startsAt: 8, title: "What a list is" },
  { startsAt: 16, title: "Going through it" },
  { startsAt: 24, title: "Adding up" },
  { startsAt: 32, title: "Homework" },
];

const said = [
  "Good morning. Today we talk about lists and loops.",
  "Please keep your editor open while you listen.",
  "A list holds many values in one place, one after the other.",
  "We put the names between square brackets.",
  "A loop goes through the list and does the same with every name.",
  "The lines that belong to the loop begin further to the right.",
  "To add up prices we begin with zero and add one after the other.",
  "The total is there when the loop has ended.",
  "Homework: find the largest number in a list.",
  "See you in the next class.",
];
const cues: Cue[] = said.map((text, at) => ({ startsMs: at * 4000 + 300, endsMs: at * 4000 + 3800, text }));

/** A recording of the last class of the batch that the roll-call demo has filled; some have watched it. It needs a file store. */
export const recordingDemo: DemoMaker = {
  async people({ db, now, files }) {
    const found = files && (await findClass(db, now));
    if (found) await addFilm(db, { ...found, files, now });
  },
  async remove(db) {
    const removed = await db.delete(recording).where(eq(recording.id, recordingId));
    const gone = await db.delete(lessonFile).where(eq(lessonFile.id, fileId)).returning({ fileId: lessonFile.id });
    await enqueueAll(db, removeFile, gone);
    return { recordings: removed.rowCount ?? 0 };
  },
};

type Found = { courseId: string; batchId: string; classId: string; learnerIds: string[] };

async function findClass(db: Db, now: Date): Promise<Found | null> {
  const { rows } = await db.execute<Found>(sql`
    select b.course_id as "courseId", b.id as "batchId", c.id as "classId", who.ids as "learnerIds"
    from batch b
    join lateral (
      select array_agg(l.id order by l.first_name, l.id) as ids, count(*) as n
      from batch_place place join purchase p on p.id = place.purchase_id join learner l on l.id = p.learner_id
      where place.batch_id = b.id and p.state = 'active' and l.email like ${`%@${demoDomain}`}
    ) who on who.n > 0
    join lateral (
      select id from live_class where batch_id = b.id and cancelled_at is null
        and starts_at + minutes * interval '1 minute' < ${now.toISOString()}::timestamptz
      order by starts_at desc limit 1
    ) c on true
    where b.is_demo and b.ends_at > ${now.toISOString()}::timestamptz
    order by who.n desc, b.id limit 1`);
  return rows[0] ?? null;
}

async function addFilm(
  db: Db,
  { courseId, batchId, classId, learnerIds, files, now }: Found & { files: Files; now: Date },
) {
  if ((await db.$count(recording, eq(recording.id, recordingId))) > 0) return;
  const bytes = await readFile(new URL("./recording-demo.webm", import.meta.url));
  const type = "video/webm";
  await files.put(keyOf(fileId), { bytes, type });
  await db
    .insert(lessonFile)
    .values({
      ...{ id: fileId, courseId, name: "lists-and-loops.webm", type, bytes: bytes.length },
      ...{ state: "ready" as const, createdAt: now, storedAt: now },
    })
    .onConflictDoUpdate({ target: lessonFile.id, set: { courseId, state: "ready", storedAt: now } });
  const about = { id: recordingId, courseId, batchId, classId, fileId };
  await db.insert(recording).values({ ...about, name: "Lists and loops", seconds, chapters, addedAt: now });
  await storeCaptions(db, { recordingId, language: "en", label: "English", cues, scopeId: batchId });
  await db.insert(watch).values(
    learnerIds.slice(0, 8).map((learnerId, place) => {
      const parts: Part[] = place % 3 === 2 ? [[0, 6 + place]] : [[0, seconds]];
      const watchedSeconds = sumOf(parts);
      const isDone = isWatched(watchedSeconds, { seconds, percent: 80 });
      const position = parts.at(-1)?.[1] ?? 0;
      return {
        learnerId,
        recordingId,
        position,
        parts,
        watchedSeconds,
        openedAt: now,
        reportedAt: now,
        watchedAt: isDone ? now : null,
      };
    }),
  );
  await touchClasses(db, [classId]);
}
