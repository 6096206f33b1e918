import { expect, test } from "vitest";
import {
  ageOf,
  monthlyDays,
  reminderFor,
  defaultOverdueRules as rules,
  splitIntoDues,
  whyNotPlan,
} from "./instalments.ts";

test.each([
  [2_999_900, 3, [1_000_100, 999_900, 999_900]],
  [100_050, 2, [50_050, 50_000]],
  [100, 1, [100]],
])("%i paise in %i parts are whole rupees after the first", (price, count, parts) => {
  expect(splitIntoDues(price, count)).toEqual(parts);
});

test("a plan of any price and length adds up", () => {
  for (let price = 2_400; price < 5_000_000; price = Math.floor(price * 1.37) + 1)
    for (let count = 1; count <= 24; count++) {
      const days = monthlyDays("2026-01-31", count);
      const dues = splitIntoDues(price, count).map((amountInPaise, n) => ({ amountInPaise, dueOn: days[n] ?? "" }));
      expect(whyNotPlan(dues, price)).toBeNull();
    }
});

test("a month that is shorter ends a day earlier, also in a leap year", () => {
  expect(monthlyDays("2027-11-30", 4)).toEqual(["2027-11-30", "2027-12-30", "2028-01-30", "2028-02-29"]);
  expect(monthlyDays("2026-01-31", 3)).toEqual(["2026-01-31", "2026-02-28", "2026-03-31"]);
});

test("a plan that does not fit says why", () => {
  const due = (amountInPaise: number, dueOn: string) => ({ amountInPaise, dueOn });
  expect(whyNotPlan([], 100)).toBe("Add at least one instalment");
  expect(whyNotPlan([due(99, "2026-11-17")], 99)).toBe("Each instalment is at least ₹1");
  expect(whyNotPlan([due(100, "2026-11-17"), due(100, "2026-11-17")], 200)).toBe(
    "Each instalment is due after the one before",
  );
  expect(whyNotPlan([due(100, "2026-11-17"), due(100, "2026-11-18")], 300)).toBe(
    "The instalments do not add up to the price",
  );
});

test("reminders go out three days before, on the day, and 1, 3 and 7 days after it, each once", () => {
  const sent: [string, number][] = [];
  let lastReminder: number | null = null;
  for (let n = 10; n <= 30; n++) {
    const today = `2026-11-${n}`;
    const reminder = reminderFor({ dueOn: "2026-11-17", lastReminder }, { today, rules });
    if (reminder === null) continue;
    sent.push([today, reminder]);
    lastReminder = reminder;
  }
  expect(sent).toEqual([
    ["2026-11-14", -3],
    ["2026-11-17", 0],
    ["2026-11-18", 1],
    ["2026-11-20", 3],
    ["2026-11-24", 7],
  ]);
  // The product did not run for a week.
  expect(reminderFor({ dueOn: "2026-11-17", lastReminder: -3 }, { today: "2026-11-21", rules })).toBe(3);
});

test.each([
  ["2026-11-18", "not due yet"],
  ["2026-11-17", "not due yet"],
  ["2026-11-16", "1 to 30 days"],
  ["2026-10-18", "1 to 30 days"],
  ["2026-10-17", "31 to 60 days"],
  ["2026-09-17", "61 to 90 days"],
  ["2026-08-18", "over 90 days"],
])("what was due on %s is %s on 17 November", (dueOn, age) => {
  expect(ageOf(dueOn, "2026-11-17")).toBe(age);
});
