import { eventKinds } from "@shoreline/domain/security-event";
import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";

/** What the local mail and SMS adapters "sent"; unused with real providers. */
export const outbox = pgTable(
  "outbox",
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: ["mail", "sms", "whatsapp"] }).notNull(),
    to: text().notNull(),
    subject: text(),
    text: text().notNull(),
    html: text(),
    /** Names and sizes only; the attached files are not stored here. */
    attachments: jsonb().$type<{ name: string; size: number }[]>().notNull().default([]),
    /** A mail that is sent again after a kill appears once, as it does in most mailboxes. */
    messageId: text().unique(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index("outbox_newest").on(t.at.desc())],
);

/** Jobs whose work is done: one that runs again, because its process was killed before it could say so, does nothing. */
export const doneJob = pgTable(
  "done_job",
  {
    /** The job's number in the queue, and when it was added: a new queue counts from one again. */
    jobId: text().primaryKey(),
    doneAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index("done_job_at").on(t.doneAt)],
);

/** The backups that were completed, so that the product knows the age of the last one. */
export const backupRun = pgTable(
  "backup_run",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The moment whose data the backup holds. */
    madeAt: timestamp({ withTimezone: true }).notNull(),
    /** The path of the file, or its name in the object store. */
    place: text().notNull(),
    bytes: bigint({ mode: "number" }).notNull(),
    /** When a trial restore showed that the backup is complete. */
    verifiedAt: timestamp({ withTimezone: true }),
  },
  (t) => [index("backup_run_newest").on(t.madeAt.desc())],
);

/** rate-limiter-flexible defines the columns. The migration makes the table unlogged: a crash may lose the counts. */
export const rateLimit = pgTable("rate_limit", {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: "number" }),
});

/** Random keys that all processes share, such as the one that signs effort checks. */
export const serverSecret = pgTable("server_secret", {
  name: text().primaryKey(),
  value: text().notNull(),
});

/**
 * Who was erased, as salted hashes: after a restore of an older backup the same people are erased again. A reader of the
 * row could try all numbers, but it tells nothing else. A row without one of the two hashes was erased by the other alone.
 */
export const erasure = pgTable("erasure", {
  id: uuid().primaryKey().defaultRandom(),
  salt: text().notNull(),
  emailHash: text(),
  numberHash: text(),
  /** Of learners and certificates: they mean nothing outside this database. */
  erasedIds: jsonb().$type<string[]>().notNull().default([]),
  erasedAt: timestamp({ withTimezone: true }).notNull(),
});

/** What staff should hear of when it happens often. No foreign key: an event outlives the account. */
export const securityEvent = pgTable(
  "security_event",
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: eventKinds }).notNull(),
    learnerId: uuid(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [index("security_event_newest").on(t.at.desc()), index("security_event_learner").on(t.learnerId)],
);

/**
 * What came from the files of a content folder, or from the demo. Kinds and keys are those of the rooms: a course has the
 * kind `course` and its course id as key.
 */
export const contentItem = pgTable(
  "content_item",
  {
    kind: text().notNull(),
    key: text().notNull(),
    source: text({ enum: ["demo", "own"] }).notNull(),
    /** The values as the files had them, so that a later change by staff can be told from one in the files; null if unknown. */
    applied: jsonb().$type<Record<string, unknown>>(),
    appliedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.key] })],
);

/** Has one row when this database was filled with the demo institute, otherwise none. */
export const demoContent = pgTable(
  "demo_content",
  {
    id: smallint().primaryKey().default(1),
    loadedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [check("demo_content_one_row", sql`${t.id} = 1`)],
);
