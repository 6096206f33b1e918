import { boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { learner } from "./account.ts";
import { liveClass } from "./schedule.ts";

const moment = () => timestamp({ withTimezone: true });

/** An account at a meeting provider, with which we make the meetings of classes. */
export const meetingAccount = pgTable("meeting_account", {
  id: uuid().primaryKey().defaultRandom(),
  kind: text({ enum: ["bigbluebutton", "zoom", "meet"] }).notNull(),
  name: text().notNull(),
  /** What is no secret: addresses and ids. */
  settings: jsonb().$type<Record<string, string>>().notNull(),
  secret: text().notNull(),
  /** Meetings that it can hold at the same time. */
  atOnce: integer().notNull().default(1),
  addedAt: moment().notNull(),
  closedAt: moment(),
  isDemo: boolean().notNull().default(false),
});

/** The meeting of a class. The database refuses two at a time in one slot of an account. */
export const meeting = pgTable(
  "meeting",
  {
    classId: uuid()
      .primaryKey()
      .references(() => liveClass.id, { onDelete: "cascade" }),
    accountId: uuid()
      .notNull()
      .references(() => meetingAccount.id),
    /** From 0 up to what the account holds at once. */
    slot: integer().notNull(),
    /** As the class had them when the meeting was made. */
    startsAt: moment().notNull(),
    minutes: integer().notNull(),
    /** The provider's id; empty until it is made. */
    externalId: text().notNull().default(""),
    /** What else the provider gave us: passwords, links. */
    details: jsonb().$type<Record<string, string>>().notNull(),
    state: text({ enum: ["asked", "made", "running", "ended", "failed"] }).notNull(),
    /** Why it failed, in the provider's words. */
    problem: text().notNull().default(""),
    madeAt: moment(),
    endedAt: moment(),
    /** When the minutes of those who came were stored. */
    reportedAt: moment(),
  },
  (t) => [index("meeting_of_account").on(t.accountId, t.startsAt), index("meeting_starts").on(t.startsAt)],
);

/** Who was in a meeting, and for how long. */
export const meetingStay = pgTable(
  "meeting_stay",
  {
    id: uuid().primaryKey().defaultRandom(),
    classId: uuid()
      .notNull()
      .references(() => meeting.classId, { onDelete: "cascade" }),
    /** Null when the name in the meeting is nobody of the batch. */
    learnerId: uuid().references(() => learner.id, { onDelete: "cascade" }),
    name: text().notNull(),
    minutes: integer().notNull(),
    firstSeenAt: moment().notNull(),
    lastSeenAt: moment().notNull(),
  },
  (t) => [index("meeting_stay_class").on(t.classId), index("meeting_stay_learner").on(t.learnerId)],
);
