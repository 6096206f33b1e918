import { expect, test } from "vitest";
import { toSearch } from "./material.ts";

test.each([
  ["loops", "loops:*"],
  ["  While   loops ", "While:* & loops:*"],
  ["total_price(x)", "total:* & price:* & x:*"],
  ["பாடம் 1", "பாடம்:* & 1:*"],
  ["'; drop table material; --", "drop:* & table:* & material:*"],
  ["a & b | !c:*", "a:* & b:* & c:*"],
  ["1 2 3 4 5 6 7 8 9 10", "1:* & 2:* & 3:* & 4:* & 5:* & 6:* & 7:* & 8:*"],
])("%j is searched by its words", (typed, search) => {
  expect(toSearch(typed)).toBe(search);
});

test.each(["", "   ", "&|!():*", "—"])("%j has no words", (typed) => {
  expect(toSearch(typed)).toBeNull();
});
