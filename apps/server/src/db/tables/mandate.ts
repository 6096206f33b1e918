import { chargeStates, mandateStates } from "@shoreline/domain/mandate";
import { sql } from "drizzle-orm";
import { date, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { due, sale } from "./due.ts";
import { paymentOrder } from "./payment.ts";

const moment = () => timestamp({ withTimezone: true });

/** A payer lets the provider take the later instalments of a sale. */
export const mandate = pgTable(
  "mandate",
  {
    id: uuid().primaryKey().defaultRandom(),
    saleId: uuid()
      .notNull()
      .references(() => sale.id, { onDelete: "cascade" }),
    /** The order by which the payer agrees: it pays one part. */
    orderId: uuid()
      .notNull()
      .unique()
      .references(() => paymentOrder.id, { onDelete: "cascade" }),
    providerCustomerId: text().notNull(),
    /** Known once the payer has paid. */
    providerTokenId: text().unique(),
    state: text({ enum: mandateStates }).notNull(),
    maxInPaise: integer().notNull(),
    /** The payer agreed on this day to what is due later. */
    begunOn: date().notNull(),
    expiresOn: date().notNull(),
    begunAt: moment().notNull(),
    endedAt: moment(),
    /** Why it ended. */
    why: text().notNull().default(""),
  },
  (t) => [
    index("mandate_sale").on(t.saleId, t.begunAt),
    uniqueIndex("mandate_one_active").on(t.saleId).where(sql`${t.state} in ('active', 'paused')`),
    index("mandate_running").on(t.id).where(sql`${t.state} in ('begun', 'active', 'paused')`),
  ],
);

/** One attempt to take an instalment. It is stored before the provider is asked. */
export const mandateCharge = pgTable(
  "mandate_charge",
  {
    id: uuid().primaryKey().defaultRandom(),
    mandateId: uuid()
      .notNull()
      .references(() => mandate.id, { onDelete: "cascade" }),
    dueId: uuid()
      .notNull()
      .references(() => due.id, { onDelete: "cascade" }),
    amountInPaise: integer().notNull(),
    chargeOn: date().notNull(),
    state: text({ enum: chargeStates }).notNull(),
    /** Set when the provider has told the bank. */
    orderId: uuid()
      .unique()
      .references(() => paymentOrder.id, { onDelete: "cascade" }),
    plannedAt: moment().notNull(),
    announcedAt: moment(),
    sentAt: moment(),
    endedAt: moment(),
    /** Why it failed or was dropped. */
    why: text().notNull().default(""),
  },
  (t) => [
    uniqueIndex("mandate_charge_one").on(t.dueId).where(sql`${t.state} in ('planned', 'sent')`),
    index("mandate_charge_due").on(t.dueId, t.plannedAt),
    index("mandate_charge_mandate").on(t.mandateId),
    index("mandate_charge_open").on(t.chargeOn, t.id).where(sql`${t.state} in ('planned', 'sent')`),
  ],
);
