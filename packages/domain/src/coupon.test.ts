import { expect, test } from "vitest";
import { type Coupon, couponPattern, normaliseCoupon, priceOf, unknownCoupon, whyCouponRefused } from "./coupon.ts";

const now = new Date("2026-11-17T06:00:00.000Z");
const coupon: Coupon = {
  ...{ code: "DIWALI10", discount: { percent: 10 }, courseIds: [] },
  ...{ startsAt: new Date("2026-11-01T00:00:00.000Z"), endsAt: new Date("2026-12-01T00:00:00.000Z") },
  ...{ usesInAll: 2, usesPerPerson: 1, isStackable: false, isWithdrawn: false },
};
const use = { courseId: "python", now, usedInAll: 0, usedByPerson: 0 };

test("a code is read as people type it", () => {
  expect(normaliseCoupon(" diwali 10 ")).toBe("DIWALI10");
  expect(normaliseCoupon("ＤＩＷＡＬＩ１０")).toBe("DIWALI10");
  expect(couponPattern.test("DIWALI10")).toBe(true);
  for (const wrong of ["AB", "-ABC", "A".repeat(25), "DIWALI_10"]) expect(couponPattern.test(wrong)).toBe(false);
});

test.each<[Partial<Coupon>, Partial<typeof use>, string | null]>([
  [{}, {}, null],
  [{ isWithdrawn: true }, {}, unknownCoupon],
  [{}, { now: new Date("2026-10-31T23:59:59.999Z") }, "This code is not valid yet."],
  [{}, { now: new Date("2026-12-01T00:00:00.000Z") }, "This code has expired."],
  [{ endsAt: null }, { now: new Date("2030-01-01T00:00:00.000Z") }, null],
  [{ courseIds: ["java"] }, {}, "This code is for other courses."],
  [{ courseIds: ["java", "python"] }, {}, null],
  [{}, { usedByPerson: 1, usedInAll: 1 }, "You have used this code already, or are paying with it now."],
  [{}, { usedInAll: 2 }, "This code has been used up."],
  [{ usesInAll: null, usesPerPerson: null }, { usedInAll: 1000, usedByPerson: 10 }, null],
])("%j with %j: %s", (given, used, why) => {
  expect(whyCouponRefused({ ...coupon, ...given }, { ...use, ...used })).toBe(why);
});

test("early-bird price and coupon: both where the coupon is stackable, else the lower one", () => {
  const earlyBird = { priceInPaise: 90_000, endsAt: new Date("2026-11-18T00:00:00.000Z") };
  const offer = { listPriceInPaise: 100_000, earlyBird, coupon, now };
  expect(priceOf({ ...offer, coupon: null })).toEqual({ priceInPaise: 90_000, isEarly: true, isCouponUsed: false });
  // The same price both ways: the coupon is kept for another day.
  expect(priceOf(offer)).toEqual({ priceInPaise: 90_000, isEarly: true, isCouponUsed: false });
  const twenty = { ...coupon, discount: { percent: 20 } };
  expect(priceOf({ ...offer, coupon: twenty })).toEqual({ priceInPaise: 80_000, isEarly: false, isCouponUsed: true });
  const stackable = { ...coupon, isStackable: true };
  expect(priceOf({ ...offer, coupon: stackable })).toEqual({ priceInPaise: 81_000, isEarly: true, isCouponUsed: true });
  const late = { ...offer, now: earlyBird.endsAt };
  expect(priceOf(late)).toEqual({ priceInPaise: 90_000, isEarly: false, isCouponUsed: true });
  const free = { ...coupon, discount: { amountInPaise: 200_000 } };
  expect(priceOf({ ...late, coupon: free }).priceInPaise).toBe(0);
  const dear = { ...offer, coupon: null, earlyBird: { ...earlyBird, priceInPaise: 110_000 } };
  expect(priceOf(dear)).toEqual({ priceInPaise: 100_000, isEarly: false, isCouponUsed: false });
});

test("what is left below a rupee costs a rupee, and never more than before", () => {
  const priceWith = (listPriceInPaise: number, amountInPaise: number) =>
    priceOf({ listPriceInPaise, earlyBird: null, coupon: { ...coupon, discount: { amountInPaise } }, now })
      .priceInPaise;
  expect(priceWith(100_000, 99_999)).toBe(100);
  expect(priceWith(100_000, 99_901)).toBe(100);
  expect(priceWith(100_000, 99_900)).toBe(100);
  expect(priceWith(100_000, 99_899)).toBe(101);
  expect(priceWith(100_000, 100_000)).toBe(0);
  expect(priceWith(50, 10)).toBe(50);
});
