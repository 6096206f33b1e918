import { expect, test } from "vitest";
import { isEmail } from "./lead.ts";

test.each(["asha@example.com", "a.b+c@sub.example.co.in", "ஆஷா@example.com"])("%s is an address", (text) => {
  expect(isEmail(text)).toBe(true);
});

test.each([
  "",
  "asha",
  "asha@",
  "@example.com",
  "asha@example",
  "a b@example.com",
  "a@b@example.com",
  "a@example..com",
])("%j is not an address", (text) => {
  expect(isEmail(text)).toBe(false);
});

test("an address longer than mail servers accept is refused", () => {
  expect(isEmail(`${"a".repeat(65)}@example.com`)).toBe(false);
  expect(isEmail(`a@${"b".repeat(250)}.com`)).toBe(false);
});
