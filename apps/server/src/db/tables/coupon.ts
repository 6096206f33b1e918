import type { Discount } from "@shoreline/domain/discount";
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { learner } from "./account.ts";
import { course } from "./course.ts";
import { paymentOrder } from "./payment.ts";

const moment = () => timestamp({ withTimezone: true });

/** A code that makes courses cheaper. */
export const coupon = pgTable("coupon", {
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
  isDemo: boolean().notNull().default(false),
  version: integer().notNull().default(0),
});

/** held: somebody is paying with it. used: paid. A use that is neither has no row. */
export const couponUse = pgTable(
  "coupon_use",
  {
    orderId: uuid()
      .primaryKey()
      .references(() => paymentOrder.id, { onDelete: "cascade" }),
    couponId: uuid()
      .notNull()
      .references(() => coupon.id),
    learnerId: uuid().references(() => learner.id, { onDelete: "set null" }),
    discountInPaise: integer().notNull(),
    /** Null once it is used. */
    heldUntil: moment(),
  },
  (t) => [index("coupon_use_coupon").on(t.couponId, t.learnerId), index("coupon_use_held").on(t.heldUntil)],
);

/** A lower price of a course until a moment. */
export const earlyBird = pgTable("early_bird", {
  courseId: uuid()
    .primaryKey()
    .references(() => course.id, { onDelete: "cascade" }),
  priceInPaise: integer().notNull(),
  endsAt: moment().notNull(),
  version: integer().notNull().default(0),
});
