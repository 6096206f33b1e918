import { sql } from "drizzle-orm";
import { index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { learner } from "./account.ts";

export const notification = pgTable(
  "notification",
  {
    id: uuid().primaryKey().defaultRandom(),
    learnerId: uuid()
      .notNull()
      .references(() => learner.id, { onDelete: "cascade" }),
    title: text().notNull(),
    text: text().notNull(),
    link: text(),
    sentAt: timestamp({ withTimezone: true }).notNull(),
    readAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    index("notification_newest").on(t.learnerId, t.sentAt.desc()),
    index("notification_unread").on(t.learnerId).where(sql`${t.readAt} is null`),
  ],
);
