import { expect, test } from "vitest";
import { lastWeeks, mondayOf, mondaysIn, periodUntil, whyNoPeriod } from "./report.ts";

test.each([
  ["2026-11-16", "2026-11-16"],
  ["2026-11-17", "2026-11-16"],
  ["2026-11-22", "2026-11-16"],
  ["2026-11-23", "2026-11-23"],
  ["2027-01-01", "2026-12-28"],
])("the week of %s begins on %s", (date, monday) => {
  expect(mondayOf(date)).toBe(monday);
});

test("the last four weeks are this one and the three before", () => {
  expect(lastWeeks(4, "2026-11-18")).toEqual({ from: "2026-10-26", until: "2026-11-18" });
  expect(mondaysIn(lastWeeks(4, "2026-11-18"))).toEqual(["2026-10-26", "2026-11-02", "2026-11-09", "2026-11-16"]);
  expect(mondaysIn(lastWeeks(1, "2026-11-16"))).toEqual(["2026-11-16"]);
});

test("a period by its name ends on the given day", () => {
  expect(periodUntil("2026-11-18", "4-weeks")).toEqual(lastWeeks(4, "2026-11-18"));
  expect(periodUntil("2026-11-18", "12-weeks")).toEqual(lastWeeks(12, "2026-11-18"));
  expect(periodUntil("2026-11-18", "year")).toEqual({ from: "2026-01-01", until: "2026-11-18" });
});

test("a period that begins within a week has that week", () => {
  expect(mondaysIn({ from: "2026-11-15", until: "2026-11-16" })).toEqual(["2026-11-09", "2026-11-16"]);
  expect(mondaysIn({ from: "2026-11-15", until: "2026-11-15" })).toEqual(["2026-11-09"]);
});

test.each([
  ["2026-11-16", "2026-11-16", null],
  ["2026-01-01", "2027-01-06", null],
  ["2026-01-01", "2027-01-07", "until"],
  ["2026-11-17", "2026-11-16", "from"],
  ["0001-01-01", "0001-01-02", "from"],
  ["2099-12-31", "2099-12-31", null],
  ["9999-12-31", "9999-12-31", "until"],
])("from %s until %s: the fault is %s", (from, until, field) => {
  expect(Object.keys(whyNoPeriod({ from, until }) ?? {})).toEqual(field ? [field] : []);
});
