import { batchTypes } from "@shoreline/domain/course";
import type { FirstVisit } from "@shoreline/domain/first-visit";
import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";

const id = () => uuid().primaryKey().defaultRandom();

/** Where this visitor came from first; null when the browser did not say. */
export const firstVisit = () => jsonb().$type<FirstVisit>();

/** Stored with every lead: the page, the first visit, and the version of the privacy policy that the visitor agreed to. */
const origin = {
  page: text().notNull().default("/"),
  firstVisit: firstVisit(),
  consentedTo: text().notNull().default("privacy-policy"),
};
const sentAt = () => timestamp({ withTimezone: true }).notNull().defaultNow();

export const subscription = pgTable(
  "subscription",
  {
    id: id(),
    email: text().notNull(),
    source: text({ enum: ["footer", "career"] }).notNull(),
    /** Every mail to the list carries it in the unsubscribe link. */
    token: text().notNull().unique().default(sql`replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`),
    ...origin,
    subscribedAt: sentAt(),
    unsubscribedAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    uniqueIndex("subscription_email").on(sql`lower(${t.email})`),
    index("subscription_ended").on(t.unsubscribedAt),
  ],
);

export const contactEnquiry = pgTable(
  "contact_enquiry",
  {
    id: id(),
    attemptId: uuid().unique(),
    enquiryFor: text().notNull(),
    fullName: text().notNull(),
    mobileNumber: text().notNull(),
    email: text().notNull(),
    query: text().notNull(),
    ...origin,
    sentAt: sentAt(),
  },
  (t) => [
    index("contact_enquiry_email").on(sql`lower(${t.email})`, t.sentAt),
    index("contact_enquiry_sent").on(t.sentAt),
  ],
);

export const courseEnquiry = pgTable(
  "course_enquiry",
  {
    id: id(),
    attemptId: uuid().unique(),
    name: text().notNull(),
    email: text().notNull(),
    mobileNumber: text().notNull(),
    course: text().notNull(),
    otherCourseName: text().notNull(),
    description: text().notNull(),
    ...origin,
    sentAt: sentAt(),
  },
  (t) => [
    index("course_enquiry_email").on(sql`lower(${t.email})`, t.sentAt),
    index("course_enquiry_sent").on(t.sentAt),
  ],
);

/** Wants to know when a batch of this course opens at this time. */
export const batchWish = pgTable(
  "batch_wish",
  {
    id: id(),
    attemptId: uuid().unique(),
    courseId: text().notNull(),
    batchTime: text().notNull(),
    batchType: text({ enum: batchTypes }).notNull(),
    name: text().notNull(),
    email: text().notNull(),
    mobileNumber: text().notNull(),
    ...origin,
    sentAt: sentAt(),
    /** When the news that a batch opens went out. */
    answeredAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    index("batch_wish_open").on(t.courseId, t.batchTime, t.batchType).where(sql`${t.answeredAt} is null`),
    index("batch_wish_email").on(sql`lower(${t.email})`, t.sentAt),
    index("batch_wish_sent").on(t.sentAt),
  ],
);

/** Stores the course's name instead of a reference, because a lead outlives its course. */
export const syllabusDownload = pgTable(
  "syllabus_download",
  {
    id: id(),
    attemptId: uuid().unique(),
    courseId: text().notNull(),
    courseName: text().notNull(),
    name: text().notNull(),
    countryCode: text().notNull(),
    mobileNumber: text().notNull(),
    email: text().notNull(),
    ...origin,
    sentAt: sentAt(),
  },
  (t) => [
    index("syllabus_download_sent").on(t.sentAt),
    index("syllabus_download_email").on(sql`lower(${t.email})`, t.sentAt),
  ],
);
