import type { WeeklySlot } from "@shoreline/domain/weekly";
import { boolean, date, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { course } from "./course.ts";
import { staff } from "./staff.ts";

const moment = () => timestamp({ withTimezone: true });

/** A room at the campus in which classes are held. */
export const campusRoom = pgTable("campus_room", {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull().unique(),
  /** Null means no limit. */
  seats: integer(),
  /** Not offered any more; old classes still name it. */
  closedAt: moment(),
  isDemo: boolean().notNull().default(false),
});

/** A day without classes. */
export const holiday = pgTable("holiday", {
  day: date().primaryKey(),
  name: text().notNull(),
  isDemo: boolean().notNull().default(false),
});

/** When a trainer can teach, and what. Who has no row teaches everything, at any time. */
export const trainer = pgTable("trainer", {
  staffId: uuid()
    .primaryKey()
    .references(() => staff.id, { onDelete: "cascade" }),
  /** Minutes after midnight, in the institute's time zone. Empty: at any time. */
  hours: jsonb().$type<{ weekday: number; from: number; to: number }[]>().notNull(),
  /** Public ids of courses. Empty: all. */
  courseIds: jsonb().$type<string[]>().notNull(),
  /** Null means no limit. */
  hoursAWeek: integer(),
  version: integer().notNull().default(0),
});

/** The form of a batch that is being planned. Nobody sees it outside the console, and it has no classes yet. */
export type DraftContent = {
  name: string;
  from: string | null;
  pattern: WeeklySlot[];
  batchTime: string;
  batchType: string;
  trainerId: string | null;
  roomId: string | null;
  meetingUrl: string;
  makesMeetings: boolean;
  seats: number | null;
  joinUntil: string | null;
};

export const batchDraft = pgTable("batch_draft", {
  id: uuid().primaryKey().defaultRandom(),
  courseId: uuid()
    .notNull()
    .references(() => course.id, { onDelete: "cascade" }),
  content: jsonb().$type<DraftContent>().notNull(),
  madeBy: uuid().references(() => staff.id, { onDelete: "set null" }),
  changedAt: moment().notNull(),
  version: integer().notNull().default(0),
  isDemo: boolean().notNull().default(false),
});

/** What the institute decides about classes: one row. */
export const classSettings = pgTable("class_settings", {
  id: text().primaryKey(),
  content: jsonb().$type<Record<string, unknown>>().notNull(),
  version: integer().notNull().default(0),
});

/** A timetable that the solver proposes for drafts. */
export const proposal = pgTable("proposal", {
  id: uuid().primaryKey().defaultRandom(),
  state: text({ enum: ["asked", "ready", "impossible", "failed", "accepted", "dropped"] }).notNull(),
  /** What it was asked for. */
  input: jsonb().notNull(),
  result: jsonb(),
  /** Why there is no plan, in words for staff. */
  why: text().notNull().default(""),
  staffId: uuid().references(() => staff.id, { onDelete: "set null" }),
  askedAt: moment().notNull(),
  doneAt: moment(),
});
