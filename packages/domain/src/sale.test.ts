import { expect, test } from "vitest";
import { cashDifference, expectedCash, receiptNumber } from "./sale.ts";

test("a receipt has at most 16 characters, however many there were", () => {
  expect(receiptNumber({ financialYear: "2026-27", count: 1 })).toBe("RC-26-27-00001");
  expect(receiptNumber({ financialYear: "2026-27", count: 1_234_567 })).toHaveLength(16);
});

test("a drawer should have its opening count and all that went in, without what came out", () => {
  const drawer = { openingInPaise: 50_000, moves: [{ amountInPaise: 999_900 }, { amountInPaise: -20_050 }] };
  expect(expectedCash(drawer)).toBe(1_029_850);
  expect(cashDifference(drawer, 1_029_850)).toBe(0);
  expect(cashDifference(drawer, 1_019_850)).toBe(-10_000);
});
