import { orderStates } from "@shoreline/domain/payment";
import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { learner } from "./account.ts";

const moment = () => timestamp({ withTimezone: true });

/** One attempt to pay for one thing. Its rows outlive the account: they are the books. */
export const paymentOrder = pgTable(
  "payment_order",
  {
    id: uuid().primaryKey().defaultRandom(),
    providerOrderId: text().notNull().unique(),
    learnerId: uuid().references(() => learner.id, { onDelete: "set null" }),
    /** What it is for: a kind of thing that some room sells, and the thing's id. Both are null when only an amount was given. */
    kind: text(),
    itemId: uuid(),
    amountInPaise: integer().notNull(),
    currency: text().notNull(),
    state: text({ enum: orderStates }).notNull(),
    /** What the buyer chose along with it, such as the batch. */
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
  },
  (t) => [index("payment_by_order").on(t.orderId)],
);

/** Every event is worked on once, however often it is delivered. */
export const webhookEvent = pgTable("webhook_event", {
  eventId: text().primaryKey(),
  event: text().notNull(),
  receivedAt: moment().notNull(),
  /** As it came, of news that we do not understand: staff must look. */
  body: text(),
});

/** Money that does not fit what was ordered: staff decide. Nothing is dropped. */
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
    /** Staff and payer have been told. */
    toldAt: moment(),
  },
  (t) => [unique("payment_flag_once").on(t.providerPaymentId, t.reason)],
);
