import { boolean, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { learner } from "./account.ts";

/** A learner's public page of certificates. Without a row there is none. */
export const showcase = pgTable("showcase", {
  learnerId: uuid()
    .primaryKey()
    .references(() => learner.id, { onDelete: "cascade" }),
  /** In the address; nobody can guess it. */
  token: text().notNull().unique(),
  isHidden: boolean().notNull().default(false),
  createdAt: timestamp({ withTimezone: true }).notNull(),
});
