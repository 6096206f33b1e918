import { expect, test } from "vitest";
import { correctWords, slipsBetween } from "./spelling.ts";

test.each([
  ["pyhton", "python", 1],
  ["pythn", "python", 1],
  ["pythonn", "python", 1],
  ["oython", "python", 1],
  ["pyhtno", "python", 2],
  ["", "sql", 3],
  ["sql", "", 3],
  ["sql", "sql", 0],
  ["ab", "ba", 1],
  ["abc", "cab", 2],
])("from %s to %s it takes %i slips", (one, other, slips) => {
  expect(slipsBetween(one, other)).toBe(slips);
});

const known = ["python", "java", "javascript", "sql", "full", "stack", "c", "data", "analyst"];

test.each([
  [["pyhton"], ["python"]],
  [["jaav"], ["java"]],
  [["javasrcipt"], ["javascript"]],
  [
    ["pyhton", "full"],
    ["python", "full"],
  ],
  [["sqk"], ["sql"]],
])("%j is corrected to %j", (words, corrected) => {
  expect(correctWords(words, known)).toEqual(corrected);
});

test.each([[["python"]], [["pyth"]], [["quokka"]], [["jxvx"]], [["pxthxx"]], [["d"]], [["cc"]], [[]]])(
  "%j is not corrected",
  (words) => {
    expect(correctWords(words, known)).toBeNull();
  },
);

test("long words may have two slips, words of up to five letters one", () => {
  expect(correctWords(["dtaa"], known)).toEqual(["data"]);
  expect(correctWords(["statk"], known)).toEqual(["stack"]);
  expect(correctWords(["sttak"], known)).toBeNull();
  expect(correctWords(["anlsyt"], known)).toEqual(["analyst"]);
});
