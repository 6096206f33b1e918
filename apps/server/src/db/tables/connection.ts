import type { KeyScope, WebhookEvent } from "@shoreline/domain/connection";
import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, smallint, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { staff } from "./staff.ts";

const moment = () => timestamp({ withTimezone: true });

/** Lets another program call us. Rows are revoked, not deleted: the audit log and leads name them. */
export const apiKey = pgTable("api_key", {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  /** How it begins, so that staff recognise it. */
  begin: text().notNull(),
  /** SHA-256: a key is long and random, so nothing slower is needed. */
  hash: text().notNull().unique(),
  scopes: jsonb().$type<KeyScope[]>().notNull(),
  madeBy: uuid().references(() => staff.id, { onDelete: "set null" }),
  madeAt: moment().notNull(),
  usedAt: moment(),
  revokedAt: moment(),
  isDemo: boolean().notNull().default(false),
});

/** An address of another program that is notified of what happens here. */
export const webhook = pgTable("webhook", {
  id: uuid().primaryKey().defaultRandom(),
  url: text().notNull(),
  events: jsonb().$type<WebhookEvent[]>().notNull(),
  /** Signs every delivery: `whsec_…`. */
  secret: text().notNull(),
  isOn: boolean().notNull().default(true),
  addedAt: moment().notNull(),
  isDemo: boolean().notNull().default(false),
  version: integer().notNull().default(0),
});

/** What has happened and is not on its way yet. Triggers add it, so that no room can forget it. */
export const happened = pgTable("happened", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  event: text().$type<WebhookEvent>().notNull(),
  rowId: text().notNull(),
  at: moment().notNull().defaultNow(),
});

/** One event for one address. */
export const delivery = pgTable(
  "webhook_delivery",
  {
    /** Also the `webhook-id` by which the receiver recognises a second try. */
    id: uuid().primaryKey().defaultRandom(),
    webhookId: uuid()
      .notNull()
      .references(() => webhook.id, { onDelete: "cascade" }),
    event: text().$type<WebhookEvent | "test">().notNull(),
    /** What is sent, to the letter, so that every try has the same signature for the same time. */
    body: text().notNull(),
    at: moment().notNull(),
    tries: smallint().notNull().default(0),
    /** Null: delivered, or given up. */
    nextTryAt: moment(),
    deliveredAt: moment(),
    /** The status of the last answer, if there was one. */
    status: integer(),
    /** Why the last try failed. */
    problem: text(),
  },
  (t) => [
    index("webhook_delivery_due").on(t.webhookId, t.nextTryAt).where(sql`${t.nextTryAt} is not null`),
    index("webhook_delivery_given_up")
      .on(t.at, t.id)
      .where(sql`${t.nextTryAt} is null and ${t.deliveredAt} is null and ${t.event} <> 'test'`),
    index("webhook_delivery_webhook").on(t.webhookId, t.at, t.id),
    index("webhook_delivery_at").on(t.at),
  ],
);
