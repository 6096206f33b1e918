import { expect, test } from "vitest";
import { moneyText, readRupees, rupeesText } from "./money.ts";

test("amounts are read as people type them, and shown with paise only where there are some", () => {
  expect(["29999", "29,999", "₹ 29,999.5", "0.05", "", "1e5", "-5", "1.234"].map(readRupees)).toEqual([
    ...[2_999_900, 2_999_900, 2_999_950, 5, null, null, null, null],
  ]);
  expect([2_999_900, 2_999_950, 5].map(moneyText)).toEqual(["₹29,999", "₹29,999.50", "₹0.05"]);
  expect([2_999_900, 2_999_950].map(rupeesText)).toEqual(["29999", "29999.50"]);
});
