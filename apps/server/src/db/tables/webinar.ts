import type { WebinarMentor, WebinarTopic } from "@shoreline/contract";
import { defaultEnrolledCount, defaultWebinarMinutes, webinarNoticeKinds } from "@shoreline/domain/webinar";
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
import { learner } from "./account.ts";
import { invoice } from "./enrolment.ts";
import { firstVisit } from "./lead.ts";
import { paymentOrder } from "./payment.ts";

const moment = () => timestamp({ withTimezone: true });

/** These columns and the clock decide whether a webinar is upcoming, live or over. */
export const webinar = pgTable(
  "webinar",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The id in its address. */
    slug: text().notNull().unique(),
    title: text().notNull(),
    subtitle: text().notNull().default(""),
    bannerImage: text().notNull().default(""),
    course: text().notNull(),
    startAt: moment().notNull(),
    durationInMinutes: integer().notNull().default(defaultWebinarMinutes),
    isComplete: boolean().notNull().default(false),
    priceInPaise: integer().notNull().default(0),
    topics: jsonb().$type<z.infer<typeof WebinarTopic>[]>().notNull().default([]),
    mentor: jsonb().$type<z.infer<typeof WebinarMentor>>().notNull(),
    /** Null means no limit. */
    seats: integer(),
    enrolledBase: integer().notNull().default(defaultEnrolledCount),
    /** This and the next two are empty while there is no link yet. */
    meetingUrl: text().notNull().default(""),
    groupUrl: text().notNull().default(""),
    recordingUrl: text().notNull().default(""),
  },
  (t) => [index("webinar_start").on(t.startAt)],
);

/** The seat of one registrant in one webinar. */
export const webinarSeat = pgTable(
  "webinar_seat",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** 128 random bits: anybody who has it can open the join page. */
    joinId: text().notNull().unique(),
    /** No cascade: a webinar with seats cannot be removed. */
    webinarId: uuid()
      .notNull()
      .references(() => webinar.id),
    username: text().notNull(),
    email: text().notNull(),
    mobileNumber: text().notNull(),
    attemptId: uuid(),
    page: text().notNull().default("/"),
    firstVisit: firstVisit(),
    consentedTo: text().notNull().default("privacy-policy"),
    /** Null for a free webinar. */
    orderId: uuid()
      .unique()
      .references(() => paymentOrder.id),
    invoiceId: uuid().references(() => invoice.id),
    /** Set when a signed-in learner took a free seat with the address of the account. */
    learnerId: uuid().references(() => learner.id, { onDelete: "cascade" }),
    takenAt: moment().notNull(),
    /** Null until the link in the mail was opened, or the seat was paid for or taken by a learner. Only confirmed seats count. */
    confirmedAt: moment(),
    /** The start time that the registrant knows. */
    startsAt: moment().notNull(),
    linkSentAt: moment().notNull(),
    unsubscribedAt: moment(),
    /** When the registrant first opened the meeting from the join page. */
    joinedAt: moment(),
    /** What staff say about it; null: nobody has said anything, so `joinedAt` counts. */
    attended: boolean(),
  },
  (t) => [
    uniqueIndex("webinar_seat_once").on(t.webinarId, sql`lower(${t.email})`),
    index("webinar_seat_learner").on(t.learnerId),
    index("webinar_seat_invoice").on(t.invoiceId).where(sql`${t.invoiceId} is not null`),
    index("webinar_seat_email").on(sql`lower(${t.email})`),
    index("webinar_seat_number").on(t.mobileNumber),
    index("webinar_seat_taken").on(t.webinarId, t.takenAt, t.id),
    // What staff see of a webinar is counted from it alone.
    index("webinar_seat_figures").on(t.webinarId, t.confirmedAt, t.attended, t.joinedAt, t.unsubscribedAt),
    index("webinar_seat_unconfirmed").on(t.takenAt).where(sql`${t.confirmedAt} is null`),
  ],
);

/** Reserves a seat while somebody pays for it. */
export const seatHold = pgTable(
  "webinar_hold",
  {
    webinarId: uuid()
      .notNull()
      .references(() => webinar.id, { onDelete: "cascade" }),
    /** In lower case. */
    email: text().notNull(),
    /** A hash of the network address or the learner: each gets a few holds an hour. */
    holder: text().notNull().default(""),
    heldAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.webinarId, t.email] })],
);

/** Notifications already sent to a registrant. A webinar that moves gets new reminders. */
export const webinarNews = pgTable(
  "webinar_news",
  {
    seatId: uuid()
      .notNull()
      .references(() => webinarSeat.id, { onDelete: "cascade" }),
    kind: text({ enum: webinarNoticeKinds }).notNull(),
    startsAt: moment().notNull(),
  },
  (t) => [primaryKey({ columns: [t.seatId, t.kind, t.startsAt] })],
);
