import { batchTypes } from "@shoreline/domain/course";
import { dueStates, type MoneySettings, saleStates } from "@shoreline/domain/due";
import { sql } from "drizzle-orm";
import { date, index, integer, jsonb, pgTable, smallint, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
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
    /** Why an owner refused it, or why staff withdrew it. */
    refusal: text().notNull().default(""),
    /** The form at the desk: sent twice, it makes one sale. */
    attemptId: uuid().unique(),
    version: integer().notNull().default(0),
  },
  (t) => [
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
    unique("due_number").on(t.saleId, t.number),
    index("due_open").on(t.dueOn, t.id).where(sql`${t.state} = 'open'`),
  ],
);

/** How this institute handles money at the desk: one row. */
export const moneySettings = pgTable("money_settings", {
  id: text().primaryKey(),
  content: jsonb().$type<MoneySettings>().notNull(),
  version: integer().notNull().default(0),
});
