import { noticeChannels } from "@shoreline/domain/account";
import { batchTypes } from "@shoreline/domain/course";
import { dueNoticeKinds, dueStates, type MoneySettings, saleStates } from "@shoreline/domain/due";
import { sql } from "drizzle-orm";
import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { learner } from "./account.ts";
import { course } from "./course.ts";
import { purchase } from "./enrolment.ts";
import { paymentOrder } from "./payment.ts";
import { staff } from "./staff.ts";

const moment = () => timestamp({ withTimezone: true });

/** What staff agreed with a learner about one course: the price, and when which part of it is due. */
export const sale = pgTable(
  "sale",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Null once the account is deleted: the row is an accounting record. */
    learnerId: uuid().references(() => learner.id, { onDelete: "set null" }),
    courseId: uuid()
      .notNull()
      .references(() => course.id),
    batchTime: text().notNull(),
    batchType: text({ enum: batchTypes }).notNull(),
    /** Company and GSTIN for the invoice. */
    details: jsonb().$type<Record<string, string>>().notNull().default({}),
    listPriceInPaise: integer().notNull(),
    discountInPaise: integer().notNull().default(0),
    discountReason: text().notNull().default(""),
    state: text({ enum: saleStates }).notNull(),
    /** Set with the first payment. */
    purchaseId: uuid().references(() => purchase.id, { onDelete: "set null" }),
    madeBy: uuid().references(() => staff.id, { onDelete: "set null" }),
    madeAt: moment().notNull(),
    approvedBy: uuid().references(() => staff.id, { onDelete: "set null" }),
    /** Joining classes is not restricted before this day, although something is overdue. */
    leniencyUntil: date(),
    /** Since when joining classes is restricted because something is overdue. */
    restrictedAt: moment(),
    /** Why an owner refused it, or why staff withdrew it. */
    refusal: text().notNull().default(""),
    /** The form at the desk: sent twice, it makes one sale. */
    attemptId: uuid().unique(),
    version: integer().notNull().default(0),
  },
  (t) => [
    index("sale_course").on(t.courseId),
    index("sale_learner").on(t.learnerId),
    index("sale_purchase").on(t.purchaseId),
    index("sale_waiting").on(t.madeAt, t.id).where(sql`${t.state} = 'waiting'`),
    index("sale_open").on(t.madeAt, t.id).where(sql`${t.state} = 'open'`),
  ],
);

/** A part of the price, with its day. All dues of a sale add up to its price after the discount. */
export const due = pgTable(
  "due",
  {
    id: uuid().primaryKey().defaultRandom(),
    saleId: uuid()
      .notNull()
      .references(() => sale.id),
    number: smallint().notNull(),
    amountInPaise: integer().notNull(),
    dueOn: date().notNull(),
    state: text({ enum: dueStates }).notNull().default("open"),
    /** The order that paid it. */
    orderId: uuid()
      .unique()
      .references(() => paymentOrder.id),
    settledAt: moment(),
    /** The day of the last reminder, counted from the day on which it is due. */
    lastReminder: smallint(),
    /** In the address of the payment link; anybody who has it can pay. */
    linkToken: text().notNull().unique(),
  },
  (t) => [
    // A due that a changed plan has cancelled keeps its number, which another one may have now.
    uniqueIndex("due_number").on(t.saleId, t.number).where(sql`${t.state} <> 'cancelled'`),
    index("due_sale").on(t.saleId),
    index("due_open").on(t.dueOn, t.id).where(sql`${t.state} = 'open'`),
  ],
);

/** Dues that are outstanding, as the sums have them. */
export const dueOwed = pgTable(
  "due_owed",
  {
    dueId: uuid().primaryKey(),
    saleId: uuid().notNull(),
    dueOn: date().notNull(),
    amountInPaise: integer().notNull(),
  },
  (t) => [index("due_owed_sale").on(t.saleId)],
);

/** What is outstanding of a day. */
export const dueSum = pgTable(
  "due_sum",
  {
    dueOn: date().primaryKey(),
    dues: integer().notNull(),
    amountInPaise: bigint({ mode: "number" }).notNull(),
  },
  (t) => [index("due_sum_none").on(t.dueOn).where(sql`${t.dues} = 0`)],
);

/** Sales of which something may be outstanding that the sums do not have, or no longer. Triggers add them, and a job adds them up. */
export const dueChange = pgTable("due_change", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  saleId: uuid().notNull(),
});

/** What payers were sent about a due. */
export const dueNotice = pgTable(
  "due_notice",
  {
    id: uuid().primaryKey().defaultRandom(),
    dueId: uuid()
      .notNull()
      .references(() => due.id, { onDelete: "cascade" }),
    kind: text({ enum: dueNoticeKinds }).notNull(),
    /** Of a reminder: days after the day on which it was due. */
    day: smallint(),
    /** Null when the learner has neither an e-mail address nor a number that gets messages. */
    channel: text({ enum: noticeChannels }),
    sentAt: moment().notNull(),
    /** Null: the hourly job. */
    sentBy: uuid().references(() => staff.id, { onDelete: "set null" }),
    attemptId: uuid().unique(),
  },
  (t) => [index("due_notice_due").on(t.dueId, t.sentAt)],
);

/** How this institute handles money at the desk: one row. */
export const moneySettings = pgTable("money_settings", {
  id: text().primaryKey(),
  content: jsonb().$type<MoneySettings>().notNull(),
  version: integer().notNull().default(0),
});
