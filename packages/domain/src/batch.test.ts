import { describe, expect, test } from "vitest";
import {
  addDays,
  type BatchPlan,
  chooseBatch,
  dayAt,
  firstDayOf,
  isDay,
  isDayOf,
  planClasses,
  spreadTopics,
  weeksOf,
} from "./batch.ts";
import { batchTypes } from "./course.ts";
import { batchHours, batchTimes } from "./site.ts";
import { wallTime } from "./zone.ts";

const timeZone = "Asia/Kolkata";
const letters = (count: number) => Array.from({ length: count }, (_, n) => `T${n + 1}`);
const plan = (change: Partial<BatchPlan> = {}) =>
  planClasses({
    hours: 6,
    topics: letters(6),
    from: "2026-11-19",
    time: "9-10",
    type: "week-days",
    timeZone,
    ...change,
  }).classes;
const startsOf = (change: Partial<BatchPlan>) =>
  plan(change).map(({ startsAt }) => startsAt.toISOString().slice(0, 16));

describe("topics", () => {
  test.each([
    [3, 3, ["T1", "T2", "T3"]],
    [2, 5, ["T1 (1 of 3)", "T1 (2 of 3)", "T1 (3 of 3)", "T2 (1 of 2)", "T2 (2 of 2)"]],
    [3, 4, ["T1 (1 of 2)", "T1 (2 of 2)", "T2", "T3"]],
    [5, 2, ["T1; T2", "T3; T4; T5"]],
    [4, 3, ["T1", "T2", "T3; T4"]],
    [1, 1, ["T1"]],
  ])("%i topics in %i classes", (topics, classes, shown) => {
    expect(spreadTopics(letters(topics), classes)).toEqual(shown);
  });

  test("whatever their number, every topic is taught, in order and without coming back, and the shares are even", () => {
    for (let topics = 1; topics <= 30; topics++)
      for (let classes = 1; classes <= 40; classes++) {
        const shown = spreadTopics(letters(topics), classes);
        expect(shown).toHaveLength(classes);
        const taught = shown.map((text) => text.split("; ").map((one) => Number(/^T(\d+)/.exec(one)?.[1])));
        const changes = taught.flat().filter((topic, at, all) => topic !== all[at - 1]);
        expect(changes).toEqual(letters(topics).map((_, n) => n + 1));
        const sizes = taught.map(({ length }) => length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        const uses = changes.map((topic) => taught.flat().filter((one) => one === topic).length);
        expect(Math.max(...uses) - Math.min(...uses)).toBeLessThanOrEqual(1);
        expect(new Set(shown).size).toBe(classes);
      }
  });
});

describe("class times", () => {
  test("a weekday batch has one class a day from Monday to Friday", () => {
    expect(startsOf({})).toEqual([
      "2026-11-19T03:30",
      "2026-11-20T03:30",
      "2026-11-23T03:30",
      "2026-11-24T03:30",
      "2026-11-25T03:30",
      "2026-11-26T03:30",
    ]);
  });

  test("a weekend batch has two classes a day, one after the other, and the last day may have one", () => {
    expect(startsOf({ hours: 5, type: "week-end", time: "1-2" })).toEqual([
      "2026-11-21T07:30",
      "2026-11-21T08:30",
      "2026-11-22T07:30",
      "2026-11-22T08:30",
      "2026-11-28T07:30",
    ]);
  });

  test("skipped days have no class, and the batch ends later", () => {
    const holidays = new Set(["2026-11-20", "2026-11-24"]);
    const starts = startsOf({ hours: 3, isSkipped: (day) => holidays.has(day) });
    expect(starts).toEqual(["2026-11-19T03:30", "2026-11-23T03:30", "2026-11-25T03:30"]);
  });

  test("a plan that skips every day is empty", () => {
    expect(plan({ isSkipped: () => true })).toEqual([]);
  });

  test("the classes keep their hour when summer time starts or ends", () => {
    for (const zone of ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Africa/Casablanca"])
      for (const type of batchTypes)
        for (const time of batchTimes) {
          const planned = plan({ hours: 300, topics: letters(7), from: "2026-01-05", time, type, timeZone: zone });
          const hours = new Set(planned.map(({ startsAt }) => wallTime(startsAt, zone).hour));
          const { from } = batchHours(time);
          expect([...hours]).toEqual(type === "week-days" ? [from] : [from, from + 1]);
        }
  });

  test("a batch has as many classes as hours, numbered and in order, on days of its type", () => {
    for (const type of batchTypes)
      for (const hours of [1, 2, 3, 20, 55, 120]) {
        const planned = plan({ hours, type });
        expect(planned.map(({ number }) => number)).toEqual(Array.from({ length: hours }, (_, n) => n + 1));
        const starts = planned.map(({ startsAt }) => startsAt.getTime());
        expect(starts).toEqual([...new Set(starts)].sort((one, other) => one - other));
        for (const { startsAt } of planned) expect(isDayOf(type, dayAt(startsAt, timeZone))).toBe(true);
      }
  });

  test.each([20, 40, 60, 120])(
    "a weekend batch of %i hours takes at most twice as long as one on weekdays",
    (hours) => {
      const length = (type: "week-days" | "week-end") => {
        const planned = plan({ hours, type, from: type === "week-end" ? "2026-11-21" : "2026-11-23" });
        return (planned.at(-1)?.startsAt.getTime() ?? 0) - (planned[0]?.startsAt.getTime() ?? 0);
      };
      expect(length("week-end")).toBeLessThanOrEqual(2 * length("week-days"));
      expect(weeksOf({ hours, type: "week-days" })).toBe(Math.ceil(length("week-days") / (7 * 86_400_000)));
      expect(weeksOf({ hours, type: "week-end" })).toBe(Math.ceil(length("week-end") / (7 * 86_400_000)));
    },
  );
});

describe("days", () => {
  test.each(["2026-02-29", "2027-02-30", "2026-13-01", "2026-1-1", "tomorrow", "", "0000-00-00", "2026-11-20x"])(
    "%s is not a day",
    (text) => {
      expect(isDay(text)).toBe(false);
    },
  );

  test("a leap day is a day, and days go on across months and years", () => {
    expect(isDay("2028-02-29")).toBe(true);
    expect([addDays("2028-02-28", 2), addDays("2027-01-01", -1)]).toEqual(["2028-03-01", "2026-12-31"]);
  });

  test("the day is that of the time zone", () => {
    const at = new Date("2026-11-15T20:00:00Z");
    expect([dayAt(at, timeZone), dayAt(at, "UTC")]).toEqual(["2026-11-16", "2026-11-15"]);
  });

  test.each([
    ["week-days", "2026-11-16", "2026-11-16"],
    ["week-days", "2026-11-15", "2026-11-09"],
    ["week-end", "2026-11-15", "2026-11-14"],
    ["week-end", "2026-11-20", "2026-11-14"],
  ] as const)("a %s batch that starts by %s starts on %s", (type, day, first) => {
    expect(firstDayOf(type, day)).toBe(first);
  });
});

describe("a place", () => {
  const on = (day: string, { seats = null, taken = 0 }: { seats?: number | null; taken?: number } = {}) => ({
    startsAt: new Date(`${day}T03:30:00Z`),
    endsAt: new Date(Date.parse(`${day}T03:30:00Z`) + 80 * 86_400_000),
    seats,
    taken,
  });
  const purchasedAt = new Date("2026-11-15T06:30:00Z");
  const [older, running, next, later] = [on("2026-10-05"), on("2026-11-02"), on("2026-11-23"), on("2026-12-07")];

  test("is in the next batch, else in the one that started last", () => {
    expect(chooseBatch([later, running, next, older], purchasedAt)).toBe(next);
    expect(chooseBatch([older, running], purchasedAt)).toBe(running);
    expect(chooseBatch([on("2026-11-14"), later], purchasedAt)).toBe(later);
    expect(chooseBatch([], purchasedAt)).toBeNull();
  });

  test("is never in a batch of which more than a quarter is over", () => {
    expect(chooseBatch([older], purchasedAt)).toBeNull();
  });

  test("is never in a full batch", () => {
    const full = on("2026-11-23", { seats: 2, taken: 2 });
    const last = on("2026-11-30", { seats: 2, taken: 1 });
    expect(chooseBatch([full, last, later], purchasedAt)).toBe(last);
    expect(chooseBatch([full, running], purchasedAt)).toBe(running);
    expect(chooseBatch([full], purchasedAt)).toBeNull();
    expect(chooseBatch([on("2026-11-23", { taken: 9000 })], purchasedAt)).not.toBeNull();
  });
});
