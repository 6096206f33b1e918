import { expect, test } from "vitest";
import { dayText, monthsLater, readDay, weeksOf } from "./date-text.ts";

test.each([
  ["17 Nov 2026", "2026-11-17"],
  ["17/11/2026", "2026-11-17"],
  ["5/4/2026", "2026-04-05"],
  ["17.11.26", "2026-11-17"],
  ["17-11-2026", "2026-11-17"],
  [" 17 november, 2026 ", "2026-11-17"],
  ["1 Sept 2026", "2026-09-01"],
  ["17 Nov", "2026-11-17"],
  ["17/11", "2026-11-17"],
  ["2026-11-17", "2026-11-17"],
  ["29 Feb 2028", "2028-02-29"],
])("“%s” is read with the day first", (typed, date) => {
  expect(readDay(typed, "2026-01-01")).toBe(date);
});

test.each([
  "",
  "tomorrow",
  "31/02/2026",
  "11/17/2026",
  "17 Nix 2026",
  "17",
  "0/1/2026",
  "29 Feb 2027",
  "17 nove 026",
  "1/1/0050",
])("“%s” is no day", (typed) => {
  expect(readDay(typed, "2026-01-01")).toBeNull();
});

test("a day is shown with the day first, and what is no day as it is", () => {
  expect(dayText("2026-09-05")).toBe("5 Sep 2026");
  for (const text of ["x", "", "1", "2026-13-01", "2026-02-30"]) expect(dayText(text)).toBe(text);
});

test("a month has whole weeks from Monday on", () => {
  const weeks = weeksOf("2026-11-17");
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7, 7]);
  expect([weeks[0]?.[0], weeks[0]?.[6], weeks.at(-1)?.[0]]).toEqual(["2026-10-26", "2026-11-01", "2026-11-30"]);
  expect(weeksOf("2027-02-10")).toHaveLength(4);
});

test("another month has the same day, or its last", () => {
  expect(monthsLater("2026-01-31", 1)).toBe("2026-02-28");
  expect(monthsLater("2026-03-31", -1)).toBe("2026-02-28");
  expect(monthsLater("2026-11-17", 2)).toBe("2027-01-17");
});
