import { sql } from "drizzle-orm";
import { index, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { learner, session } from "./account.ts";

export const notification = pgTable(
  "notification",
  {
    id: uuid().primaryKey().defaultRandom(),
    learnerId: uuid()
      .notNull()
      .references(() => learner.id, { onDelete: "cascade" }),
    title: text().notNull(),
    text: text().notNull(),
    link: text(),
    sentAt: timestamp({ withTimezone: true }).notNull(),
    readAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    index("notification_newest").on(t.learnerId, t.sentAt.desc()),
    index("notification_unread").on(t.learnerId).where(sql`${t.readAt} is null`),
    index("notification_sent").on(t.sentAt),
  ],
);

const messageStates = ["accepted", "delivered", "read", "failed"] as const;

/** Text and WhatsApp messages that a provider has accepted or refused, and what it reported about them later. */
export const sentMessage = pgTable(
  "sent_message",
  {
    id: uuid().primaryKey().defaultRandom(),
    channel: text({ enum: ["sms", "whatsapp"] }).notNull(),
    template: text().notNull(),
    /** With country code: +919876543210. */
    number: text().notNull(),
    /** The provider's id of the message; null when it gave none. */
    providerId: text(),
    state: text({ enum: messageStates }).notNull().default("accepted"),
    /** Why it failed, in the provider's words. */
    reason: text(),
    sentAt: timestamp({ withTimezone: true }).notNull(),
    changedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    unique("sent_message_provider_id").on(t.channel, t.providerId),
    index("sent_message_newest").on(t.sentAt.desc()),
    index("sent_message_number").on(t.number),
    index("sent_message_failed").on(t.sentAt, t.id).where(sql`${t.state} = 'failed'`),
  ],
);

/** Mails that the mail server has taken, for the history of a person: of kinds with `isKept`. The text is not kept. */
export const sentMail = pgTable(
  "sent_mail",
  {
    jobId: text().primaryKey(),
    email: text().notNull(),
    /** The name of its kind, such as "enquiry-thanks". */
    kind: text().notNull(),
    subject: text().notNull(),
    sentAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [index("sent_mail_email").on(sql`lower(${t.email})`, t.sentAt), index("sent_mail_sent").on(t.sentAt)],
);

/** A browser in which a learner gets notifications as they come. */
export const pushSubscription = pgTable(
  "push_subscription",
  {
    id: uuid().primaryKey().defaultRandom(),
    learnerId: uuid()
      .notNull()
      .references(() => learner.id, { onDelete: "cascade" }),
    /** Who signs out, or is signed out from elsewhere, gets nothing more in that browser. */
    sessionId: uuid()
      .notNull()
      .references(() => session.id, { onDelete: "cascade" }),
    /** The address at the browser's push service. */
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** "Chrome on Android". */
    device: text().notNull(),
    addedAt: timestamp({ withTimezone: true }).notNull(),
    usedAt: timestamp({ withTimezone: true }),
  },
  (t) => [index("push_subscription_learner").on(t.learnerId), index("push_subscription_session").on(t.sessionId)],
);

/** The keys with which push services know us: one row, made at the first start. */
export const pushKeys = pgTable("push_keys", {
  id: text().primaryKey(),
  publicKey: text().notNull(),
  privateKey: text().notNull(),
  madeAt: timestamp({ withTimezone: true }).notNull(),
});
