import { bigint, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { learner } from "./account.ts";
import { course } from "./course.ts";
import { staff } from "./staff.ts";

const moment = () => timestamp({ withTimezone: true });

/** A file that somebody uploaded for a course. Its id is the id of the upload. */
export const lessonFile = pgTable(
  "lesson_file",
  {
    id: uuid().primaryKey(),
    courseId: uuid()
      .notNull()
      .references(() => course.id, { onDelete: "cascade" }),
    staffId: uuid().references(() => staff.id, { onDelete: "set null" }),
    learnerId: uuid().references(() => learner.id, { onDelete: "set null" }),
    name: text().notNull(),
    type: text().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
    state: text({ enum: ["uploading", "checking", "ready", "refused"] }).notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [index("lesson_file_course").on(t.courseId), index("lesson_file_learner").on(t.learnerId)],
);
