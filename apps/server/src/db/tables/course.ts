import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";

type SyllabusSection = { title: string; topics: string[] };
type Question = { question: string; answer: string };

export const course = pgTable("course", {
  id: uuid().primaryKey().defaultRandom(),
  courseId: text().notNull().unique(),
  name: text().notNull(),
  image: text().notNull(),
  field: text().notNull(),
  level: text().notNull(),
  position: integer().notNull(),
  isTrending: boolean().notNull().default(false),
  description: text().notNull(),
  durationInHours: integer().notNull(),
  priceInPaise: integer().notNull(),
  outcomes: jsonb().$type<string[]>().notNull(),
  syllabus: jsonb().$type<SyllabusSection[]>().notNull(),
  questions: jsonb().$type<Question[]>().notNull(),
});

export const mentor = pgTable("mentor", {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull().unique(),
  designation: text().notNull(),
  picture: text().notNull(),
  about: text().notNull(),
  position: integer().notNull(),
});
