import { sql } from "drizzle-orm";
import { pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";

export const subscription = pgTable(
  "subscription",
  {
    id: uuid().primaryKey().defaultRandom(),
    email: text().notNull(),
    source: text({ enum: ["footer", "career"] }).notNull(),
    subscribedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [uniqueIndex("subscription_email").on(sql`lower(${t.email})`)],
);
