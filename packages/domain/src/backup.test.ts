import { expect, test } from "vitest";
import { backupsToKeep, isBackupDue } from "./backup.ts";

const at = (text: string) => new Date(`${text}Z`);
const nights = (from: string, count: number) =>
  Array.from({ length: count }, (_, n) => new Date(at(`${from}T20:30`).getTime() + n * 24 * 3600 * 1000));
const kept = (madeAt: Date[], keep: Parameters<typeof backupsToKeep>[1]) =>
  [...backupsToKeep(madeAt, keep)].map((one) => one.toISOString().slice(0, 16)).sort();

test("the newest backup of each day, week and month is kept", () => {
  const year = nights("2026-01-01", 320); // to Monday, 16 November
  expect(kept(year, { days: 3, weeks: 0, months: 0 })).toEqual([
    "2026-11-14T20:30",
    "2026-11-15T20:30",
    "2026-11-16T20:30",
  ]);
  expect(kept(year, { days: 1, weeks: 3, months: 0 })).toEqual([
    "2026-11-08T20:30",
    "2026-11-15T20:30",
    "2026-11-16T20:30",
  ]);
  expect(kept(year, { days: 1, weeks: 0, months: 3 })).toEqual([
    "2026-09-30T20:30",
    "2026-10-31T20:30",
    "2026-11-15T20:30",
    "2026-11-16T20:30",
  ]);
  expect(kept(year, { days: 7, weeks: 4, months: 12 })).toHaveLength(7 + 2 + 10);
});

test("of several backups on one day the newest is kept, and days without one do not count", () => {
  const some = ["2026-11-01T01:00", "2026-11-01T23:59", "2026-11-09T12:00"].map(at);
  expect(kept(some, { days: 2, weeks: 0, months: 0 })).toEqual(["2026-11-01T23:59", "2026-11-09T12:00"]);
  expect(kept([], { days: 2, weeks: 1, months: 1 })).toEqual([]);
});

test("every backup of the last two days is kept", () => {
  const some = ["2026-11-07T12:00", "2026-11-07T12:01", "2026-11-09T09:00", "2026-11-09T12:00"].map(at);
  expect(kept(some, { days: 1, weeks: 0, months: 0 })).toEqual([
    "2026-11-07T12:01",
    "2026-11-09T09:00",
    "2026-11-09T12:00",
  ]);
});

test.each([
  ["no backup yet", null, "2026-11-15T06:30", true],
  ["the one of last night", "2026-11-14T20:30", "2026-11-15T06:30", false],
  ["one before last night", "2026-11-14T20:29", "2026-11-15T06:30", true],
  ["one of this afternoon, before the time", "2026-11-15T12:00", "2026-11-15T20:29", false],
  ["one of this afternoon, at the time", "2026-11-15T12:00", "2026-11-15T20:30", true],
  ["one of a week ago", "2026-11-08T20:30", "2026-11-15T06:30", true],
])("with %s a backup is due or not", (_, last, now, isDue) => {
  expect(isBackupDue({ last: last === null ? null : at(last), at: { hour: 20, minute: 30 }, now: at(now) })).toBe(
    isDue,
  );
});
