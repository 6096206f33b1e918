import { type QuizLanguage, quizLanguages, quizLevels } from "@shoreline/domain/quiz";
import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { learner } from "./account.ts";
import { course } from "./course.ts";
import { firstVisit } from "./lead.ts";

export type StoredTopic = { topic: string; about: string; setup: string };

export const collection = pgTable("collection", {
  /** The key in content/ and in addresses. */
  id: text().primaryKey(),
  languageName: text().notNull(),
  languageImage: text().notNull(),
  bgColor: text().notNull(),
  position: integer().notNull(),
  language: text({ enum: quizLanguages }).notNull(),
  /** In display order. */
  topics: jsonb().$type<StoredTopic[]>().notNull(),
  courseId: text().references(() => course.courseId, { onDelete: "set null", onUpdate: "cascade" }),
});

export const question = pgTable(
  "question",
  {
    id: uuid().primaryKey().defaultRandom(),
    collectionId: text()
      .notNull()
      .references(() => collection.id, { onDelete: "cascade", onUpdate: "cascade" }),
    topic: text().notNull(),
    position: integer().notNull(),
    question: text().notNull(),
    /** Empty when the question has no code. */
    code: text().notNull(),
    language: text({ enum: quizLanguages }).notNull(),
    options: jsonb().$type<string[]>().notNull(),
    /** True when the options are the output of a program. */
    isCode: boolean().notNull(),
    answer: text().notNull(),
    explanation: text().notNull(),
    level: text({ enum: quizLevels }).notNull(),
  },
  (t) => [uniqueIndex("question_place").on(t.collectionId, t.topic, t.position)],
);

/** A copy of the question as it was asked, because its wording may change later. */
export type StoredAnswer = Omit<typeof question.$inferSelect, "collectionId" | "topic" | "position"> & {
  selected: string | null;
};

export const result = pgTable(
  "result",
  {
    /** 128 random bits: anybody with the link may read the result. */
    id: text().primaryKey(),
    attemptId: uuid().unique(),
    /** Set when a signed-in learner took the test. */
    learnerId: uuid().references(() => learner.id, { onDelete: "cascade" }),
    username: text().notNull(),
    email: text().notNull(),
    /** Not a foreign key, because a result outlives its collection. */
    collectionId: text().notNull(),
    languageName: text().notNull(),
    language: text().$type<QuizLanguage>().notNull(),
    topic: text().notNull(),
    setup: text().notNull(),
    answerKey: jsonb().$type<StoredAnswer[]>().notNull(),
    correct: integer().notNull(),
    wrong: integer().notNull(),
    skipped: integer().notNull(),
    total: integer().notNull(),
    consentedTo: text().notNull(),
    firstVisit: firstVisit(),
    takenAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    index("result_email").on(sql`lower(${t.email})`, t.takenAt),
    index("result_taken").on(t.takenAt),
    index("result_learner").on(t.learnerId),
  ],
);
