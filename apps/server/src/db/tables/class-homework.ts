import type { RubricLine } from "@shoreline/domain/class-homework";
import type { Sketch } from "@shoreline/domain/likeness";
import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { learner } from "./account.ts";
import { lessonFile } from "./lesson-file.ts";
import { batch, liveClass } from "./schedule.ts";
import { staff } from "./staff.ts";

const moment = () => timestamp({ withTimezone: true });
const byStaff = () => uuid().references(() => staff.id, { onDelete: "set null" });
const ofHomework = () =>
  uuid()
    .notNull()
    .references(() => homework.id, { onDelete: "cascade" });
const ofLearner = () =>
  uuid()
    .notNull()
    .references(() => learner.id, { onDelete: "cascade" });
const ofFile = () =>
  uuid()
    .notNull()
    .references(() => lessonFile.id);

/** What a trainer asks of the learners of a batch, after a class or apart from one. */
export const homework = pgTable(
  "homework",
  {
    /** Chosen by the form, so that the same homework is set once. */
    id: uuid().primaryKey().defaultRandom(),
    batchId: uuid()
      .notNull()
      .references(() => batch.id, { onDelete: "cascade" }),
    /** Null: for the whole batch. */
    classId: uuid().references(() => liveClass.id, { onDelete: "cascade" }),
    title: text().notNull(),
    text: text().notNull(),
    dueOn: date(),
    allowsLate: boolean().notNull().default(true),
    rubric: jsonb().$type<RubricLine[]>().notNull().default([]),
    setAt: moment().notNull(),
    staffId: byStaff(),
    /** Increases with every change of what is asked. */
    version: integer().notNull().default(0),
  },
  (t) => [
    index("homework_batch").on(t.batchId, t.setAt, t.id),
    index("homework_class").on(t.classId),
    index("homework_newest").on(t.setAt, t.id),
  ],
);

export const homeworkFile = pgTable(
  "homework_file",
  { homeworkId: ofHomework(), fileId: ofFile(), position: smallint().notNull() },
  (t) => [primaryKey({ columns: [t.homeworkId, t.fileId] }), index("homework_file_file").on(t.fileId)],
);

/** Where a learner stands with a homework. None: nothing was handed in yet. */
export const homeworkWork = pgTable(
  "homework_work",
  {
    homeworkId: ofHomework(),
    learnerId: ofLearner(),
    state: text({ enum: ["handed in", "given back", "done"] }).notNull(),
    /** Of the last grading; null: without points. */
    points: integer(),
    /** What the rubric gave at most then: it may have changed since. Null: without points. */
    mostPoints: integer(),
    comment: text().notNull().default(""),
    /** When the state became what it is. */
    changedAt: moment().notNull(),
    staffId: byStaff(),
    /** Increases with every version and every grading: who grades has seen the latest. */
    revision: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.homeworkId, t.learnerId] }),
    index("homework_work_learner").on(t.learnerId),
    index("homework_work_waiting").on(t.homeworkId, t.changedAt).where(sql`${t.state} = 'handed in'`),
  ],
);

/** One version of what a learner handed in. It never changes, except that old files are removed. */
export const submission = pgTable(
  "submission",
  {
    /** Chosen by the browser, so that the same version is stored once. */
    id: uuid().primaryKey(),
    homeworkId: ofHomework(),
    learnerId: ofLearner(),
    version: integer().notNull(),
    text: text().notNull().default(""),
    link: text().notNull().default(""),
    at: moment().notNull(),
    isLate: boolean().notNull(),
  },
  (t) => [
    unique("submission_version").on(t.homeworkId, t.learnerId, t.version),
    index("submission_learner").on(t.learnerId),
  ],
);

const ofSubmission = () =>
  uuid()
    .notNull()
    .references(() => submission.id, { onDelete: "cascade" });

export const submissionFile = pgTable(
  "submission_file",
  { submissionId: ofSubmission(), fileId: ofFile(), position: smallint().notNull() },
  (t) => [primaryKey({ columns: [t.submissionId, t.fileId] }), index("submission_file_file").on(t.fileId)],
);

/** What a trainer said about a version; every one is kept. */
export const grading = pgTable(
  "grading",
  {
    /** Chosen by the form, so that the same grading is stored once. */
    id: uuid().primaryKey(),
    homeworkId: ofHomework(),
    learnerId: ofLearner(),
    /** The version that was graded; 0: nothing was handed in. */
    version: integer().notNull(),
    outcome: text({ enum: ["done", "given back"] }).notNull(),
    /** The rubric as it was then, with the points of each line. */
    lines: jsonb().$type<(RubricLine & { given: number })[]>().notNull().default([]),
    /** Null: without points. */
    points: integer(),
    comment: text().notNull().default(""),
    at: moment().notNull(),
    staffId: byStaff(),
  },
  (t) => [index("grading_work").on(t.homeworkId, t.learnerId, t.at), index("grading_learner").on(t.learnerId)],
);

/** For finding texts that are alike; only of those that are long enough. */
export const submissionSketch = pgTable("submission_sketch", {
  submissionId: ofSubmission().primaryKey(),
  sketch: integer().array().$type<Sketch>().notNull(),
});

/** Two versions of different learners that are alike: a hint for the trainer. */
export const submissionLikeness = pgTable(
  "submission_likeness",
  {
    /** The lower id of the two. */
    oneId: ofSubmission(),
    otherId: ofSubmission(),
    percent: smallint().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.oneId, t.otherId] }),
    index("submission_likeness_other").on(t.otherId),
    check("submission_likeness_in_order", sql`${t.oneId} < ${t.otherId}`),
  ],
);
