import { genderValues, noticeChannels, occupations } from "@shoreline/domain/account";
import { type SQLWrapper, sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";

const moment = () => timestamp({ withTimezone: true });

/** For the search of the console. */
export const learnerWords = sql`to_tsvector('simple', replace(first_name || ' ' || last_name, '.', ' ') || ' ' || email || ' ' || mobile_number)`;
/** Each three letters in a row: the built-in PostgreSQL has no `pg_trgm`. Migration 0027 makes the function. */
export const addressGrams = (address: SQLWrapper) => sql`address_grams(${address})`;

export const learner = pgTable(
  "learner",
  {
    id: uuid().primaryKey().defaultRandom(),
    countryCode: text().notNull(),
    mobileNumber: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    gender: text({ enum: genderValues }).notNull(),
    /** Null while the account is unproven. */
    dateOfBirth: date(),
    email: text().notNull(),
    occupation: text({ enum: occupations }).notNull(),
    instOrOrg: text().notNull(),
    state: text().notNull(),
    country: text().notNull(),
    skills: jsonb().$type<string[]>().notNull().default([]),
    /** Id of a picture. */
    picture: uuid(),
    consentedTo: text().notNull().default("privacy-policy"),
    /** How reminders and changes of classes reach the learner. */
    noticeChannel: text({ enum: noticeChannels }).notNull().default("mail"),
    /** Staff enrolled this person at the desk; nobody has proven the number and registered yet. */
    isUnproven: boolean().notNull().default(false),
    createdAt: moment().notNull(),
    updatedAt: moment().notNull(),
  },
  (t) => [
    unique("learner_number").on(t.countryCode, t.mobileNumber),
    index("learner_picture").on(t.picture),
    index("learner_words").using("gin", learnerWords),
    index("learner_address").using("gin", addressGrams(t.email)),
  ],
);

const code = () => ({
  /** With country code: +919876543210. A guardian's code also names the learner: `guardian of ID +919876543210`. */
  number: text().primaryKey(),
  hash: text().notNull(),
  salt: text().notNull(),
  triesLeft: integer().notNull(),
  /** Known devices have tries of their own: a stranger must not use up the holder's. */
  deviceTriesLeft: integer().notNull().default(0),
  sentAt: moment().notNull(),
});

/** The last code sent to a number that no known device asked for, or to a guardian; a new code replaces it. */
export const oneTimeCode = pgTable("one_time_code", code());

/** The last code that a known device asked for: a stranger who asks for one does not replace it. */
export const deviceCode = pgTable("device_code", code());

/** Proof that a person holds a number. */
export const ticket = pgTable(
  "ticket",
  {
    hash: text().primaryKey(),
    countryCode: text().notNull(),
    mobileNumber: text().notNull(),
    provenAt: moment().notNull(),
    spentAt: moment(),
  },
  (t) => [index("ticket_proven_at").on(t.provenAt)],
);

export const session = pgTable(
  "session",
  {
    hash: text().primaryKey(),
    /** For the learner's list of sign-ins, which must not show the hash. */
    id: uuid().notNull().defaultRandom().unique(),
    browser: text().notNull().default("Unknown browser"),
    learnerId: uuid()
      .notNull()
      .references(() => learner.id, { onDelete: "cascade" }),
    startedAt: moment().notNull(),
    usedAt: moment().notNull(),
    /** The hash of the token before this one. */
    previousHash: text(),
    /** When the present token was first used. */
    confirmedAt: moment(),
  },
  (t) => [
    index("session_previous_hash").on(t.previousHash),
    index("session_learner").on(t.learnerId),
    index("session_used_at").on(t.usedAt),
    index("session_started_at").on(t.startedAt),
  ],
);

/** A browser in which the holder of a number has signed in. It keeps its own allowance of codes. */
export const knownDevice = pgTable(
  "known_device",
  {
    hash: text().primaryKey(),
    /** With country code. */
    number: text().notNull(),
    seenAt: moment().notNull(),
  },
  (t) => [index("known_device_number").on(t.number), index("known_device_seen_at").on(t.seenAt)],
);

/** Who has agreed, by a code to their own number, that a learner under age may buy. */
export const guardian = pgTable(
  "guardian",
  {
    learnerId: uuid()
      .primaryKey()
      .references(() => learner.id, { onDelete: "cascade" }),
    fullName: text().notNull(),
    /** With country code. */
    number: text().notNull(),
    consentedTo: text().notNull(),
    confirmedAt: moment().notNull(),
  },
  (t) => [index("guardian_number").on(t.number)],
);

/** A key pair in a learner's phone or computer that signs in without a code. We have only its public half. */
export const passkey = pgTable(
  "passkey",
  {
    /** Chosen by the authenticator, in base64url. */
    id: text().primaryKey(),
    learnerId: uuid()
      .notNull()
      .references(() => learner.id, { onDelete: "cascade" }),
    /** COSE, in base64url. */
    publicKey: text().notNull(),
    /** How often the authenticator says that it has signed; many always say 0. */
    counter: bigint({ mode: "number" }).notNull(),
    transports: jsonb().$type<string[]>().notNull(),
    browser: text().notNull(),
    addedAt: moment().notNull(),
    usedAt: moment(),
  },
  (t) => [index("passkey_learner").on(t.learnerId)],
);

/** An uploaded picture and the number of its sender. A job removes pictures that no learner uses after a day. */
export const picture = pgTable(
  "picture",
  {
    id: uuid().primaryKey().defaultRandom(),
    number: text().notNull(),
    uploadedAt: moment().notNull(),
  },
  (t) => [index("picture_number").on(t.number), index("picture_uploaded").on(t.uploadedAt)],
);
