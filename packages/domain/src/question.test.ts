import { expect, test } from "vitest";
import { mayEdit, shortName, titleOf } from "./question.ts";

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 18, 12, minutes));

test.each([
  [0, true],
  [14, true],
  [15, false],
  [40, false],
])("after %i minutes a text can be corrected: %s", (minutes, can) => {
  expect(mayEdit({ writtenAt: at(0), now: at(minutes) })).toBe(can);
});

test("batch mates read the first name and one letter", () => {
  expect(shortName({ firstName: "Asha", lastName: "Menon" })).toBe("Asha M.");
  expect(shortName({ firstName: " Asha ", lastName: " " })).toBe("Asha");
});

test("a question without a title is known by its first line, cut after a whole word", () => {
  expect(titleOf("  Why?\nMore")).toBe("Why?");
  expect(titleOf("word ".repeat(40))).toBe(`${"word ".repeat(15)}word …`);
  expect(titleOf("x".repeat(200))).toBe(`${"x".repeat(80)} …`);
});
