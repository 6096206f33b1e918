import { sql } from "drizzle-orm";
import { boolean, check, date, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { learner } from "./account.ts";
import { notification } from "./notification.ts";
import { staff } from "./staff.ts";

export const digestKinds = ["material", "recording", "homework", "graded", "handed in", "question", "answer"] as const;

/** Something new that a learner or somebody of the staff hears of in their next digest, together with everything else. */
export const digestItem = pgTable(
  "digest_item",
  {
    id: uuid().primaryKey().defaultRandom(),
    learnerId: uuid().references(() => learner.id, { onDelete: "cascade" }),
    staffId: uuid().references(() => staff.id, { onDelete: "cascade" }),
    kind: text({ enum: digestKinds }).notNull(),
    /** Its name, which a digest about one course says once. */
    course: text().notNull().default(""),
    /** As a line of the digest, after the course: "the recording of class 12". */
    title: text().notNull(),
    /** A path of the site. */
    link: text().notNull(),
    /** News about the same thing: only the latest is told. */
    about: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** When the digest with it was made. */
    toldAt: timestamp({ withTimezone: true }),
    /** The notification that told it; null for staff, who have none. */
    notificationId: uuid().references(() => notification.id, { onDelete: "set null" }),
    /** When it was in the mail of a day. */
    mailedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    check("digest_item_of_one", sql`(${t.learnerId} is null) <> (${t.staffId} is null)`),
    index("digest_item_untold").on(t.at).where(sql`${t.toldAt} is null`),
    index("digest_item_learner").on(t.learnerId, t.at),
    index("digest_item_staff").on(t.staffId, t.at),
    index("digest_item_unmailed").on(t.at).where(sql`${t.mailedAt} is null`),
    index("digest_item_notification").on(t.notificationId),
    index("digest_item_at").on(t.at),
  ],
);

/** Who gets digests. A row is made with the first one, or when somebody chooses. */
export const digestReader = pgTable(
  "digest_reader",
  {
    /** In the link that ends the mails: nobody can guess it. */
    id: uuid().primaryKey().defaultRandom(),
    learnerId: uuid()
      .unique()
      .references(() => learner.id, { onDelete: "cascade" }),
    staffId: uuid()
      .unique()
      .references(() => staff.id, { onDelete: "cascade" }),
    wantsMail: boolean().notNull().default(true),
    /** When the last bundled notification was made. */
    toldAt: timestamp({ withTimezone: true }),
    /** The day of the last mail, by the clock of the institute. */
    mailedOn: date(),
  },
  (t) => [check("digest_reader_of_one", sql`(${t.learnerId} is null) <> (${t.staffId} is null)`)],
);
