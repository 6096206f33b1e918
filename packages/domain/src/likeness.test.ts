import { expect, test } from "vitest";
import { likenessOf, sketchOf } from "./likeness.ts";

const words = (from: number, count: number) => Array.from({ length: count }, (_, at) => `word${from + at}`).join(" ");
const likeness = (one: string, other: string) => {
  const [first, second] = [sketchOf(one), sketchOf(other)];
  if (!first || !second) throw new Error("too short");
  return likenessOf(first, second);
};

test("the same text is 100 % alike, whatever its signs, spaces and capitals", () => {
  const text = words(0, 60);
  expect(likeness(text, text)).toBe(100);
  expect(likeness(text, text.toUpperCase().replaceAll(" ", ",\n  "))).toBe(100);
});

test("texts without a common run are not alike, although they share every word", () => {
  expect(likeness(words(0, 80), words(1000, 80))).toBeLessThan(5);
  expect(likeness(words(0, 80), words(0, 80).split(" ").reverse().join(" "))).toBeLessThan(5);
});

test.each([
  // [common words of 200 in each text; the real share of the runs in percent]
  [150, 146 / (196 * 2 - 146)],
  [100, 96 / (196 * 2 - 96)],
  [180, 176 / (196 * 2 - 176)],
])("with %i of 200 words in common the estimate is near the real share", (common, share) => {
  const one = words(0, 200);
  const other = `${words(0, common)} ${words(5000, 200 - common)}`;
  expect(Math.abs(likeness(one, other) - share * 100)).toBeLessThan(13);
});

test("texts in other scripts are compared too", () => {
  const text = Array.from({ length: 30 }, (_, at) => `கணினி${at} நிரல்`).join(" ");
  expect(likeness(text, text)).toBe(100);
});

test("a text of fewer than 20 words is not compared", () => {
  expect(sketchOf(words(0, 19))).toBeNull();
  expect(sketchOf("")).toBeNull();
  expect(sketchOf(words(0, 20))).toHaveLength(128);
});

test("the numbers never change, and PostgreSQL can store them", () => {
  const sketch = sketchOf(words(0, 20)) ?? [];
  expect(sketch.every((one) => Number.isInteger(one) && one >= -(2 ** 31) && one < 2 ** 31)).toBe(true);
  expect(sketch.slice(0, 3)).toEqual([306252734, 61259448, 19021335]);
});
