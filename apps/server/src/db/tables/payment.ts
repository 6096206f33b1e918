import { flagDecisions, orderChannels, orderStates } from "@shoreline/domain/payment";
import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { learner } from "./account.ts";
import { staff } from "./staff.ts";

const moment = () => timestamp({ withTimezone: true });

/** One attempt to pay for one item. The rows outlive the account: they are accounting records. */
export const paymentOrder = pgTable(
  "payment_order",
  {
    id: uuid().primaryKey().defaultRandom(),
    providerOrderId: text().notNull().unique(),
    learnerId: uuid().references(() => learner.id, { onDelete: "set null" }),
    /** What the order buys: the kind that a room sells, and the item's id. Both are null when only an amount was given. */
    kind: text(),
    itemId: uuid(),
    amountInPaise: integer().notNull(),
    currency: text().notNull(),
    state: text({ enum: orderStates }).notNull(),
    channel: text({ enum: orderChannels }).notNull().default("online"),
    /** Further choices of the buyer, such as the batch. */
    details: jsonb().$type<Record<string, string>>().notNull().default({}),
    createdAt: moment().notNull(),
    paidAt: moment(),
    spentAt: moment(),
    checks: integer().notNull().default(0),
    nextCheckAt: moment(),
  },
  (t) => [
    index("payment_order_learner").on(t.learnerId, t.kind, t.itemId),
    check("payment_order_item", sql`(${t.kind} is null) = (${t.itemId} is null)`),
    index("payment_order_next_check").on(t.nextCheckAt),
    index("payment_order_claimed").on(t.createdAt).where(sql`${t.providerOrderId} like 'claimed:%'`),
    index("payment_order_newest").on(t.createdAt, t.id),
    index("payment_order_flagged").on(t.createdAt, t.id).where(sql`${t.state} = 'flagged'`),
    index("payment_order_buyer").on(t.createdAt).where(sql`${t.details} ? 'email'`),
  ],
);

export const payment = pgTable(
  "payment",
  {
    providerPaymentId: text().primaryKey(),
    orderId: uuid()
      .notNull()
      .references(() => paymentOrder.id),
    status: text().notNull(),
    method: text().notNull(),
    amountInPaise: integer().notNull(),
    currency: text().notNull(),
    firstSeenAt: moment().notNull(),
    capturedAt: moment(),
    /** Of a cheque, a bank transfer or a card slip, as staff wrote it. */
    reference: text().notNull().default(""),
    /** Who took it at the desk. */
    takenBy: uuid().references(() => staff.id, { onDelete: "set null" }),
    /** What the provider kept; null until it has said so. */
    feeInPaise: integer(),
    feeTaxInPaise: integer(),
  },
  (t) => [
    index("payment_by_order").on(t.orderId),
    index("payment_captured").on(t.capturedAt, t.providerPaymentId),
    index("payment_reference").on(sql`lower(${t.reference})`).where(sql`${t.reference} <> ''`),
  ],
);

/** Every event is processed once, however often it is delivered. */
export const webhookEvent = pgTable(
  "webhook_event",
  {
    eventId: text().primaryKey(),
    event: text().notNull(),
    receivedAt: moment().notNull(),
    /** The raw body, stored only when we cannot read the event, so that staff can look at it. */
    body: text(),
  },
  (t) => [index("webhook_event_received").on(t.receivedAt)],
);

/** A payment that does not match its order. Nothing is dropped: staff decide. */
export const paymentFlag = pgTable(
  "payment_flag",
  {
    id: uuid().primaryKey().defaultRandom(),
    orderId: uuid()
      .notNull()
      .references(() => paymentOrder.id),
    providerPaymentId: text().notNull(),
    reason: text().notNull(),
    isSettled: boolean().notNull().default(false),
    flaggedAt: moment().notNull(),
    /** When staff and the payer were notified. */
    notifiedAt: timestamp("told_at", { withTimezone: true }),
    settledAt: moment(),
    settledBy: uuid().references(() => staff.id, { onDelete: "set null" }),
    decision: text({ enum: flagDecisions }),
    note: text().notNull().default(""),
  },
  (t) => [
    unique("payment_flag_once").on(t.providerPaymentId, t.reason),
    index("payment_flag_order").on(t.orderId),
    index("payment_flag_open").on(t.flaggedAt, t.id).where(sql`not ${t.isSettled}`),
  ],
);
