import { describe, expect, test } from "vitest";
import {
  chargeableFrom,
  chargeDay,
  isAgreed,
  type MandateState,
  mandateFor,
  mandateStates,
  nextMandateState,
  type TokenStatus,
  tokenStatuses,
} from "./mandate.ts";

describe("the state of a mandate", () => {
  test.each<[MandateState, TokenStatus, MandateState]>([
    ["begun", "initiated", "begun"],
    ["begun", "confirmed", "active"],
    ["begun", "paused", "paused"],
    ["begun", "rejected", "refused"],
    ["begun", "cancelled", "ended"],
    ["active", "initiated", "active"],
    ["active", "confirmed", "active"],
    ["active", "paused", "paused"],
    ["active", "rejected", "ended"],
    ["active", "cancelled", "ended"],
    ["paused", "initiated", "paused"],
    ["paused", "confirmed", "active"],
    ["paused", "paused", "paused"],
    ["paused", "rejected", "ended"],
    ["paused", "cancelled", "ended"],
  ])("%s is, when the provider says %s, %s", (state, seen, expected) => {
    expect(nextMandateState(state, seen)).toBe(expected);
  });

  test("what is over stays over, whatever the provider says", () => {
    for (const state of ["ended", "refused"] as const)
      for (const seen of tokenStatuses) expect(nextMandateState(state, seen)).toBe(state);
  });

  test("the same answer twice changes nothing more", () => {
    for (const state of mandateStates)
      for (const seen of tokenStatuses) {
        const once = nextMandateState(state, seen);
        expect(nextMandateState(once, seen)).toBe(once);
      }
  });
});

test("an instalment is taken on its day, or two days from now when that is later", () => {
  expect(chargeDay("2026-12-20", "2026-12-18")).toBe("2026-12-20");
  expect(chargeDay("2026-12-20", "2026-12-01")).toBe("2026-12-20");
  expect(chargeDay("2026-12-20", "2026-12-19")).toBe("2026-12-21");
  expect(chargeDay("2026-12-20", "2026-12-31")).toBe("2027-01-02");
});

test("the provider is asked at the earliest 36 hours and 5 minutes after the notice", () => {
  expect(chargeableFrom(new Date("2026-12-18T12:00:00Z"))).toEqual(new Date("2026-12-20T00:05:00Z"));
});

test("the payer has agreed to later instalments up to the largest amount, until the mandate expires", () => {
  const agreed = { maxInPaise: 500_000, begunOn: "2026-11-15", expiresOn: "2027-03-01" };
  const part = { amountInPaise: 500_000, dueOn: "2026-12-15" };
  expect(isAgreed(part, agreed)).toBe(true);
  expect(isAgreed({ ...part, amountInPaise: 500_001 }, agreed)).toBe(false);
  expect(isAgreed({ ...part, dueOn: "2026-11-15" }, agreed)).toBe(false);
  expect(isAgreed({ ...part, dueOn: "2027-03-01" }, agreed)).toBe(false);
});

describe("what a payer is offered", () => {
  const [first, second, third] = ["2026-11-15", "2026-12-15", "2027-01-15"].map((dueOn, n) => ({
    ...{ dueOn, amountInPaise: 500_000 - n * 100 },
  })) as [Part, Part, Part];
  type Part = { dueOn: string; amountInPaise: number };

  test("the other parts that come later, with the largest amount and the day after which nothing is taken", () => {
    expect(mandateFor(first, [first, second, third], "2026-11-15")).toEqual({
      ...{ dues: [second, third], maxInPaise: 500_000, expiresOn: "2027-04-15" },
    });
  });

  test("nothing with the last part, and no part that is overdue", () => {
    expect(mandateFor(third, [third], "2026-11-15")).toBeNull();
    expect(mandateFor(third, [second, third], "2026-11-15")?.dues).toEqual([second]);
    expect(mandateFor(third, [second, third], "2026-12-15")).toBeNull();
    expect(mandateFor(first, [first, second, third], "2026-12-15")?.dues).toEqual([third]);
  });

  test("nothing when the bank would ask each time", () => {
    const large = { dueOn: "2027-02-15", amountInPaise: 1_500_001 };
    expect(mandateFor(first, [first, second, large], "2026-11-15")).toBeNull();
    expect(mandateFor(first, [first, { ...large, amountInPaise: 1_500_000 }], "2026-11-15")).not.toBeNull();
  });
});
