import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { learner } from "./account.ts";
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
    /** As a line of the digest: "Python: the recording of class 12". */
    title: text().notNull(),
    /** A path of the site. */
    link: text().notNull(),
    /** News about the same thing: only the latest is told. */
    about: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** When the digest with it was made. */
    toldAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    check("digest_item_of_one", sql`(${t.learnerId} is null) <> (${t.staffId} is null)`),
    index("digest_item_untold").on(t.at).where(sql`${t.toldAt} is null`),
    index("digest_item_learner").on(t.learnerId, t.at),
    index("digest_item_staff").on(t.staffId, t.at),
  ],
);
