import { expect, test } from "vitest";
import { timeLeft } from "./countdown.ts";

const startsAt = new Date("2026-11-17T13:00:00Z");

test.each([
  ["2026-11-15T06:30:00Z", { days: 2, hours: 6, minutes: 30, seconds: 0 }],
  ["2026-11-17T12:59:58.500Z", { days: 0, hours: 0, minutes: 0, seconds: 1 }],
  ["2026-11-17T13:00:00Z", { days: 0, hours: 0, minutes: 0, seconds: 0 }],
])("at %s the countdown shows %j", (now, left) => {
  expect(timeLeft({ startsAt, now: new Date(now) })).toEqual(left);
});

test("after the start there is no countdown", () => {
  expect(timeLeft({ startsAt, now: new Date("2026-11-17T13:00:00.001Z") })).toBeNull();
});
