import { expect, test } from "vitest";
import { clockText, toHours } from "./trainer-hours.ts";

test("hours are minutes after midnight; a day without a time is left out, and midnight ends a day", () => {
  const written = [
    { weekday: 1, from: "09:00", to: "17:30" },
    { weekday: 2, from: "", to: "17:30" },
    { weekday: 6, from: "18:00", to: "00:00" },
  ];
  expect(toHours(written)).toEqual([
    { weekday: 1, from: 540, to: 1050 },
    { weekday: 6, from: 1080, to: 1440 },
  ]);
  expect(clockText(1050)).toBe("17:30");
});
