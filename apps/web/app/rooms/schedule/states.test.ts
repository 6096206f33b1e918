import { expect, test } from "vitest";
import { scheduledClass } from "../../test/scheduled-class.ts";
import { isAhead, minutesOf, stateOf } from "./states.ts";

test.each([
  ["a second before the join window", "2026-11-16T03:44:59Z", "early"],
  ["fifteen minutes before the start", "2026-11-16T03:45:00Z", "open"],
  ["at the start", "2026-11-16T04:00:00Z", "open"],
  ["a second before the end", "2026-11-16T04:59:59Z", "open"],
  ["at the end", "2026-11-16T05:00:00Z", "over"],
  ["a day later", "2026-11-17T05:00:00Z", "over"],
  ["two days later", "2026-11-18T05:00:00Z", "completed"],
])("a class %s (%s) is %s", (_when, now, state) => {
  expect(stateOf(scheduledClass(), new Date(now))).toBe(state);
});

test("a cancelled class is cancelled at any time", () => {
  for (const now of ["2026-11-15T04:00:00Z", "2026-11-16T04:30:00Z", "2026-12-01T00:00:00Z"])
    expect(stateOf(scheduledClass({ isCancelled: true }), new Date(now))).toBe("cancelled");
});

test("a longer class is open until its own end", () => {
  const long = scheduledClass({ endsAt: "2026-11-16T06:00:00.000Z" });
  expect(minutesOf(long)).toBe(120);
  expect(stateOf(long, new Date("2026-11-16T05:30:00Z"))).toBe("open");
  expect(isAhead(long, new Date("2026-11-16T05:30:00Z"))).toBe(true);
  expect(isAhead(long, new Date("2026-11-16T06:00:00Z"))).toBe(false);
});
