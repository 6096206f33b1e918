import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { learner } from "./account.ts";
import { course } from "./course.ts";
import { batch, liveClass } from "./schedule.ts";
import { staff } from "./staff.ts";

const moment = () => timestamp({ withTimezone: true });
const byStaff = () => uuid().references(() => staff.id, { onDelete: "set null" });
/** Null: somebody whose account was removed. */
const byLearner = () => uuid().references(() => learner.id, { onDelete: "set null" });
const ofQuestion = () =>
  uuid()
    .notNull()
    .references((): AnyPgColumn => classQuestion.id, { onDelete: "cascade" });

const moderation = () => ({
  hiddenAt: moment(),
  hiddenWhy: text().notNull().default(""),
  hiddenById: byStaff(),
});

export const classQuestion = pgTable(
  "class_question",
  {
    /** Chosen by the form, so that the same question is stored once. */
    id: uuid().primaryKey(),
    courseId: uuid()
      .notNull()
      .references(() => course.id, { onDelete: "cascade" }),
    /** Null: who asked had no place in a batch, so only staff read it. */
    batchId: uuid().references(() => batch.id, { onDelete: "cascade" }),
    /** Null: of the course. */
    classId: uuid().references(() => liveClass.id, { onDelete: "set null" }),
    learnerId: byLearner(),
    /** For staff only. */
    isPrivate: boolean().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    askedAt: moment().notNull(),
    editedAt: moment(),
    /** The latest of what everybody may read in it. */
    lastAt: moment().notNull(),
    /** How many answers everybody may read. */
    answers: integer().notNull().default(0),
    /** Waits for staff. */
    isOpen: boolean().notNull().default(true),
    /** The answer that the asker or staff have marked. Not a foreign key: a backup needs tables that do not refer to each other in a circle. */
    answerId: uuid(),
    pinnedAt: moment(),
    ...moderation(),
  },
  (t) => [
    index("class_question_batch").on(t.batchId, t.lastAt, t.id),
    index("class_question_newest").on(t.lastAt, t.id),
    index("class_question_open").on(t.lastAt, t.id).where(sql`${t.isOpen} and ${t.hiddenAt} is null`),
    index("class_question_hidden").on(t.lastAt, t.id).where(sql`${t.hiddenAt} is not null`),
    index("class_question_class").on(t.classId),
    index("class_question_learner").on(t.learnerId, t.lastAt),
    index("class_question_course").on(t.courseId),
  ],
);

export const classAnswer = pgTable(
  "class_answer",
  {
    /** Chosen by the form, so that the same answer is stored once. */
    id: uuid().primaryKey(),
    questionId: ofQuestion(),
    learnerId: byLearner(),
    staffId: byStaff(),
    isByStaff: boolean().notNull(),
    text: text().notNull(),
    at: moment().notNull(),
    editedAt: moment(),
    ...moderation(),
  },
  (t) => [index("class_answer_question").on(t.questionId, t.at, t.id), index("class_answer_learner").on(t.learnerId)],
);

/** All that is read of a question and its answers, in one place for the search. Made again with every change. */
export const questionWords = pgTable(
  "question_words",
  { questionId: ofQuestion().primaryKey(), scopeId: uuid().notNull(), text: text().notNull() },
  (t) => [
    // The batch or course is a word of the vector, so one index answers "these words in this batch".
    index("question_words_search").using("gin", wordsOf(sql`${t.scopeId}`, sql`${t.text}`)),
  ],
);

function wordsOf(scopeId: ReturnType<typeof sql>, words: ReturnType<typeof sql>) {
  return sql`to_tsvector('english', 's' || replace(${scopeId}::text, '-', '') || ' ' || ${words})`;
}

/** The vector of the index above, in a query. */
export const questionVector = wordsOf(sql`${questionWords.scopeId}`, sql`${questionWords.text}`);

/** When a learner last opened a question. */
export const questionSeen = pgTable(
  "question_seen",
  {
    learnerId: uuid()
      .notNull()
      .references(() => learner.id, { onDelete: "cascade" }),
    questionId: ofQuestion(),
    seenAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.learnerId, t.questionId] }), index("question_seen_question").on(t.questionId)],
);

/** A learner found that something should not be there. */
export const questionReport = pgTable(
  "question_report",
  {
    id: uuid().primaryKey().defaultRandom(),
    questionId: ofQuestion(),
    /** Null: the question itself. */
    answerId: uuid().references(() => classAnswer.id, { onDelete: "cascade" }),
    learnerId: uuid()
      .notNull()
      .references(() => learner.id, { onDelete: "cascade" }),
    reason: text().notNull(),
    at: moment().notNull(),
    /** Staff have looked at it. */
    settledAt: moment(),
    staffId: byStaff(),
  },
  (t) => [
    unique("question_report_once").on(t.learnerId, t.questionId, t.answerId).nullsNotDistinct(),
    index("question_report_waiting").on(t.questionId).where(sql`${t.settledAt} is null`),
    index("question_report_question").on(t.questionId),
    index("question_report_answer").on(t.answerId),
    check("question_report_reason", sql`${t.reason} <> ''`),
  ],
);
