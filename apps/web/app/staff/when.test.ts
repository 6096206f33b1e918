import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  formatAge,
  formatCall,
  formatClock,
  formatExact,
  formatLongDay,
  formatWhen,
  formatWhenInside,
  formatWhole,
  hourOf,
  setZone,
} from "./when.ts";

const now = new Date("2026-11-16T20:00:00.000Z");

beforeEach(() => setZone("Asia/Kolkata"));
afterEach(() => {
  vi.restoreAllMocks();
});

test("days and times are the institute's, wherever the browser is", () => {
  expect(formatWhen("2026-11-16T19:00:00.000Z", now)).toMatch(/^Today 12:30\sAM$/);
  expect(formatWhenInside("2026-11-16T19:00:00.000Z", now)).toMatch(/^today 12:30\sAM$/);
  expect(formatWhen("2026-11-16T18:00:00.000Z", now)).toMatch(/^Mon 11:30\sPM$/);
  expect(formatWhen("2026-11-01T18:00:00.000Z", now)).toBe("1 Nov 2026");
  expect(formatCall("2026-11-18T05:30:00.000Z", now)).toMatch(/^Wed 11:00\sAM$/);
  expect(formatClock("2026-11-16T20:00:00.000Z")).toMatch(/^1:30\sAM$/);
  expect(formatLongDay(now.toISOString())).toBe("Tuesday 17 November");
  expect(hourOf(now.toISOString())).toBe(1);
});

test.each([
  ["2026-11-16T20:00:01.000Z", "now"],
  ["2026-11-16T19:00:01.000Z", "59 min"],
  ["2026-11-15T20:00:01.000Z", "23 h"],
  ["2026-11-13T20:00:00.000Z", "3 d"],
  ["2026-10-19T19:00:00.000Z", "20 Oct 2026"],
])("the age of %s reads %s", (iso, text) => {
  expect(formatAge(iso, now)).toBe(text);
});

test.each([
  ["Asia/Kolkata", ""],
  ["Europe/Berlin", " IST"],
])("a whole moment read in %s ends with %j", (timeZone, zone) => {
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({ timeZone } as never);
  expect(formatWhole("2026-11-14T11:01:09.000Z").replace(/\s/g, " ")).toBe(`Sat 14 Nov 2026, 4:31 PM${zone}`);
  expect(formatExact("2026-11-14T11:01:09.000Z").replace(/\s/g, " ")).toBe(`Sat 14 Nov 2026, 4:31:09 PM${zone}`);
});
