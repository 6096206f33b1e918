import { index, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** What the local payment gateway remembers: its orders, its payments, the webhooks it still has to deliver. */
export const gatewayRecord = pgTable(
  "gateway_record",
  {
    id: text().primaryKey(),
    kind: text({ enum: ["order", "payment", "webhook"] }).notNull(),
    orderId: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [index("gateway_record_order").on(t.orderId, t.kind)],
);
