import { expect, test } from "vitest";
import { cleanValue, fillWording, gsmLength, slotValues } from "./wording.ts";

test.each([
  ["Python\nand\t more", "Python and more"],
  ["AI – “hands on”", 'AI - "hands on"'],
  ["Fees: ₹500 🎓", "Fees: Rs 500"],
  ["6:30\u202fPM", "6:30 PM"],
  ["Rāga café", "Raga café"],
  ["<b>bold</b>", "bbold/b"],
  ["தமிழ்", "தமிழ்"],
  ["", "-"],
  ["🎓", "-"],
])("a value is cleaned for the operators: %j", (value, cleaned) => {
  expect(cleanValue(value)).toBe(cleaned);
});

const long = "Advanced Data Engineering with Python and Spark";

test("a value that is longer than its slot is shortened, and two slots hold 60 characters", () => {
  expect(fillWording("{course}!", { fixed: {}, values: { course: long } })).toBe("Advanced Data Engineering wi..!");
  expect(fillWording("{course}{course}!", { fixed: {}, values: { course: long } })).toBe(`${long}!`);
  expect(slotValues("{course}{course}!", { course: long })).toEqual({
    course: "Advanced Data Engineering with",
    course2: " Python and Spark",
  });
});

test("what looks like a variable within a value stays text", () => {
  const values = { course: "{when} $& $1", when: "now" };
  expect(fillWording("{course} {when}", { fixed: {}, values })).toBe("{when} $& $1 now");
});

test.each([
  ["a", 1],
  ["a\n€", 4],
  ["₹", null],
  ["ā", null],
] as const)("%j takes %s of the 160 characters", (text, length) => {
  expect(gsmLength(text)).toBe(length);
});
