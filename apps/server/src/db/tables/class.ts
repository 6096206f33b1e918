import { marks, presenceSources } from "@shoreline/domain/presence";
import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { learner } from "./account.ts";
import { liveClass } from "./schedule.ts";
import { staff } from "./staff.ts";

const moment = () => timestamp({ withTimezone: true });
const ofClass = () =>
  uuid()
    .notNull()
    .references(() => liveClass.id, { onDelete: "cascade" });
const ofLearner = () =>
  uuid()
    .notNull()
    .references(() => learner.id, { onDelete: "cascade" });
const byStaff = () => uuid().references(() => staff.id, { onDelete: "set null" });

/** Every mark that somebody has got in a class. The row in `attendance` says what holds; none means absent. */
export const attendanceChange = pgTable(
  "attendance_change",
  {
    /** Chosen by the phone that marked it, so that the same mark is stored once. */
    id: uuid().primaryKey().defaultRandom(),
    classId: ofClass(),
    learnerId: ofLearner(),
    mark: text({ enum: marks }).notNull(),
    source: text({ enum: presenceSources }).notNull(),
    staffId: byStaff(),
    /** Why it was corrected. */
    reason: text().notNull().default(""),
    /** When it was marked, perhaps on a phone without a network. */
    at: moment().notNull(),
    storedAt: moment().notNull(),
  },
  (t) => [
    index("attendance_change_class").on(t.classId, t.learnerId, t.at),
    index("attendance_change_learner").on(t.learnerId),
  ],
);

/** What a trainer wrote to the batch. */
export const classNote = pgTable(
  "class_note",
  {
    /** Chosen by the form, so that the same note is sent once. */
    id: uuid().primaryKey(),
    classId: ofClass(),
    text: text().notNull(),
    /** How many learners it went to. */
    learners: integer().notNull(),
    sentAt: moment().notNull(),
    staffId: byStaff(),
  },
  (t) => [index("class_note_class").on(t.classId, t.sentAt)],
);
