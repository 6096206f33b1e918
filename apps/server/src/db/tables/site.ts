import type { Institute } from "@shoreline/contract";
import { sql } from "drizzle-orm";
import { check, jsonb, pgTable, smallint, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const institute = pgTable(
  "institute",
  {
    id: smallint().primaryKey().default(1),
    profile: jsonb().$type<Institute>().notNull(),
  },
  (t) => [check("institute_one_row", sql`${t.id} = 1`)],
);

export const news = pgTable("news", {
  id: uuid().primaryKey().defaultRandom(),
  slug: text().notNull().unique(),
  title: text().notNull(),
  text: text().notNull(),
  publishedAt: timestamp({ withTimezone: true }).notNull(),
});

/** All other texts of the site: one document per block or long text, in the form that the contract defines. */
export const block = pgTable("block", {
  name: text().primaryKey(),
  content: jsonb().notNull(),
});
