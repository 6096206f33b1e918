import { index, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** The state of the local payment gateway, and webhooks that are still to be sent. */
export const gatewayRecord = pgTable(
  "gateway_record",
  {
    id: text().primaryKey(),
    kind: text({ enum: ["order", "payment", "refund", "dispute", "customer", "token", "webhook"] }).notNull(),
    orderId: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [index("gateway_record_order").on(t.orderId, t.kind)],
);
