import type { AuditKind, StaffRole } from "@shoreline/domain/staff";
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";

const moment = () => timestamp({ withTimezone: true });

/** Somebody who works for the institute. Rows are closed, not deleted: the audit log names them. */
export const staff = pgTable(
  "staff",
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    email: text().notNull(),
    number: text(),
    /** Below /media, or null. */
    photo: text(),
    roles: jsonb().$type<StaffRole[]>().notNull(),
    /** Of the authenticator app, in base32. */
    authenticatorSecret: text(),
    authenticatorSince: moment(),
    /** The half minute of the last code, so that no code is used twice. */
    authenticatorStep: bigint({ mode: "number" }).notNull().default(0),
    /** Set up, but not confirmed by a code yet. */
    nextSecret: text(),
    invitedAt: moment().notNull(),
    lastSeenAt: moment(),
    closedAt: moment(),
    isDemo: boolean().notNull().default(false),
    /** Increases with every change of name, number, roles and state. */
    version: integer().notNull().default(0),
  },
  (t) => [uniqueIndex("staff_email").on(sql`lower(${t.email})`)],
);

export const staffPasskey = pgTable(
  "staff_passkey",
  {
    /** Chosen by the authenticator, in base64url. */
    id: text().primaryKey(),
    staffId: uuid()
      .notNull()
      .references(() => staff.id, { onDelete: "cascade" }),
    /** COSE, in base64url. */
    publicKey: text().notNull(),
    counter: bigint({ mode: "number" }).notNull(),
    transports: jsonb().$type<string[]>().notNull(),
    browser: text().notNull(),
    addedAt: moment().notNull(),
    usedAt: moment(),
  },
  (t) => [index("staff_passkey_staff").on(t.staffId)],
);

/** A used code is deleted. */
export const staffRecoveryCode = pgTable(
  "staff_recovery_code",
  {
    hash: text().primaryKey(),
    staffId: uuid()
      .notNull()
      .references(() => staff.id, { onDelete: "cascade" }),
  },
  (t) => [index("staff_recovery_code_staff").on(t.staffId)],
);

export const staffSession = pgTable(
  "staff_session",
  {
    hash: text().primaryKey(),
    /** For the list of sessions, which must not show the hash. */
    id: uuid().notNull().defaultRandom().unique(),
    staffId: uuid()
      .notNull()
      .references(() => staff.id, { onDelete: "cascade" }),
    browser: text().notNull(),
    startedAt: moment().notNull(),
    usedAt: moment().notNull(),
    /** When this person last proved who they are. */
    provedAt: moment().notNull(),
  },
  (t) => [index("staff_session_staff").on(t.staffId), index("staff_session_started").on(t.startedAt)],
);

/** A link in a mail. Using one ends all of that person. */
export const staffLink = pgTable(
  "staff_link",
  {
    hash: text().primaryKey(),
    staffId: uuid()
      .notNull()
      .references(() => staff.id, { onDelete: "cascade" }),
    purpose: text({ enum: ["invitation", "sign-in", "reset"] }).notNull(),
    expiresAt: moment().notNull(),
  },
  (t) => [index("staff_link_staff").on(t.staffId), index("staff_link_expires").on(t.expiresAt)],
);

/**
 * What staff changed. A trigger refuses every change of a row, and the removal of every row that is not of the demo. Only an
 * erasure may take the words about a person out of it.
 */
export const auditEntry = pgTable(
  "audit_entry",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment().notNull(),
    /** Null: the system, or somebody at the terminal. */
    staffId: uuid().references(() => staff.id),
    who: text().notNull(),
    action: text().notNull(),
    kind: text().$type<AuditKind>().notNull(),
    thingId: text().notNull(),
    thing: text().notNull(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    reason: text(),
    address: text(),
    isDemo: boolean().notNull().default(false),
  },
  (t) => [
    index("audit_entry_of_staff").on(t.staffId, t.id),
    index("audit_entry_of_thing").on(t.thingId, t.id),
    index("audit_entry_of_kind").on(t.kind, t.id),
    index("audit_entry_at").on(t.at),
  ],
);
