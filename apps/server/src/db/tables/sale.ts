import { sql } from "drizzle-orm";
import {
  boolean,
  date,
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
import { payment } from "./payment.ts";
import { staff } from "./staff.ts";

const moment = () => timestamp({ withTimezone: true });

/** The cash of one desk on one day. */
export const cashDrawer = pgTable(
  "cash_drawer",
  {
    id: uuid().primaryKey().defaultRandom(),
    desk: text().notNull(),
    day: date().notNull(),
    openingInPaise: integer().notNull(),
    openedBy: uuid().references(() => staff.id, { onDelete: "set null" }),
    openedAt: moment().notNull(),
    /** What was counted in the evening. */
    countedInPaise: integer(),
    closedBy: uuid().references(() => staff.id, { onDelete: "set null" }),
    closedAt: moment(),
    /** Why the count differs from what should be there. */
    explanation: text().notNull().default(""),
    isDemo: boolean().notNull().default(false),
  },
  (t) => [
    unique("cash_drawer_day").on(t.desk, t.day),
    uniqueIndex("cash_drawer_open").on(t.desk).where(sql`${t.closedAt} is null`),
  ],
);

/** Cash that went into a drawer or came out of it: fees, refunds, and what staff put in or took out. */
export const cashMove = pgTable(
  "cash_move",
  {
    id: uuid().primaryKey().defaultRandom(),
    drawerId: uuid()
      .notNull()
      .references(() => cashDrawer.id),
    /** Negative: it came out. */
    amountInPaise: integer().notNull(),
    providerPaymentId: text().references(() => payment.providerPaymentId),
    reason: text().notNull().default(""),
    by: uuid().references(() => staff.id, { onDelete: "set null" }),
    at: moment().notNull(),
  },
  (t) => [index("cash_move_drawer").on(t.drawerId, t.at)],
);

/** Receipts for what was paid at the desk. */
export const receipt = pgTable(
  "receipt",
  {
    id: uuid().primaryKey().defaultRandom(),
    number: text().notNull().unique(),
    providerPaymentId: text()
      .notNull()
      .unique()
      .references(() => payment.providerPaymentId),
    content: jsonb().$type<Record<string, unknown>>().notNull(),
    issuedAt: moment().notNull(),
  },
  (t) => [index("receipt_payer").on(t.issuedAt).where(sql`${t.content} -> 'payer' ->> 'name' <> ''`)],
);
