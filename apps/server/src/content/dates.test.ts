import { expect, test } from "vitest";
import { testDay } from "../test/global-setup.ts";
import { ContentDate, resolveDate } from "./dates.ts";

test.each([
  ["+2d 18:30", "Asia/Kolkata", "2026-11-17T13:00:00.000Z"],
  ["-8d 00:00", "Asia/Kolkata", "2026-11-06T18:30:00.000Z"],
  ["+0d 23:59", "America/New_York", "2026-11-16T04:59:00.000Z"],
  // Summer time ends on 1 Nov 2026 in New York: before it noon is 16:00 UTC.
  ["-20d 12:00", "America/New_York", "2026-10-26T16:00:00.000Z"],
  ["+60d 09:00", "Pacific/Auckland", "2027-01-13T20:00:00.000Z"],
  ["2027-01-15 18:30", "Asia/Kolkata", "2027-01-15T13:00:00.000Z"],
  ["2027-07-01 09:00", "America/New_York", "2027-07-01T13:00:00.000Z"],
])("%s in %s is %s", (text, timeZone, iso) => {
  expect(ContentDate.safeParse(text).success).toBe(true);
  expect(resolveDate(text, { now: testDay, timeZone }).toISOString()).toBe(iso);
});

test("today is the institute's today, not the server's", () => {
  const lateInTheEvening = new Date("2026-11-14T20:00:00Z"); // already the 15th in India
  expect(resolveDate("+0d 09:00", { now: lateInTheEvening, timeZone: "Asia/Kolkata" }).toISOString()).toBe(
    "2026-11-15T03:30:00.000Z",
  );
});

test.each(["tomorrow", "2026-11-15", "+2d", "2d 10:00", "+2d 1:00", "2027-02-30 10:00", "2027-01-15 25:00"])(
  "%s is not a date",
  (text) => {
    expect(ContentDate.safeParse(text).success).toBe(false);
  },
);
