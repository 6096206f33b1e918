import { expect, test } from "vitest";
import { pageText } from "../leads/lead-words.ts";
import { countIn, scaleOf, seriesOf } from "./chart-series.ts";
import { daysOfWeek, readAsked, shortDayText } from "./report-period.ts";
import { durationText, rateText } from "./report-words.ts";

test.each([
  [null, "none"],
  [0, "under 1 min"],
  [1, "1 min"],
  [59.6, "1 h"],
  [130, "2 h 10 min"],
  [1440, "1 day"],
  [3000, "2 days 2 h"],
])("%s minutes are %s", (minutes, text) => {
  expect(durationText(minutes)).toBe(text);
});

test("a rate is rounded, and there is none of nothing", () => {
  expect([rateText(1, 3), rateText(0, 4), rateText(0, 0)]).toEqual(["33%", "0%", ""]);
});

test("a page reads as its address does in the browser", () => {
  expect(["/", "/course/Python%20Full", "/%E0%A4"].map(pageText)).toEqual([
    "Home page",
    "/course/Python Full",
    "/%E0%A4",
  ]);
});

test.each([
  [1, [1]],
  [3, [1, 2, 3]],
  [4, [1, 2, 3, 4]],
  [5, [2, 4, 6]],
  [63, [20, 40, 60, 80]],
  [1000, [500, 1000]],
])("the lines of a chart up to %s", (highest, lines) => {
  expect(scaleOf(highest)).toEqual(lines);
});

test("five sources are told apart, more share the last place", () => {
  const counts = { leads: 1, contacted: 0, enrolled: 0, lost: 0, medianMinutesToFirstCall: null };
  const six = (["popup", "contact", "syllabus", "webinar", "alert", "test"] as const).map((source) => ({
    ...counts,
    source,
  }));
  expect(
    seriesOf(six.slice(0, 5))
      .map(({ name }) => name)
      .at(-1),
  ).toBe("Course alert");
  const series = seriesOf(six);
  expect(series.map(({ name }) => name)).toEqual(["Popup", "Contact form", "Syllabus", "Webinar", "Others"]);
  const week = { beginsOn: "2026-11-16", bySource: { alert: 2, test: 3, popup: 9 }, total: 14 };
  expect(series.map((one) => countIn(week, one))).toEqual([9, 0, 0, 0, 5]);
});

const asked = (address: string) => readAsked(new URLSearchParams(address));

test("the address names a period, or days of one's own", () => {
  expect(asked("")).toEqual({ preset: "12-weeks", input: { period: "12-weeks" } });
  expect(asked("period=nonsense")).toEqual({ preset: "12-weeks", input: { period: "12-weeks" } });
  expect(asked("period=4-weeks")).toEqual({ preset: "4-weeks", input: { period: "4-weeks" } });
  expect(asked("period=year")).toEqual({ preset: "year", input: { period: "year" } });
  expect(asked("period=year&from=2026-05-01")).toEqual({ preset: null, input: { from: "2026-05-01" } });
});

test("a week that the period cuts has its days within it", () => {
  const period = { from: "2026-11-04", until: "2026-11-17" };
  expect(daysOfWeek("2026-11-02", period)).toEqual({ from: "2026-11-04", until: "2026-11-08" });
  expect(daysOfWeek("2026-11-09", period)).toEqual({ from: "2026-11-09", until: "2026-11-15" });
  expect(daysOfWeek("2026-11-16", period)).toEqual({ from: "2026-11-16", until: "2026-11-17" });
});

test("days are written as people say them", () => {
  expect(shortDayText("2026-09-07")).toBe("7 Sep");
});
