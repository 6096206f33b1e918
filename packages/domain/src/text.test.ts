import { expect, test } from "vitest";
import { isVisible, nationalNumber } from "./text.ts";

test.each([
  ["98765 43210", "9876543210"],
  ["09876543210", "9876543210"],
  ["+91 98765 43210", "9876543210"],
  ["919876543210", "9876543210"],
  ["98765432109", "98765432109"],
  ["+1 2025550123", "12025550123"],
  ["98765", "98765"],
])("the typed number %s is read as %s", (typed, number) => {
  expect(nationalNumber(typed, "+91")).toBe(number);
});

test.each(["Kavya", "கவிதா", "C++ 🌊", "ක්‍රි"])("%s has no hidden characters", (text) =>
  expect(isVisible(text)).toBe(true),
);
test.each(["a\u202eb", "\u0007", "\u3164\u3164\u3164", "a\r\nb", "\u200b"])("%j has hidden characters", (text) =>
  expect(isVisible(text)).toBe(false),
);
