import { sql } from "drizzle-orm";
import { date, index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { learner } from "./account.ts";
import { purchase } from "./enrolment.ts";
import { batch } from "./schedule.ts";
import { staff } from "./staff.ts";

const moment = () => timestamp({ withTimezone: true });
const ofPurchase = () =>
  uuid()
    .notNull()
    .references(() => purchase.id, { onDelete: "cascade" });
const ofLearner = () =>
  uuid()
    .notNull()
    .references(() => learner.id, { onDelete: "cascade" });
const byStaff = () => uuid().references(() => staff.id, { onDelete: "set null" });

/** A learner asks for another batch of the same course. */
export const batchRequest = pgTable(
  "batch_request",
  {
    id: uuid().primaryKey().defaultRandom(),
    purchaseId: ofPurchase(),
    learnerId: ofLearner(),
    fromBatchId: uuid().references(() => batch.id, { onDelete: "set null" }),
    toBatchId: uuid()
      .notNull()
      .references(() => batch.id, { onDelete: "cascade" }),
    reason: text().notNull(),
    state: text({ enum: ["asked", "accepted", "refused", "withdrawn"] }).notNull(),
    askedAt: moment().notNull(),
    decidedAt: moment(),
    /** Null: the rule decided. */
    staffId: byStaff(),
    /** What the learner is told. */
    answer: text().notNull().default(""),
  },
  (t) => [
    uniqueIndex("batch_request_once").on(t.purchaseId).where(sql`${t.state} = 'asked'`),
    index("batch_request_open").on(t.askedAt, t.id).where(sql`${t.state} = 'asked'`),
    index("batch_request_purchase").on(t.purchaseId, t.askedAt),
    index("batch_request_learner").on(t.learnerId),
  ],
);

/** The learner keeps the course, but not the seat: no reminders, no classes, until they resume in a batch. */
export const pause = pgTable(
  "pause",
  {
    id: uuid().primaryKey().defaultRandom(),
    purchaseId: ofPurchase(),
    learnerId: ofLearner(),
    /** Where they were. */
    batchId: uuid().references(() => batch.id, { onDelete: "set null" }),
    reason: text().notNull(),
    /** When they want to go on; null: not known. */
    until: date(),
    pausedAt: moment().notNull(),
    pausedBy: byStaff(),
    resumedAt: moment(),
    resumedBy: byStaff(),
  },
  (t) => [
    uniqueIndex("pause_once").on(t.purchaseId).where(sql`${t.resumedAt} is null`),
    index("pause_purchase").on(t.purchaseId, t.pausedAt),
    index("pause_learner").on(t.learnerId),
  ],
);
