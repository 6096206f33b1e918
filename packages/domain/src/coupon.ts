import { type Discount, discountOf } from "./discount.ts";

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

type Use = { courseId: string; now: Date; usedInAll: number; usedByPerson: number };

/** Why a coupon does not count here; null when it does. Uses are those that were paid and those that somebody is paying now. */
export function whyCouponRefused(coupon: Coupon, { courseId, now, usedInAll, usedByPerson }: Use): string | null {
  if (coupon.isWithdrawn) return "This code is not valid any more.";
  if (now < coupon.startsAt) return "This code is not valid yet.";
  if (coupon.endsAt && now >= coupon.endsAt) return "This code has expired.";
  if (coupon.courseIds.length > 0 && !coupon.courseIds.includes(courseId)) return "This code is for other courses.";
  if (coupon.usesPerPerson !== null && usedByPerson >= coupon.usesPerPerson) return "You have used this code before.";
  if (coupon.usesInAll !== null && usedInAll >= coupon.usesInAll) return "This code has been used up.";
  return null;
}

export type EarlyBird = { priceInPaise: number; endsAt: Date };
type Offer = { listPriceInPaise: number; earlyBird: EarlyBird | null; coupon: Coupon | null; now: Date };

/**
 * What a course costs now. A coupon that is not stackable and an early-bird price exclude each other: the buyer gets the lower
 * one. Nothing costs less than nothing.
 */
export function priceOf({ listPriceInPaise, earlyBird, coupon, now }: Offer) {
  const isEarly = earlyBird !== null && now < earlyBird.endsAt && earlyBird.priceInPaise < listPriceInPaise;
  const early = isEarly ? earlyBird.priceInPaise : listPriceInPaise;
  if (!coupon) return { priceInPaise: early, isEarly, isCouponUsed: false };
  const base = coupon.isStackable ? early : listPriceInPaise;
  const priceInPaise = base - discountOf(base, coupon.discount);
  if (!coupon.isStackable && early <= priceInPaise) return { priceInPaise: early, isEarly, isCouponUsed: false };
  return { priceInPaise, isEarly: isEarly && coupon.isStackable, isCouponUsed: true };
}
