import { batchTypes } from "@shoreline/domain/course";
import type { Discount } from "@shoreline/domain/discount";
import { dueStates, saleStates } from "@shoreline/domain/sale";
import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { learner } from "./account.ts";
import { course } from "./course.ts";
import { purchase } from "./enrolment.ts";
import { payment, paymentOrder } from "./payment.ts";
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
    version: integer().notNull().default(0),
  },
  (t) => [
    index("sale_learner").on(t.learnerId),
    index("sale_purchase").on(t.purchaseId),
    index("sale_waiting").on(t.madeAt, t.id).where(sql`${t.state} = 'waiting'`),
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

/** A code that makes courses cheaper. */
export const coupon = pgTable("coupon", {
  id: uuid().primaryKey().defaultRandom(),
  code: text().notNull().unique(),
  note: text().notNull().default(""),
  discount: jsonb().$type<Discount>().notNull(),
  /** Ids of courses in addresses; empty: all of them. */
  courseIds: jsonb().$type<string[]>().notNull().default([]),
  startsAt: moment().notNull(),
  endsAt: moment(),
  usesInAll: integer(),
  usesPerPerson: integer(),
  isStackable: boolean().notNull().default(false),
  isWithdrawn: boolean().notNull().default(false),
  /** Whose referral code it is. */
  referrerId: uuid().references(() => learner.id, { onDelete: "set null" }),
  isDemo: boolean().notNull().default(false),
  version: integer().notNull().default(0),
});

/** held: somebody is paying with it. used: paid. A use that is neither has no row. */
export const couponUse = pgTable(
  "coupon_use",
  {
    orderId: uuid()
      .primaryKey()
      .references(() => paymentOrder.id, { onDelete: "cascade" }),
    couponId: uuid()
      .notNull()
      .references(() => coupon.id),
    learnerId: uuid().references(() => learner.id, { onDelete: "set null" }),
    discountInPaise: integer().notNull(),
    /** Null once it is used. */
    heldUntil: moment(),
  },
  (t) => [index("coupon_use_coupon").on(t.couponId, t.learnerId), index("coupon_use_held").on(t.heldUntil)],
);

/** A lower price of a course until a moment. */
export const earlyBird = pgTable("early_bird", {
  courseId: uuid()
    .primaryKey()
    .references(() => course.id, { onDelete: "cascade" }),
  priceInPaise: integer().notNull(),
  endsAt: moment().notNull(),
  version: integer().notNull().default(0),
});

/** The cash of one desk on one day. */
export const cashDrawer = pgTable(
  "cash_drawer",
  {
    id: uuid().primaryKey().defaultRandom(),
    desk: text().notNull(),
    day: date().notNull(),
    openingInPaise: integer().notNull(),
    openedBy: uuid().references(() => staff.id, { onDelete: "set null" }),
    openedAt: moment().notNull(),
    /** What was counted in the evening. */
    countedInPaise: integer(),
    closedBy: uuid().references(() => staff.id, { onDelete: "set null" }),
    closedAt: moment(),
    /** Why the count differs from what should be there. */
    explanation: text().notNull().default(""),
    isDemo: boolean().notNull().default(false),
  },
  (t) => [
    unique("cash_drawer_day").on(t.desk, t.day),
    uniqueIndex("cash_drawer_open").on(t.desk).where(sql`${t.closedAt} is null`),
  ],
);

/** Cash that went into a drawer or came out of it: fees, refunds, and what staff put in or took out. */
export const cashMove = pgTable(
  "cash_move",
  {
    id: uuid().primaryKey().defaultRandom(),
    drawerId: uuid()
      .notNull()
      .references(() => cashDrawer.id),
    /** Negative: it came out. */
    amountInPaise: integer().notNull(),
    providerPaymentId: text().references(() => payment.providerPaymentId),
    reason: text().notNull().default(""),
    by: uuid().references(() => staff.id, { onDelete: "set null" }),
    at: moment().notNull(),
  },
  (t) => [index("cash_move_drawer").on(t.drawerId, t.at)],
);

/** Receipts for what was paid at the desk. */
export const receipt = pgTable("receipt", {
  id: uuid().primaryKey().defaultRandom(),
  number: text().notNull().unique(),
  providerPaymentId: text()
    .notNull()
    .unique()
    .references(() => payment.providerPaymentId),
  content: jsonb().$type<Record<string, unknown>>().notNull(),
  issuedAt: moment().notNull(),
});
