import { expect, test } from "vitest";
import { differenceOf, type TransferFacts, whyNotTransferable } from "./transfer.ts";

const fine: TransferFacts = {
  ...{ isCurrent: true, carriedInPaise: 599_900, isRefundUnderWay: false, isDisputed: false },
  ...{ isFlagged: false, isPaymentUnderWay: false },
};

test("a purchase that is paid can be transferred, and each obstacle has its own words", () => {
  expect(whyNotTransferable(fine)).toBeNull();
  const obstacles: Partial<TransferFacts>[] = [
    ...[{ isCurrent: false }, { isRefundUnderWay: true }, { isDisputed: true }, { isFlagged: true }],
    ...[{ isPaymentUnderWay: true }, { carriedInPaise: 0 }],
  ];
  const words = obstacles.map((obstacle) => whyNotTransferable({ ...fine, ...obstacle }));
  expect(new Set(words).size).toBe(obstacles.length);
  expect(words).not.toContain(null);
});

test("the difference is to be paid, or was paid too much", () => {
  const carriedInPaise = 599_900;
  expect(differenceOf({ carriedInPaise, priceInPaise: 1_299_900 })).toEqual({
    toPayInPaise: 700_000,
    tooMuchInPaise: 0,
  });
  expect(differenceOf({ carriedInPaise, priceInPaise: 599_900 })).toEqual({ toPayInPaise: 0, tooMuchInPaise: 0 });
  expect(differenceOf({ carriedInPaise, priceInPaise: 499_900 })).toEqual({
    toPayInPaise: 0,
    tooMuchInPaise: 100_000,
  });
});
