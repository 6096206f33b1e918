import type { WeeklySlot } from "@shoreline/domain/weekly";
import { boolean, index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { learner } from "./account.ts";
import { batch } from "./schedule.ts";
import { staff } from "./staff.ts";

const moment = () => timestamp({ withTimezone: true });

/** Of one class. Times in ISO form; what did not change is left out. */
export type ChangedClass = {
  classId: string;
  number: number;
  /** Of the class after the change. Older changes do not have it. */
  sequence?: number;
  before: ClassFacts;
  after: ClassFacts;
  /** With the first class of a change that changed the batch too. */
  batch?: { before: BatchFacts; version: number };
};
/** What the rest of a series gives to its batch. */
export type BatchFacts = { trainerId?: string | null; roomId?: string | null; pattern?: WeeklySlot[] | null };
export type ClassFacts = {
  startsAt?: string;
  trainerId?: string | null;
  trainerName?: string;
  roomId?: string | null;
  isCancelled?: boolean;
};

/** One change of a batch by staff, however many of its classes it moved. Learners get one notice of it. */
export const classChange = pgTable(
  "class_change",
  {
    id: uuid().primaryKey().defaultRandom(),
    batchId: uuid()
      .notNull()
      .references(() => batch.id, { onDelete: "cascade" }),
    classes: jsonb().$type<ChangedClass[]>().notNull(),
    /** False when learners need not know, such as of another room of an online class. */
    isTold: boolean().notNull(),
    /** What staff wrote to the learners about it. */
    note: text().notNull().default(""),
    staffId: uuid().references(() => staff.id, { onDelete: "set null" }),
    at: moment().notNull(),
  },
  (t) => [index("class_change_batch").on(t.batchId, t.at)],
);

/** Who has had the notice of a change. */
export const changeNews = pgTable(
  "change_news",
  {
    changeId: uuid()
      .notNull()
      .references(() => classChange.id, { onDelete: "cascade" }),
    learnerId: uuid()
      .notNull()
      .references(() => learner.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.changeId, t.learnerId] }), index("change_news_learner").on(t.learnerId)],
);
