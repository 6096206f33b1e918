import { type QuizLanguage, quizLanguages, quizLevels } from "@shoreline/domain/quiz";
import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { course } from "./course.ts";

export type StoredTopic = { topic: string; about: string; setup: string };

export const collection = pgTable("collection", {
  /** The key in content/, and in addresses. */
  id: text().primaryKey(),
  languageName: text().notNull(),
  languageImage: text().notNull(),
  bgColor: text().notNull(),
  position: integer().notNull(),
  language: text({ enum: quizLanguages }).notNull(),
  /** In their order. */
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
    /** Empty where the question is in words alone. */
    code: text().notNull(),
    language: text({ enum: quizLanguages }).notNull(),
    options: jsonb().$type<string[]>().notNull(),
    /** The options are what a program prints. */
    isCode: boolean().notNull(),
    answer: text().notNull(),
    explanation: text().notNull(),
    level: text({ enum: quizLevels }).notNull(),
  },
  (t) => [uniqueIndex("question_place").on(t.collectionId, t.topic, t.position)],
);

/** A question as it was put: it may be worded anew tomorrow. */
export type KeptAnswer = Omit<typeof question.$inferSelect, "collectionId" | "topic" | "position"> & {
  selected: string | null;
};

export const result = pgTable(
  "result",
  {
    /** 128 bits by chance: whoever has the link may read it. */
    id: text().primaryKey(),
    attemptId: uuid().unique(),
    username: text().notNull(),
    email: text().notNull(),
    /** By its words, not by reference: a result outlives its collection. */
    collectionId: text().notNull(),
    languageName: text().notNull(),
    language: text().$type<QuizLanguage>().notNull(),
    topic: text().notNull(),
    setup: text().notNull(),
    answerKey: jsonb().$type<KeptAnswer[]>().notNull(),
    correct: integer().notNull(),
    wrong: integer().notNull(),
    skipped: integer().notNull(),
    total: integer().notNull(),
    consentedTo: text().notNull(),
    takenAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [index("result_email").on(sql`lower(${t.email})`, t.takenAt)],
);
