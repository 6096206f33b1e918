import { expect, test } from "vitest";
import { secondsOf, timeText } from "./film-time.ts";

test.each([
  ["0", 0],
  ["90", 90],
  ["1:05", 65],
  [" 1:02:03 ", 3723],
  ["", Number.NaN],
  ["1:2:3:4", Number.NaN],
  ["-5", Number.NaN],
  ["soon", Number.NaN],
])("%j is read as %d seconds", (text, seconds) => {
  expect(secondsOf(text)).toBe(seconds);
});

test("a time is written as people read it", () => {
  expect([0, 65, 3723].map(timeText)).toEqual(["0:00", "1:05", "1:02:03"]);
});
