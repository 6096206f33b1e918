import { lessonFileStates } from "@shoreline/domain/lesson-file";
import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { learner } from "./account.ts";
import { course } from "./course.ts";
import { staff } from "./staff.ts";

const moment = () => timestamp({ withTimezone: true });

/** A file of a lesson: from the start of its upload until nothing refers to it any more. It is stored under `learning/<id>`. */
export const lessonFile = pgTable(
  "lesson_file",
  {
    /** Also of its upload. */
    id: uuid().primaryKey().defaultRandom(),
    /** Null once the course is gone: then nothing refers to the file. */
    courseId: uuid().references(() => course.id, { onDelete: "set null" }),
    /** Who uploaded it: one of the two. */
    staffId: uuid().references(() => staff.id, { onDelete: "set null" }),
    learnerId: uuid().references(() => learner.id, { onDelete: "set null" }),
    name: text().notNull(),
    type: text().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
    state: text({ enum: lessonFileStates }).notNull().default("uploading"),
    refusedWhy: text().notNull().default(""),
    sha256: text(),
    createdAt: moment().notNull(),
    /** When it became ready or was refused. */
    storedAt: moment(),
    /** The request that writes to the upload, and until when nobody else may. The next one waits until it has stopped. */
    writer: uuid(),
    writerUntil: moment(),
    nextWriter: uuid(),
  },
  (t) => [
    // What the files of a course take is read from it alone.
    index("lesson_file_course").on(t.courseId, t.state, t.bytes),
    index("lesson_file_staff").on(t.staffId, t.createdAt),
    index("lesson_file_learner").on(t.learnerId, t.createdAt),
    index("lesson_file_unfinished").on(t.createdAt).where(sql`${t.state} in ('uploading', 'refused')`),
    index("lesson_file_stored").on(t.storedAt, t.id),
  ],
);

/** In the place of a course: the sum of all files, also of those without a course. The trigger of migration 0042 writes this id. */
export const ofAllCourses = "00000000-0000-0000-0000-000000000000";

/** How many files a course has, and how much room they take; without those that were refused. Triggers keep it. */
export const lessonFileSum = pgTable(
  "lesson_file_sum",
  {
    courseId: uuid().primaryKey(),
    files: integer().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
  },
  (t) => [index("lesson_file_sum_bytes").on(t.bytes, t.courseId).where(sql`${t.files} > 0`)],
);
