import { type SQLWrapper, sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { learner } from "./account.ts";
import { course } from "./course.ts";
import { lessonFile } from "./lesson-file.ts";
import { batch, liveClass } from "./schedule.ts";
import { staff } from "./staff.ts";

const moment = () => timestamp({ withTimezone: true });

/** Of a class of a batch, of a batch, or of the whole course: then batch and class are null. */
const place = {
  courseId: uuid()
    .notNull()
    .references(() => course.id, { onDelete: "cascade" }),
  batchId: uuid().references(() => batch.id, { onDelete: "cascade" }),
  classId: uuid().references(() => liveClass.id, { onDelete: "cascade" }),
};

type Searched = { batchId: SQLWrapper; courseId: SQLWrapper; name: SQLWrapper; text: SQLWrapper };

/** What a search over material looks at; the index has the same words. */
export const materialVector = ({ batchId, courseId, name, text: code }: Searched) => sql`to_tsvector('english',
  's' || replace(coalesce(${batchId}, ${courseId})::text, '-', '') || ' ' || translate(${name} || ' ' || ${code}, '._/-', '    '))`;

/** What goes with a class or a course: a file, a link, or a piece of code. */
export const material = pgTable(
  "material",
  {
    /** Chosen by the form, so that the same material is added once. */
    id: uuid().primaryKey().defaultRandom(),
    ...place,
    kind: text({ enum: ["file", "link", "snippet"] }).notNull(),
    name: text().notNull(),
    fileId: uuid().references(() => lessonFile.id),
    /** Of a link. */
    url: text().notNull().default(""),
    /** Of a snippet. */
    text: text().notNull().default(""),
    language: text().notNull().default(""),
    addedAt: moment().notNull(),
    staffId: uuid().references(() => staff.id, { onDelete: "set null" }),
  },
  (t) => [
    index("material_course").on(t.courseId, t.batchId, t.addedAt),
    index("material_added").on(t.courseId, t.addedAt, t.id),
    // The scope is a word of the vector, as in the lines of transcripts. Names of files and code become words at these signs.
    index("material_words").using("gin", materialVector(t)),
    index("material_batch").on(t.batchId),
    index("material_class").on(t.classId, t.addedAt),
    index("material_file").on(t.fileId),
    check("material_kind", sql`(${t.kind} = 'file') = (${t.fileId} is not null)`),
  ],
);

export type Chapter = { startsAt: number; title: string };

/** A film of a class, or one for everybody in the course. */
export const recording = pgTable(
  "recording",
  {
    /** Chosen by the form, so that the same recording is added once. */
    id: uuid().primaryKey().defaultRandom(),
    ...place,
    fileId: uuid()
      .notNull()
      .references(() => lessonFile.id),
    name: text().notNull(),
    /** As the browser that added it measured it; null: unknown. */
    seconds: integer(),
    /** In the order of their start, in seconds. */
    chapters: jsonb().$type<Chapter[]>().notNull().default([]),
    addedAt: moment().notNull(),
    staffId: uuid().references(() => staff.id, { onDelete: "set null" }),
    /** Increases with every change. */
    version: integer().notNull().default(0),
  },
  (t) => [
    index("recording_course").on(t.courseId, t.batchId, t.addedAt),
    index("recording_batch").on(t.batchId),
    index("recording_class").on(t.classId, t.addedAt),
    uniqueIndex("recording_file").on(t.fileId),
  ],
);

const ofRecording = () =>
  uuid()
    .notNull()
    .references(() => recording.id, { onDelete: "cascade" });

export const recordingCaption = pgTable(
  "recording_caption",
  {
    recordingId: ofRecording(),
    /** Such as "en" or "ta". */
    language: text().notNull(),
    label: text().notNull(),
    vtt: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.recordingId, t.language] })],
);

/** What was said, from the captions. */
export const transcriptLine = pgTable(
  "transcript_line",
  {
    recordingId: ofRecording(),
    language: text().notNull(),
    number: integer().notNull(),
    startsMs: integer().notNull(),
    endsMs: integer().notNull(),
    text: text().notNull(),
    /** The batch of the recording, or its course: one index finds words in what a learner reaches. */
    scopeId: uuid().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.recordingId, t.language, t.number] }),
    // The scope is a word of the vector, so that the index answers "these words in this batch" alone.
    index("transcript_line_words").using(
      "gin",
      sql`to_tsvector('english', 's' || replace(${t.scopeId}::text, '-', '') || ' ' || ${t.text})`,
    ),
  ],
);

/** How far a learner has watched a recording. */
export const watch = pgTable(
  "watch",
  {
    learnerId: uuid()
      .notNull()
      .references(() => learner.id, { onDelete: "cascade" }),
    recordingId: ofRecording(),
    /** Where the learner left off, in seconds. */
    position: integer().notNull(),
    /** What was really played, in seconds: [from, to], apart from each other and in order. */
    parts: jsonb().$type<[number, number][]>().notNull().default([]),
    /** The sum of the parts. */
    watchedSeconds: integer().notNull().default(0),
    /** When the learner opened it first. */
    openedAt: moment().notNull(),
    reportedAt: moment().notNull(),
    /** When enough of it was watched; null: not yet. */
    watchedAt: moment(),
  },
  (t) => [primaryKey({ columns: [t.learnerId, t.recordingId] }), index("watch_recording").on(t.recordingId)],
);
