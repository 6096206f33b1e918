import { expect, test } from "vitest";
import { beginOf, dayOf, momentAt, readWallTime, wallClock, wallTime } from "./zone.ts";

test.each([
  ["2026-11-15T18:29:00Z", "Asia/Kolkata", "2026-11-15 23:59, weekday 0"],
  ["2026-11-15T18:30:00Z", "Asia/Kolkata", "2026-11-16 0:0, weekday 1"],
  ["2026-11-15T18:30:00Z", "UTC", "2026-11-15 18:30, weekday 0"],
  ["2026-07-01T02:00:00Z", "America/New_York", "2026-6-30 22:0, weekday 2"],
  ["2026-01-01T02:00:00Z", "America/New_York", "2025-12-31 21:0, weekday 3"],
  ["2026-07-01T12:00:00Z", "America/St_Johns", "2026-7-1 9:30, weekday 3"],
])("at %s the local time in %s is %s", (moment, timeZone, local) => {
  const { year, month, day, hour, minute, weekday } = wallTime(new Date(moment), timeZone);
  expect(`${year}-${month}-${day} ${hour}:${minute}, weekday ${weekday}`).toBe(local);
});

test.each([
  ["in India", { year: 2026, month: 11, day: 16, hour: 9, minute: 0 }, "Asia/Kolkata", "2026-11-16T03:30"],
  ["past the end of a month", { year: 2026, month: 11, day: 31, hour: 9, minute: 0 }, "UTC", "2026-12-01T09:00"],
  [
    "an hour after summer time starts",
    { year: 2026, month: 3, day: 8, hour: 3, minute: 30 },
    "America/New_York",
    "2026-03-08T07:30",
  ],
  [
    "the evening after summer time ends",
    { year: 2026, month: 11, day: 1, hour: 18, minute: 0 },
    "America/New_York",
    "2026-11-01T23:00",
  ],
  // Clocks go from 0:00 to 1:00.
  ["left out in Cairo", { year: 2027, month: 4, day: 30, hour: 0, minute: 0 }, "Africa/Cairo", "2027-04-29T22:00"],
  ["left out in Chile", { year: 2027, month: 9, day: 5, hour: 0, minute: 0 }, "America/Santiago", "2027-09-05T04:00"],
])("a local time %s is one moment", (_, local, timeZone, moment) => {
  expect(momentAt(local, timeZone).toISOString().slice(0, 16)).toBe(moment);
});

test.each([
  ["2026-11-15T18:29:59Z", "Asia/Kolkata", "2026-11-14T18:30", "2026-11-15T18:30"],
  ["2026-11-15T18:30:00Z", "Asia/Kolkata", "2026-11-15T18:30", "2026-11-16T18:30"],
  ["2026-12-31T12:00:00Z", "UTC", "2026-12-31T00:00", "2027-01-01T00:00"],
  // A day of 25 hours.
  ["2026-11-01T12:00:00Z", "America/New_York", "2026-11-01T04:00", "2026-11-02T05:00"],
  // Days without a midnight.
  ["2027-04-29T22:00:00Z", "Africa/Cairo", "2027-04-29T22:00", "2027-04-30T21:00"],
  ["2027-09-05T04:00:00Z", "America/Santiago", "2027-09-05T04:00", "2027-09-06T03:00"],
])("%s is in a day of %s that begins at %s and ends at %s", (moment, timeZone, begins, ends) => {
  const day = dayOf(new Date(moment), timeZone);
  expect([day.begins, day.ends].map((at) => at.toISOString().slice(0, 16))).toEqual([begins, ends]);
});

test("a day begins at its midnight, also one that comes some days later", () => {
  const timeZone = "Asia/Kolkata";
  expect(beginOf("2026-11-30", { timeZone }).toISOString()).toBe("2026-11-29T18:30:00.000Z");
  expect(beginOf("2026-11-30", { timeZone, later: 1 }).toISOString()).toBe("2026-11-30T18:30:00.000Z");
});

test.each([
  ["2027-01-15 18:30", { year: 2027, month: 1, day: 15, hour: 18, minute: 30 }],
  ["2028-02-29T00:00", { year: 2028, month: 2, day: 29, hour: 0, minute: 0 }],
  ["2027-02-29 00:00", null],
  ["2027-01-15 24:00", null],
  ["2027-01-15 18:60", null],
  ["2027-01-15", null],
  ["x2027-01-15 18:30", null],
  ["", null],
])("%j is the local time %j", (text, local) => {
  expect(readWallTime(text)).toEqual(local);
});

test.each(["Asia/Kolkata", "America/New_York", "Africa/Cairo", "UTC"])(
  "the clock for many moments in %s shows every hour of two years as the local time is",
  (timeZone) => {
    const clock = wallClock(timeZone);
    const first = Date.UTC(2026, 0, 1);
    const wrong = Array.from({ length: 2 * 365 * 24 }, (_, n) => new Date(first + n * 3_600_000)).filter((at) => {
      const { year, month, day, hour, minute } = wallTime(at, timeZone);
      return clock(at).getTime() !== Date.UTC(year, month - 1, day, hour, minute);
    });
    expect(wrong).toEqual([]);
  },
);
