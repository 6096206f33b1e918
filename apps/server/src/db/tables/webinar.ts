import { index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const webinar = pgTable(
  "webinar",
  {
    id: uuid().primaryKey().defaultRandom(),
    course: text().notNull(),
    startAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [index("webinar_start").on(t.startAt)],
);
