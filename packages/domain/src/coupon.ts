import { type EarlyBird, earlyPriceOf } from "./course.ts";
import { type Discount, discountOf } from "./discount.ts";
import { minAmountInPaise } from "./payment.ts";

/** A code that makes a course cheaper. */
export type Coupon = {
  code: string;
  discount: Discount;
  /** Empty: every course. */
  courseIds: readonly string[];
  /** From the first moment on, and until the last one; null: no end. */
  startsAt: Date;
  endsAt: Date | null;
  /** Null: as often as people like. */
  usesInAll: number | null;
  usesPerPerson: number | null;
  /** Whether it also counts on an early-bird price. */
  isStackable: boolean;
  isWithdrawn: boolean;
};

/** People type it in small letters, with spaces around or between. */
export function normaliseCoupon(typed: string): string {
  return typed.normalize("NFKC").toUpperCase().replace(/\s+/g, "");
}

export const couponPattern = /^[A-Z0-9][A-Z0-9-]{2,23}$/;

/** A stranger must not find out which codes there were: what is withdrawn is as unknown as what never was. */
export const unknownCoupon = "This code is not valid. Please check how it is spelt.";

type Use = { courseId: string; now: Date; usedInAll: number; usedByPerson: number };

/** Why a coupon does not count here; null when it does. Uses are those that were paid and those that somebody is paying now. */
export function whyCouponRefused(coupon: Coupon, { courseId, now, usedInAll, usedByPerson }: Use): string | null {
  if (coupon.isWithdrawn) return unknownCoupon;
  if (now < coupon.startsAt) return "This code is not valid yet.";
  if (coupon.endsAt && now >= coupon.endsAt) return "This code has expired.";
  if (coupon.courseIds.length > 0 && !coupon.courseIds.includes(courseId)) return "This code is for other courses.";
  if (coupon.usesPerPerson !== null && usedByPerson >= coupon.usesPerPerson)
    return "You have used this code already, or are paying with it now.";
  if (coupon.usesInAll !== null && usedInAll >= coupon.usesInAll) return "This code has been used up.";
  return null;
}

type Offer = { listPriceInPaise: number; earlyBird: EarlyBird | null; coupon: Coupon | null; now: Date };

/**
 * What a course costs now. A coupon that is not stackable and an early-bird price exclude each other: the buyer gets the lower
 * one. Nothing costs less than nothing, and what is not free costs at least what the provider takes.
 */
export function priceOf({ listPriceInPaise, earlyBird, coupon, now }: Offer) {
  const lower = earlyPriceOf({ listPriceInPaise, earlyBird, now });
  const isEarly = lower !== null;
  const early = lower ?? listPriceInPaise;
  if (!coupon) return { priceInPaise: early, isEarly, isCouponUsed: false };
  const base = coupon.isStackable ? early : listPriceInPaise;
  const rest = base - discountOf(base, coupon.discount);
  const priceInPaise = rest === 0 ? 0 : Math.min(base, Math.max(rest, minAmountInPaise));
  if (!coupon.isStackable && early <= priceInPaise) return { priceInPaise: early, isEarly, isCouponUsed: false };
  return { priceInPaise, isEarly: isEarly && coupon.isStackable, isCouponUsed: true };
}

const minute = 60_000;
/** How long a code is held for somebody who pays: as long as their order can be taken up again. */
export const couponHoldMs = 30 * minute;
/** Pages are cached and may be open: who saw the early-bird price before it ended can still pay it so long afterwards. */
export const earlyGraceMs = 15 * minute;
/** More codes than this in use are more than anybody keeps in mind. */
export const maxCoupons = 200;
