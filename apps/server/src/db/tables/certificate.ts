import type { CertificateTemplate } from "@shoreline/domain/certificate";
import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { PrintedBrand } from "../../pdf/look.ts";
import { learner } from "./account.ts";
import { course } from "./course.ts";
import { purchase } from "./enrolment.ts";
import { signingKey } from "./signing.ts";

const moment = () => timestamp({ withTimezone: true });

/** Further printed details, also as they were on the day of issue. */
export type Printed = {
  institute: string;
  city: string;
  timeZone: string;
  hours: number;
  signatory: { name: string; designation: string } | null;
  /** Certificates from before there were brands have none. */
  brand?: PrintedBrand;
  /** Certificates from before there was a choice have neither a template nor a signature. */
  template?: CertificateTemplate;
  /** The key of the signature picture in the file store. */
  signature?: string | null;
};

/** For the search of the console. */
export const certificateWords = sql`to_tsvector('simple', replace(student_name, '.', ' '))`;

/** A snapshot that outlives the profile, the course and the account, because employers rely on it. */
export const certificate = pgTable(
  "certificate",
  {
    id: uuid().primaryKey().defaultRandom(),
    certificateId: text().notNull().unique(),
    prefix: text().notNull(),
    serial: integer().notNull(),
    learnerId: uuid().references(() => learner.id, { onDelete: "set null" }),
    purchaseId: uuid().references(() => purchase.id, { onDelete: "set null" }),
    studentName: text().notNull(),
    /** Id of the learner's picture at that time. The certificate has its own copy, which is removed with the account. */
    picture: uuid(),
    /** Address of a picture of the site, when there is no uploaded one. */
    studentProfile: text().notNull(),
    studentId: text().notNull(),
    courseKey: text().notNull(),
    courseCompleted: text().notNull(),
    learnedSkills: jsonb().$type<string[]>().notNull(),
    printed: jsonb().$type<Printed>().notNull(),
    earnedAt: moment().notNull(),
    issuedAt: moment().notNull(),
    issuedBy: text({ enum: ["rule", "staff"] }).notNull(),
    /** Why staff issued it. */
    reason: text(),
    /** The certificate in whose place this one was issued, with a corrected name. */
    replaces: uuid(),
    /** The form of the staff by which it was issued: sent twice, it issues once. */
    attemptId: uuid(),
    revokedAt: moment(),
    revokedReason: text(),
    /** When all personal data was removed; the number stays used. */
    erasedAt: moment(),
    /** The learner does not want the name in previews of the link. */
    isNameHidden: boolean().notNull().default(false),
    /** Of an invented person, and removed with the demo. */
    isDemo: boolean().notNull().default(false),
    /** Null until it is signed, and again when it must be signed again. */
    signedAt: moment(),
    /** The signed credential has a hash of the holder's mail address, which goes with the account. */
    hasMailHash: boolean().notNull().default(false),
    /** A key of its files is distrusted: once it is signed again, its holder gets the new file. */
    isKeyDistrusted: boolean().notNull().default(false),
  },
  (t) => [
    unique("certificate_serial").on(t.prefix, t.serial),
    uniqueIndex("certificate_once").on(t.purchaseId).where(sql`${t.revokedAt} is null`),
    index("certificate_learner").on(t.learnerId),
    index("certificate_purchase").on(t.purchaseId),
    index("certificate_valid").on(t.issuedAt, t.id).where(sql`${t.revokedAt} is null and ${t.erasedAt} is null`),
    index("certificate_revoked").on(t.revokedAt, t.id).where(sql`${t.revokedAt} is not null and ${t.erasedAt} is null`),
    index("certificate_words").using("gin", certificateWords),
    index("certificate_replaces").on(t.replaces).where(sql`${t.replaces} is not null`),
    index("certificate_unsigned").on(t.issuedAt, t.id).where(sql`${t.signedAt} is null and ${t.erasedAt} is null`),
    index("certificate_ended").on(t.id).where(sql`${t.revokedAt} is not null`),
    index("certificate_orphaned").on(t.id).where(sql`${t.learnerId} is null and ${t.hasMailHash}`),
  ],
);

/** The signed credential of a certificate, and its place in a status list, which outlives the credential. */
export const certificateProof = pgTable(
  "certificate_proof",
  {
    id: uuid()
      .primaryKey()
      .references(() => certificate.id, { onDelete: "cascade" }),
    /** As signed, to the byte. Null once the certificate is erased. */
    credential: text(),
    jwt: text(),
    /** The Ed25519 key. Null once the certificate is erased. */
    keyId: uuid().references(() => signingKey.id),
    statusList: integer().notNull(),
    statusIndex: integer().notNull(),
  },
  (t) => [
    unique("certificate_proof_place").on(t.statusList, t.statusIndex),
    index("certificate_proof_key").on(t.keyId, t.id),
  ],
);

/** A signed list of revoked certificates, as it was answered last. It is signed again when a bit or the key has changed. */
export const statusList = pgTable("status_list", {
  number: integer().primaryKey(),
  credential: text().notNull(),
  /** Of what was signed: the bits, the key and the address. */
  hash: text().notNull(),
});

/** Incremented in the transaction that issues the certificate, so that no number is skipped. */
export const certificateCounter = pgTable("certificate_counter", {
  prefix: text().primaryKey(),
  last: integer().notNull(),
});

/** What a course asks for; a course without a row asks for the institute's share of the classes. */
export const certificateRule = pgTable("certificate_rule", {
  courseId: uuid()
    .primaryKey()
    .references(() => course.id, { onDelete: "cascade" }),
  /** Null: the institute's. */
  attendancePercent: integer(),
  /** The share of the homework that must be done; null: none. */
  homeworkPercent: integer(),
  /** The practice test that is the final test: its collection and topic. Null: none. */
  testCollectionId: text(),
  testTopic: text(),
  testPercent: integer(),
  version: integer().notNull().default(0),
});

export type CertificateDesign = {
  template: CertificateTemplate;
  /** The key of the signature picture in the file store; null: without. */
  signature: string | null;
  signatory: { name: string; designation: string } | null;
};

/** How new certificates look: one row. */
export const certificateDesign = pgTable("certificate_design", {
  id: text().primaryKey(),
  content: jsonb().$type<CertificateDesign>().notNull(),
  version: integer().notNull().default(0),
});
