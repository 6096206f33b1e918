import { batchTypes } from "@shoreline/domain/course";
import { presenceSources } from "@shoreline/domain/presence";
import { classNoticeKinds } from "@shoreline/domain/schedule";
import type { WeeklySlot } from "@shoreline/domain/weekly";
import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { learner } from "./account.ts";
import { campusRoom } from "./batch-plan.ts";
import { course } from "./course.ts";
import { purchase } from "./enrolment.ts";
import { staff } from "./staff.ts";

const moment = () => timestamp({ withTimezone: true });

/** One run of a course. Buyers choose it by its batch time and type; its classes follow its pattern. */
export const batch = pgTable(
  "batch",
  {
    id: uuid().primaryKey().defaultRandom(),
    courseId: uuid()
      .notNull()
      .references(() => course.id, { onDelete: "cascade" }),
    batchTime: text().notNull(),
    batchType: text({ enum: batchTypes }).notNull(),
    startsAt: moment().notNull(),
    endsAt: moment().notNull(),
    /** Null means no limit. */
    seats: integer(),
    /** What staff call it; empty: by its kind and start. */
    name: text().notNull().default(""),
    /** Null for batches from before there were patterns: as the kind says. */
    pattern: jsonb().$type<WeeklySlot[]>(),
    /** The last day to join; null: while a learner misses at most a quarter of the classes. */
    joinUntil: date(),
    trainerId: uuid().references(() => staff.id, { onDelete: "set null" }),
    roomId: uuid().references(() => campusRoom.id),
    /** For classes that get no meeting of their own. */
    meetingUrl: text().notNull().default(""),
    /** Each class gets a meeting by an account at a provider. */
    makesMeetings: boolean().notNull().default(false),
    cancelledAt: moment(),
    /** Increases with every change by staff. */
    version: integer().notNull().default(0),
    /** Planned for the demo, and removed with it. */
    isDemo: boolean().notNull().default(false),
  },
  (t) => [
    index("batch_kind").on(t.courseId, t.batchTime, t.batchType, t.startsAt),
    index("batch_starts").on(t.startsAt),
    index("batch_ends").on(t.endsAt),
    index("batch_trainer").on(t.trainerId, t.startsAt),
    index("batch_room").on(t.roomId, t.startsAt),
  ],
);

/** The batch of a purchase. */
export const batchPlace = pgTable(
  "batch_place",
  {
    purchaseId: uuid()
      .primaryKey()
      .references(() => purchase.id, { onDelete: "cascade" }),
    batchId: uuid()
      .notNull()
      .references(() => batch.id),
    placedAt: moment().notNull(),
  },
  (t) => [index("batch_place_in_order").on(t.batchId, t.purchaseId)],
);

/**
 * Purchases that are the learner's and have no place in a batch, also paused ones. Triggers keep it, whichever version of the product
 * writes. Two transactions at the same moment may leave a row too many, but (in READ COMMITTED) never one too few.
 */
export const unplacedPurchase = pgTable("unplaced_purchase", {
  purchaseId: uuid()
    .primaryKey()
    .references(() => purchase.id, { onDelete: "cascade" }),
});

export const liveClass = pgTable(
  "live_class",
  {
    id: uuid().primaryKey().defaultRandom(),
    batchId: uuid()
      .notNull()
      .references(() => batch.id, { onDelete: "cascade" }),
    /** Number within the batch, from 1; it stays the same when the class moves. */
    number: integer().notNull(),
    startsAt: moment().notNull(),
    minutes: integer().notNull(),
    topic: text().notNull(),
    trainerName: text().notNull(),
    /** The account of the trainer; null where only the name is known. Nobody teaches two classes at a time (live_class_trainer). */
    trainerId: uuid().references(() => staff.id, { onDelete: "set null" }),
    /** The room at the campus; null online. No room holds two classes at a time (live_class_room). */
    roomId: uuid().references(() => campusRoom.id),
    /** What was taught, where it differs from the topic. */
    topicHeld: text().notNull().default(""),
    /** When the trainer closed the roll-call. */
    finishedAt: moment(),
    /** Empty while there is no link yet. */
    meetingUrl: text().notNull().default(""),
    /** Empty while there is no recording. */
    recordingUrl: text().notNull().default(""),
    /** Increases with every change that calendars must pick up. */
    sequence: integer().notNull().default(0),
    changedAt: moment().notNull(),
    cancelledAt: moment(),
  },
  (t) => [
    unique("live_class_number").on(t.batchId, t.number),
    index("live_class_starts").on(t.startsAt),
    // A page of the classes of a day, and their number, are read from it alone.
    index("live_class_of_day").on(t.startsAt, t.id, t.minutes).where(sql`${t.cancelledAt} is null`),
    index("live_class_trainer_starts").on(t.trainerId, t.startsAt),
    index("live_class_room_starts").on(t.roomId, t.startsAt),
    // Of classes that know their trainer by name only; `plainName` compares names.
    index("live_class_trainer_name")
      .on(sql`lower(trim(regexp_replace(trainer_name, '\\s+', ' ', 'g')))`)
      .where(sql`${t.trainerId} is null`),
  ],
);

export const attendance = pgTable(
  "attendance",
  {
    learnerId: uuid()
      .notNull()
      .references(() => learner.id, { onDelete: "cascade" }),
    classId: uuid()
      .notNull()
      .references(() => liveClass.id, { onDelete: "cascade" }),
    firstJoinedAt: moment().notNull(),
    lastJoinedAt: moment().notNull(),
    source: text({ enum: presenceSources }).notNull().default("joined"),
    isLate: boolean().notNull().default(false),
    /** As the meeting provider reported; null: not known. */
    minutes: integer(),
  },
  (t) => [primaryKey({ columns: [t.learnerId, t.classId] }), index("attendance_class").on(t.classId)],
);

/** Notifications already sent about a class: a reminder once per start time, a change once per change. */
export const classNews = pgTable(
  "class_news",
  {
    learnerId: uuid()
      .notNull()
      .references(() => learner.id, { onDelete: "cascade" }),
    classId: uuid()
      .notNull()
      .references(() => liveClass.id, { onDelete: "cascade" }),
    kind: text({ enum: classNoticeKinds }).notNull(),
    startsAt: moment().notNull(),
    /** The sequence of the class for a change; 0 for reminders. */
    sequence: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.classId, t.learnerId, t.kind, t.startsAt, t.sequence] }),
    index("class_news_learner").on(t.learnerId),
    index("class_news_starts").on(t.startsAt),
  ],
);

/** The secret address of a learner's calendar feed. */
export const calendarFeed = pgTable("calendar_feed", {
  learnerId: uuid()
    .primaryKey()
    .references(() => learner.id, { onDelete: "cascade" }),
  token: text().notNull().unique(),
  madeAt: moment().notNull(),
});
