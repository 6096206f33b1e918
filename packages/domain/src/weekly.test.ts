import { describe, expect, test } from "vitest";
import { planWeekly } from "./batch.ts";
import { batchTimes } from "./site.ts";
import {
  doubled,
  fitsHours,
  hoursAWeek,
  isSoldTruly,
  kindOf,
  patternName,
  patternOf,
  shiftPattern,
  teachingTimes,
  type WeeklySlot,
  whyNotPattern,
} from "./weekly.ts";
import { wallTime } from "./zone.ts";

const timeZone = "Asia/Kolkata";
const slot = (weekday: number, from: string, classes = 1): WeeklySlot => ({ weekday, from, classes });
const topics = ["Values", "Loops", "Functions"];
const clock = (at: Date) => {
  const { weekday, hour, minute } = wallTime(at, timeZone);
  return `${weekday} ${hour}:${String(minute).padStart(2, "0")}`;
};

describe("a plan by a weekly pattern", () => {
  test("any days and hours, several classes in a row", () => {
    const pattern = [slot(4, "18:30"), slot(2, "07:15", 2)];
    const { classes } = planWeekly({ hours: 5, topics, from: "2026-11-18", pattern, timeZone });
    expect(classes.map(({ startsAt }) => clock(startsAt))).toEqual([
      "4 18:30",
      "2 7:15",
      "2 8:15",
      "4 18:30",
      "2 7:15",
    ]);
    expect(classes.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });

  test("110 hours at two a week end in a year", () => {
    const pattern = [slot(6, "15:00"), slot(0, "15:00")];
    const { classes } = planWeekly({ hours: 110, topics, from: "2026-11-22", pattern, timeZone });
    expect(classes).toHaveLength(110);
    expect(classes.at(-1)?.startsAt.toISOString().slice(0, 10)).toBe("2027-12-11");
    const twice = planWeekly({ hours: 110, topics, from: "2026-11-22", pattern: doubled(pattern) ?? [], timeZone });
    expect(twice.classes.at(-1)?.startsAt.toISOString().slice(0, 10)).toBe("2027-05-30");
  });

  test("two holidays are skipped and named, and the classes follow on the next days", () => {
    const holidays = ["2026-11-24", "2026-11-26", "2026-11-29"];
    const isSkipped = (day: string) => holidays.includes(day);
    const pattern = [slot(2, "09:00"), slot(4, "09:00")];
    const { classes, skippedDays } = planWeekly({ hours: 3, topics, from: "2026-11-23", pattern, timeZone, isSkipped });
    expect(skippedDays).toEqual(["2026-11-24", "2026-11-26"]);
    expect(classes.map(({ startsAt }) => startsAt.toISOString().slice(0, 10))).toEqual([
      ...["2026-12-01", "2026-12-03", "2026-12-08"],
    ]);
  });

  test("the hour stays the same when the clocks change", () => {
    const pattern = [slot(0, "09:00")];
    const zone = "Europe/Berlin";
    const { classes } = planWeekly({ hours: 3, topics, from: "2026-10-18", pattern, timeZone: zone });
    expect(classes.map(({ startsAt }) => wallTime(startsAt, zone).hour)).toEqual([9, 9, 9]);
  });
});

describe("a pattern", () => {
  test.each([
    [[], "Choose at least one day"],
    [[slot(1, "9:00")], "Monday: write the time like 18:30"],
    [[slot(1, "24:00")], "Monday: write the time like 18:30"],
    [[slot(7, "09:00")], "Choose a day of the week"],
    [[slot(3, "09:00", 5)], "Wednesday: 1 to 4 classes in a row"],
    [[slot(3, "09:00", 0)], "Wednesday: 1 to 4 classes in a row"],
    [[slot(5, "22:30", 2)], "Friday: the last class ends after midnight"],
    [[slot(5, "10:30"), slot(5, "09:00", 2)], "Friday: two times overlap"],
    [[slot(5, "11:00"), slot(5, "09:00", 2)], null],
    [[slot(5, "23:00")], null],
    [Array.from({ length: 7 }, (_, weekday) => slot(weekday, "18:30")), null],
  ])("%j: %s", (pattern, why) => {
    expect(whyNotPattern(pattern)).toBe(why);
  });

  test.each([
    [[slot(1, "18:30"), slot(3, "18:30")], { batchTime: "3-4", batchType: "week-days" }],
    [[slot(6, "09:10", 2), slot(0, "09:10", 2)], { batchTime: "9-10", batchType: "week-end" }],
    [[slot(6, "09:00"), slot(1, "10:40")], { batchTime: "11-12", batchType: "week-days" }],
    [[slot(6, "13:00", 3), slot(1, "09:00")], { batchTime: "1-2", batchType: "week-end" }],
  ])("%j is sold as %j", (pattern, kind) => {
    expect(kindOf(pattern, batchTimes)).toEqual(kind);
  });

  test.each([
    ["18:30", "3-4", false],
    ["15:45", "3-4", true],
    ["14:15", "3-4", true],
    ["14:00", "3-4", false],
  ])("on Mondays at %s, sold as %s: true is %s", (from, batchTime, isTrue) => {
    expect(isSoldTruly([slot(1, from)], { batchTime, batchType: "week-days" })).toBe(isTrue);
    expect(isSoldTruly([slot(1, from)], { batchTime, batchType: "week-end" })).toBe(false);
  });

  test("every kind is sold as itself", () => {
    for (const batchTime of batchTimes)
      for (const batchType of ["week-days", "week-end"] as const) {
        const pattern = patternOf({ batchTime, batchType });
        expect(whyNotPattern(pattern)).toBeNull();
        expect(kindOf(pattern, batchTimes)).toEqual({ batchTime, batchType });
      }
  });

  test("its hours, twice as many, and its name", () => {
    const pattern = [slot(6, "09:00", 2), slot(3, "18:30"), slot(1, "18:30")];
    expect(hoursAWeek(pattern)).toBe(4);
    expect(doubled([slot(1, "09:00", 3)])).toBeNull();
    expect(patternName(pattern)).toBe("Mon, Wed 6:30 PM; Sat 9:00 AM, 2 classes");
  });
});

test("a pattern moves by days and minutes, also over the end of the week and past midnight", () => {
  expect(shiftPattern([slot(5, "22:00"), slot(6, "22:00")], { days: 1, minutes: -720 })).toEqual([
    ...[slot(6, "10:00"), slot(0, "10:00")],
  ]);
  expect(shiftPattern([slot(0, "01:00")], { days: -8, minutes: -120 })).toEqual([slot(5, "23:00")]);
  expect(shiftPattern([slot(1, "20:00", 2)], { days: 0, minutes: 180 })).toBeNull();
});

test("every class must be within the hours, which may follow each other; without hours any time is good", () => {
  const hours = [
    { weekday: 1, from: 540, to: 720 },
    { weekday: 1, from: 720, to: 780 },
  ];
  expect(fitsHours([slot(1, "11:00", 2)], hours)).toBe(true);
  expect(fitsHours([slot(1, "12:00", 2)], hours)).toBe(false);
  expect(fitsHours([slot(1, "11:30", 1)], hours)).toBe(false);
  expect(fitsHours([slot(2, "09:00")], hours)).toBe(false);
  expect(fitsHours([slot(2, "09:00")], [])).toBe(true);
});

test("a batch is named by its own days and hours, and by its kind where it has none or they agree", () => {
  const kind = { batchTime: "3-4", batchType: "week-days" } as const;
  expect(teachingTimes({ ...kind, pattern: [slot(6, "20:00"), slot(4, "20:00")] })).toBe("Thu, Sat 8:00 PM");
  expect(teachingTimes({ ...kind, pattern: null })).toBe("3:00 to 4:00 PM, weekdays");
  expect(teachingTimes({ ...kind, pattern: patternOf(kind) })).toBe("3:00 to 4:00 PM, weekdays");
});
