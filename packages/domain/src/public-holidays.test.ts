import { expect, test } from "vitest";
import { isDay } from "./batch.ts";
import { fixedHolidays, publicHolidays } from "./public-holidays.ts";

test("every public holiday is a day of its own, in order", () => {
  const days = publicHolidays.map(({ day }) => day);
  expect(days.every(isDay)).toBe(true);
  expect(days).toEqual([...new Set(days)].sort());
});

test("Good Friday is a Friday, and of 2028 there are only days that never move", () => {
  const fridays = publicHolidays.filter(({ name }) => name === "Good Friday");
  expect(fridays.map(({ day }) => new Date(day).getUTCDay())).toEqual([5, 5, 5]);
  const later = publicHolidays.filter(({ day }) => day >= "2028");
  expect(later.map(({ day, mayMove }) => [day, mayMove])).toEqual([
    ["2028-01-26", false],
    ["2028-04-14", false],
    ["2028-08-15", false],
    ["2028-10-02", false],
    ["2028-12-25", false],
  ]);
});

test("2027 has the same holidays as 2026, and two on one day are joined", () => {
  const namesOf = (year: string) =>
    publicHolidays
      .filter(({ day }) => day.startsWith(year))
      .flatMap(({ name }) => name.split(" and "))
      .sort();
  expect(namesOf("2027")).toEqual(namesOf("2026"));
  expect(publicHolidays.find(({ day }) => day === "2027-08-15")).toEqual({
    day: "2027-08-15",
    name: "Independence Day and Milad-un-Nabi",
    mayMove: true,
  });
  expect(fixedHolidays).toContainEqual({ day: "2027-08-15", name: "Independence Day", mayMove: false });
});
