import { expect, test } from "vitest";
import { hoursAWeek } from "./weekly.ts";
import { datesOf, listPatterns, overlap, periodOf } from "./weekly-plan.ts";

const days = (wish: Parameters<typeof listPatterns>[0]) => [
  ...new Set(listPatterns(wish).map((slots) => slots.map(({ weekday }) => weekday).join(" "))),
];

test.each([
  [{ classesAWeek: 5, days: "week-days" }, ["1 2 3 4 5"]],
  [{ classesAWeek: 3, days: "week-days" }, ["1 3 4", "2 4 5", "1 3 5", "1 2 4", "2 3 5"]],
  [{ classesAWeek: 4, days: "week-end" }, ["6 0"]],
  [{ classesAWeek: 1, days: "week-end" }, ["6", "0"]],
] as const)("%o is on %o", (wish, expected) => {
  expect(days(wish)).toEqual(expected);
});

test.each([1, 2, 3, 5, 6, 7, 10, 20])(
  "every pattern of %i classes a week has as many, between 8 and 21 o'clock",
  (count) => {
    for (const pattern of listPatterns({ classesAWeek: count, days: "any" })) {
      expect(hoursAWeek(pattern)).toBe(count);
      expect(pattern.every((slot) => periodOf(slot).from >= 480 && periodOf(slot).to <= 1260)).toBe(true);
    }
  },
);

test("a weekend has room for eight classes, not for nine", () => {
  expect(listPatterns({ classesAWeek: 8, days: "week-end" }).length).toBeGreaterThan(0);
  expect(listPatterns({ classesAWeek: 9, days: "week-end" })).toEqual([]);
});

test("classes leave out days without classes, and end with the hours of the course", () => {
  const pattern = [
    { weekday: 1, from: "09:30", classes: 2 },
    { weekday: 3, from: "09:30", classes: 1 },
  ];
  const isSkipped = (day: string) => day === "2026-11-18";
  expect(datesOf({ pattern, from: "2026-11-16", hours: 4, isSkipped })).toEqual([
    { day: "2026-11-16", period: { from: 570, to: 630 } },
    { day: "2026-11-16", period: { from: 630, to: 690 } },
    { day: "2026-11-23", period: { from: 570, to: 630 } },
    { day: "2026-11-23", period: { from: 630, to: 690 } },
  ]);
});

test("periods that only touch do not overlap", () => {
  expect(overlap({ from: 540, to: 600 }, { from: 600, to: 660 })).toBe(false);
  expect(overlap({ from: 540, to: 601 }, { from: 600, to: 660 })).toBe(true);
});
