import { expect, test } from "vitest";
import { nextTryAt, retryWaits } from "./connection.ts";

const now = new Date("2026-11-15T06:30:00Z");
const minute = 60_000;

test.each([
  [1, 1],
  [2, 5],
  [3, 30],
  [4, 120],
  [5, 480],
  [6, 1440],
])("after try %i the next one is %i minutes later", (tries, minutes) => {
  expect(nextTryAt({ tries, now })).toEqual(new Date(now.getTime() + minutes * minute));
});

test("after the last try nobody tries again by itself", () => {
  for (const tries of [retryWaits.length + 1, retryWaits.length + 2, 100]) expect(nextTryAt({ tries, now })).toBeNull();
});
