import { expect, test } from "vitest";
import { discountOf, isWithinLimit } from "./discount.ts";

test("a discount is a percentage to the paisa, or an amount, and never more than the price", () => {
  expect(discountOf(1_999_900, { percent: 5 })).toBe(99_995);
  expect(discountOf(99_999, { percent: 12.5 })).toBe(12_500);
  expect(discountOf(50_000, { amountInPaise: 20_000 })).toBe(20_000);
  expect(discountOf(50_000, { amountInPaise: 60_000 })).toBe(50_000);
  expect(discountOf(50_000, { amountInPaise: -1 })).toBe(0);
});

test("the limit of a role includes its last paisa", () => {
  const priceInPaise = 1_999_900;
  expect(isWithinLimit({ priceInPaise, discountInPaise: 99_995 }, 5)).toBe(true);
  expect(isWithinLimit({ priceInPaise, discountInPaise: 99_996 }, 5)).toBe(false);
  expect(isWithinLimit({ priceInPaise, discountInPaise: 0 }, 0)).toBe(true);
  expect(isWithinLimit({ priceInPaise, discountInPaise: 1 }, 0)).toBe(false);
});
