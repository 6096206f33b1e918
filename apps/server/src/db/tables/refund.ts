import { disputeDecisions, disputeStates } from "@shoreline/domain/payment";
import { refundStates, refundWays } from "@shoreline/domain/refund";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
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
import { bookColumns } from "./book-columns.ts";
import { invoice, purchase } from "./enrolment.ts";
import { payment, paymentFlag, paymentOrder } from "./payment.ts";
import { staff } from "./staff.ts";

const moment = () => timestamp({ withTimezone: true });

/** Money that goes back to who paid it. */
export const refund = pgTable(
  "refund",
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: uuid()
      .notNull()
      .references(() => paymentOrder.id),
    providerPaymentId: text()
      .notNull()
      .references(() => payment.providerPaymentId),
    purchaseId: uuid().references(() => purchase.id, { onDelete: "set null" }),
    amountInPaise: integer().notNull(),
    reason: text().notNull(),
    /** What the learner reads about it. */
    message: text().notNull().default(""),
    /** source: the way it came, by the provider. Otherwise how it was given at the desk. */
    way: text({ enum: refundWays }).notNull(),
    reference: text().notNull().default(""),
    state: text({ enum: refundStates }).notNull(),
    /** Whether the course goes with it. */
    endsAccess: boolean().notNull(),
    providerRefundId: text().unique(),
    failure: text().notNull().default(""),
    /** Of the request that asked for it, so that the same one again asks for nothing. */
    attemptId: uuid().unique(),
    /** The money that needed a decision, which was to give it back. */
    flagId: uuid().references(() => paymentFlag.id, { onDelete: "set null" }),
    /** Null: it was made in the provider's own dashboard. */
    askedBy: uuid().references(() => staff.id, { onDelete: "set null" }),
    askedAt: moment().notNull(),
    approvedBy: uuid().references(() => staff.id, { onDelete: "set null" }),
    doneAt: moment(),
    checks: integer().notNull().default(0),
    /** When we ask the provider what became of it. */
    nextCheckAt: moment(),
    version: integer().notNull().default(0),
  },
  (t) => [
    index("refund_payment").on(t.providerPaymentId),
    index("refund_purchase").on(t.purchaseId),
    index("refund_order").on(t.orderId),
    index("refund_next_check").on(t.nextCheckAt).where(sql`${t.nextCheckAt} is not null`),
    // Made in the provider's dashboard, and nobody has said whether the course goes with it.
    index("refund_elsewhere")
      .on(t.doneAt)
      .where(sql`${t.attemptId} is null and ${t.approvedBy} is null and ${t.state} = 'done'`),
    index("refund_done").on(t.doneAt).where(sql`${t.state} = 'done'`),
    index("refund_open").on(t.askedAt, t.id).where(sql`${t.state} in ('asked', 'approved', 'sent', 'failed')`),
  ],
);

/** Takes an invoice back, in whole or in part. A snapshot that outlives everything that it names. */
export const creditNote = pgTable(
  "credit_note",
  {
    id: uuid().primaryKey().defaultRandom(),
    number: text().notNull().unique(),
    financialYear: text().notNull(),
    serial: integer().notNull(),
    invoiceId: uuid()
      .notNull()
      .references(() => invoice.id),
    refundId: uuid()
      .unique()
      .references(() => refund.id),
    content: jsonb().$type<Record<string, unknown>>().notNull(),
    issuedAt: moment().notNull(),
    ...bookColumns(),
  },
  (t) => [
    index("credit_note_books").on(
      t.issuedAt,
      t.placeCode,
      t.ratePercent,
      t.totalInPaise,
      t.cgstInPaise,
      t.igstInPaise,
      t.id,
    ),
    unique("credit_note_serial").on(t.financialYear, t.serial),
    index("credit_note_invoice").on(t.invoiceId),
    index("credit_note_issued").on(t.issuedAt, t.id),
    index("credit_note_buyer").on(t.issuedAt).where(sql`${t.content} -> 'buyer' ->> 'name' <> ''`),
  ],
);

/** A payer who asks the bank to take the money back. */
export const dispute = pgTable(
  "dispute",
  {
    providerDisputeId: text().primaryKey(),
    providerPaymentId: text().notNull(),
    orderId: uuid().references(() => paymentOrder.id),
    amountInPaise: integer().notNull(),
    reason: text().notNull().default(""),
    state: text({ enum: disputeStates }).notNull(),
    respondBy: moment(),
    openedAt: moment().notNull(),
    changedAt: moment().notNull(),
    /** What an owner says about a lost one: whether the fee is given up or still owed. */
    decision: text({ enum: disputeDecisions }),
    note: text().notNull().default(""),
    settledAt: moment(),
    settledBy: uuid().references(() => staff.id, { onDelete: "set null" }),
  },
  (t) => [
    index("dispute_order").on(t.orderId),
    index("dispute_lost").on(t.openedAt).where(sql`${t.state} = 'lost' and ${t.decision} is null`),
    index("dispute_open").on(t.openedAt).where(sql`${t.state} in ('open', 'under review')`),
  ],
);

/** What the provider paid out to the bank. */
export const settlement = pgTable(
  "settlement",
  {
    providerSettlementId: text().primaryKey(),
    /** The bank's reference. */
    utr: text().notNull().default(""),
    amountInPaise: bigint({ mode: "number" }).notNull(),
    feeInPaise: bigint({ mode: "number" }).notNull(),
    feeTaxInPaise: bigint({ mode: "number" }).notNull(),
    settledAt: moment().notNull(),
    importedAt: moment().notNull(),
  },
  (t) => [index("settlement_day").on(t.settledAt, t.providerSettlementId)],
);

/** Payments, refunds and corrections that a settlement consists of. */
export const settlementLine = pgTable(
  "settlement_line",
  {
    providerSettlementId: text()
      .notNull()
      .references(() => settlement.providerSettlementId, { onDelete: "cascade" }),
    /** The id of the payment, the refund or the correction. */
    entityId: text().notNull(),
    kind: text({ enum: ["payment", "refund", "adjustment"] }).notNull(),
    creditInPaise: integer().notNull(),
    debitInPaise: integer().notNull(),
    feeInPaise: integer().notNull(),
    feeTaxInPaise: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.providerSettlementId, t.entityId] }),
    index("settlement_line_entity").on(t.entityId),
  ],
);
