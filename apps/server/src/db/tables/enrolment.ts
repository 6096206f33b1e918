import { batchTypes } from "@shoreline/domain/course";
import { purchaseStates } from "@shoreline/domain/purchase";
import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { learner } from "./account.ts";
import { bookColumns } from "./book-columns.ts";
import { course } from "./course.ts";
import { paymentOrder } from "./payment.ts";

const moment = () => timestamp({ withTimezone: true });

export const purchase = pgTable(
  "purchase",
  {
    id: uuid().primaryKey().defaultRandom(),
    learnerId: uuid()
      .notNull()
      .references(() => learner.id, { onDelete: "cascade" }),
    courseId: uuid()
      .notNull()
      .references(() => course.id),
    batchTime: text().notNull(),
    batchType: text({ enum: batchTypes }).notNull(),
    query: text().notNull().default(""),
    /** Null for a free course. */
    orderId: uuid()
      .unique()
      .references(() => paymentOrder.id),
    amountInPaise: integer().notNull().default(0),
    method: text().notNull().default("free"),
    purchasedAt: moment().notNull(),
    /** When the learner was notified; set in the same transaction, so that nobody is notified twice. */
    confirmedAt: moment(),
    /** Suspended: the course is the learner's, but classes cannot be joined. Refunded or transferred: it is not any more. */
    state: text({ enum: purchaseStates }).notNull().default("active"),
    /** When the state last changed. */
    stateSince: moment(),
    /** The purchase that took its place. */
    transferredTo: uuid().references((): AnyPgColumn => purchase.id, { onDelete: "set null" }),
  },
  (t) => [
    // Who got the money back may buy the course again.
    uniqueIndex("purchase_current").on(t.learnerId, t.courseId).where(sql`${t.state} in ('active', 'suspended')`),
    index("purchase_learner").on(t.learnerId),
    index("purchase_course").on(t.courseId),
    index("purchase_transferred").on(t.transferredTo).where(sql`${t.transferredTo} is not null`),
  ],
);

/** A snapshot that outlives the profile, the course and the account, because the law requires it. */
export const invoice = pgTable(
  "invoice",
  {
    id: uuid().primaryKey().defaultRandom(),
    number: text().notNull().unique(),
    financialYear: text().notNull(),
    serial: integer().notNull(),
    /** A purchase that is paid in parts has an invoice for each. */
    purchaseId: uuid().references(() => purchase.id, { onDelete: "set null" }),
    /** Null for invoices of earlier releases whose order is not known. */
    orderId: uuid()
      .unique()
      .references(() => paymentOrder.id),
    learnerId: uuid().references(() => learner.id, { onDelete: "set null" }),
    content: jsonb().$type<Record<string, unknown>>().notNull(),
    issuedAt: moment().notNull(),
    ...bookColumns(),
  },
  (t) => [
    // The books of a month are read from it alone.
    index("invoice_books").on(
      t.issuedAt,
      t.placeCode,
      t.ratePercent,
      t.totalInPaise,
      t.cgstInPaise,
      t.igstInPaise,
      t.id,
    ),
    unique("invoice_serial").on(t.financialYear, t.serial),
    index("invoice_purchase").on(t.purchaseId),
    index("invoice_learner").on(t.learnerId),
    index("invoice_issued").on(t.issuedAt, t.id),
    index("invoice_buyer").on(t.issuedAt).where(sql`${t.content} -> 'buyer' ->> 'name' <> ''`),
  ],
);

/** Incremented in the transaction that issues the invoice, so that no number is skipped. */
export const invoiceCounter = pgTable("invoice_counter", {
  financialYear: text().primaryKey(),
  last: integer().notNull(),
});

/** The same for receipts and credit notes. */
export const documentCounter = pgTable(
  "document_counter",
  { series: text().notNull(), financialYear: text().notNull(), last: integer().notNull() },
  (t) => [primaryKey({ columns: [t.series, t.financialYear] })],
);
