import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, smallint, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** What the local mail and SMS adapters "sent"; empty once real providers are set. */
export const outbox = pgTable(
  "outbox",
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: ["mail", "sms"] }).notNull(),
    to: text().notNull(),
    subject: text(),
    text: text().notNull(),
    html: text(),
    /** What was attached; the files themselves are not kept here. */
    attachments: jsonb().$type<{ name: string; size: number }[]>().notNull().default([]),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index("outbox_newest").on(t.at.desc())],
);

/** The shape is rate-limiter-flexible's; made unlogged in the migration: losing counts in a crash is fine. */
export const rateLimit = pgTable("rate_limit", {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: "number" }),
});

/** One row at most: this database was filled with the demo institute. */
export const demoContent = pgTable(
  "demo_content",
  {
    id: smallint().primaryKey().default(1),
    loadedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [check("demo_content_one_row", sql`${t.id} = 1`)],
);
