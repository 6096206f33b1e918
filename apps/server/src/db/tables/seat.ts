import { sql } from "drizzle-orm";
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { learner } from "./account.ts";
import { purchase } from "./enrolment.ts";
import { paymentOrder } from "./payment.ts";
import { batch } from "./schedule.ts";
import { staff } from "./staff.ts";

const moment = () => timestamp({ withTimezone: true });

/** Somebody waits for a place in a full batch; the next in line is offered one. */
export const waitingPlace = pgTable(
  "waiting_place",
  {
    id: uuid().primaryKey().defaultRandom(),
    batchId: uuid()
      .notNull()
      .references(() => batch.id, { onDelete: "cascade" }),
    learnerId: uuid()
      .notNull()
      .references(() => learner.id, { onDelete: "cascade" }),
    /** Of a learner who has bought the course; the others buy it when they are offered a place. */
    purchaseId: uuid().references(() => purchase.id, { onDelete: "cascade" }),
    state: text({ enum: ["waiting", "offered", "taken", "lapsed", "left"] }).notNull(),
    askedAt: moment().notNull(),
    offeredAt: moment(),
    offerEndsAt: moment(),
    endedAt: moment(),
    /** Who of the staff put them on the list. */
    addedBy: uuid().references(() => staff.id, { onDelete: "set null" }),
  },
  (t) => [
    uniqueIndex("waiting_place_once").on(t.batchId, t.learnerId).where(sql`${t.state} in ('waiting', 'offered')`),
    index("waiting_place_line").on(t.batchId, t.askedAt, t.id).where(sql`${t.state} = 'waiting'`),
    index("waiting_place_offers").on(t.offerEndsAt).where(sql`${t.state} = 'offered'`),
    index("waiting_place_learner").on(t.learnerId),
    index("waiting_place_purchase").on(t.purchaseId),
  ],
);

/** A seat that nobody else gets while its learner pays, or decides about an offer. It counts as taken until it ends. */
export const seatHold = pgTable(
  "seat_hold",
  {
    id: uuid().primaryKey().defaultRandom(),
    batchId: uuid()
      .notNull()
      .references(() => batch.id, { onDelete: "cascade" }),
    learnerId: uuid()
      .notNull()
      .references(() => learner.id, { onDelete: "cascade" }),
    orderId: uuid().references(() => paymentOrder.id, { onDelete: "cascade" }),
    waitingId: uuid().references(() => waitingPlace.id, { onDelete: "cascade" }),
    endsAt: moment().notNull(),
  },
  (t) => [
    uniqueIndex("seat_hold_once").on(t.batchId, t.learnerId),
    index("seat_hold_learner").on(t.learnerId),
    index("seat_hold_order").on(t.orderId),
    index("seat_hold_ends").on(t.endsAt),
  ],
);
