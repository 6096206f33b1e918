import { expect, test } from "vitest";
import { dayScale } from "./day-scale.ts";

test.each([
  [{ highest: 5999, lowest: 0 }, [0, 2000, 4000, 6000]],
  [{ highest: 18_000, lowest: -1180 }, [-5000, 0, 5000, 10_000, 15_000, 20_000]],
  [{ highest: 0, lowest: -500 }, [-600, -400, -200, 0]],
  [{ highest: 0, lowest: 0 }, [0]],
])("the lines of %o are round, and none lies far outside", (span, lines) => {
  expect(dayScale(span)).toEqual(lines);
});
