import type { WebinarMentor, WebinarTopic } from "@shoreline/contract";
import { defaultEnrolled, defaultMinutes, webinarNewsKinds } from "@shoreline/domain/webinar";
import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { z } from "zod";
import { invoice } from "./enrolment.ts";
import { paymentOrder } from "./payment.ts";

const moment = () => timestamp({ withTimezone: true });

/** Whether it is upcoming, live or over follows from these columns and the clock. */
export const webinar = pgTable(
  "webinar",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** What its address carries. */
    slug: text().notNull().unique(),
    title: text().notNull(),
    subtitle: text().notNull().default(""),
    bannerImage: text().notNull().default(""),
    course: text().notNull(),
    startAt: moment().notNull(),
    durationInMinutes: integer().notNull().default(defaultMinutes),
    isComplete: boolean().notNull().default(false),
    priceInPaise: integer().notNull().default(0),
    topics: jsonb().$type<z.infer<typeof WebinarTopic>[]>().notNull().default([]),
    mentor: jsonb().$type<z.infer<typeof WebinarMentor>>().notNull(),
    /** Null: as many as come. */
    seats: integer(),
    enrolledBase: integer().notNull().default(defaultEnrolled),
    /** Empty where there is none yet; likewise the two below. */
    meetingUrl: text().notNull().default(""),
    groupUrl: text().notNull().default(""),
    recordingUrl: text().notNull().default(""),
  },
  (t) => [index("webinar_start").on(t.startAt)],
);

/** One registrant of one webinar. */
export const webinarSeat = pgTable(
  "webinar_seat",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Opens the join page to whoever has it: 128 random bits. */
    joinId: text().notNull().unique(),
    /** A webinar that somebody has a seat in cannot be removed. */
    webinarId: uuid()
      .notNull()
      .references(() => webinar.id),
    username: text().notNull(),
    email: text().notNull(),
    mobileNumber: text().notNull(),
    attemptId: uuid(),
    page: text().notNull().default("/"),
    consentedTo: text().notNull().default("privacy-policy"),
    /** None for a webinar that costs nothing. */
    orderId: uuid()
      .unique()
      .references(() => paymentOrder.id),
    invoiceId: uuid().references(() => invoice.id),
    takenAt: moment().notNull(),
    /** The beginning that they were told. */
    startsAt: moment().notNull(),
    linkSentAt: moment().notNull(),
    unsubscribedAt: moment(),
  },
  (t) => [uniqueIndex("webinar_seat_once").on(t.webinarId, sql`lower(${t.email})`)],
);

/** A seat that is kept for somebody who has gone to pay for it. */
export const webinarHold = pgTable(
  "webinar_hold",
  {
    webinarId: uuid()
      .notNull()
      .references(() => webinar.id, { onDelete: "cascade" }),
    /** In small letters. */
    email: text().notNull(),
    expiresAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.webinarId, t.email] })],
);

/** What somebody with a seat has been told. A webinar that is moved is another moment to be reminded of. */
export const webinarNews = pgTable(
  "webinar_news",
  {
    seatId: uuid()
      .notNull()
      .references(() => webinarSeat.id, { onDelete: "cascade" }),
    kind: text({ enum: webinarNewsKinds }).notNull(),
    startsAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.seatId, t.kind, t.startsAt] })],
);
