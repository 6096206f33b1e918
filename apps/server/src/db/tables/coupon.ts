import type { Discount } from "@shoreline/domain/discount";
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { learner } from "./account.ts";
import { course } from "./course.ts";
import { paymentOrder } from "./payment.ts";

const moment = () => timestamp({ withTimezone: true });

/** A code that makes courses cheaper. */
export const coupon = pgTable(
  "coupon",
  {
    id: uuid().primaryKey().defaultRandom(),
    code: text().notNull().unique(),
    note: text().notNull().default(""),
    discount: jsonb().$type<Discount>().notNull(),
    /** Ids of courses in addresses; empty: all of them. */
    courseIds: jsonb().$type<string[]>().notNull().default([]),
    startsAt: moment().notNull(),
    endsAt: moment(),
    usesInAll: integer(),
    usesPerPerson: integer(),
    isStackable: boolean().notNull().default(false),
    isWithdrawn: boolean().notNull().default(false),
    /** Whose referral code it is. */
    referrerId: uuid().references(() => learner.id, { onDelete: "set null" }),
    madeAt: moment().notNull(),
    isDemo: boolean().notNull().default(false),
    version: integer().notNull().default(0),
  },
  (t) => [
    index("coupon_listed").on(t.isWithdrawn, t.madeAt),
    index("coupon_page").on(t.isWithdrawn, t.madeAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("coupon_referrer").on(t.referrerId),
  ],
);

/** Held: somebody is paying with it. Used: paid, or nothing was left to pay. A use that is neither has no row. */
export const couponUse = pgTable(
  "coupon_use",
  {
    id: uuid().primaryKey().defaultRandom(),
    couponId: uuid()
      .notNull()
      .references(() => coupon.id),
    /** Null where nothing was left to pay. */
    orderId: uuid()
      .unique()
      .references(() => paymentOrder.id, { onDelete: "cascade" }),
    learnerId: uuid().references(() => learner.id, { onDelete: "set null" }),
    /** Of the number of who deleted the account, with a key of the server: the same person does not use it again. */
    personHash: text(),
    courseId: uuid().references(() => course.id, { onDelete: "set null" }),
    discountInPaise: integer().notNull(),
    /** When it was held, and then when it was used. */
    at: moment().notNull(),
    /** Null once it is used. */
    heldUntil: moment(),
  },
  (t) => [
    index("coupon_use_coupon").on(t.couponId, t.learnerId),
    index("coupon_use_latest").on(t.couponId, t.at, t.id),
    index("coupon_use_learner").on(t.learnerId, t.courseId),
    index("coupon_use_course").on(t.courseId),
    index("coupon_use_held").on(t.heldUntil),
    // Uses are counted from it alone.
    index("coupon_use_counted").on(t.couponId, t.heldUntil),
  ],
);
