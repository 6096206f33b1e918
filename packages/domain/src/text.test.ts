import { expect, test } from "vitest";
import { hasNoHiddenCharacters, isEmail, nationalNumber } from "./text.ts";

test.each([
  "asha@example.com",
  "a.b+c@sub.example.co.in",
  "ஆஷா@example.com",
  `${"a".repeat(64)}@${"b".repeat(185)}.com`,
])("%s is an e-mail address", (text) => {
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
  "asha@example.com>",
  "asha\u0007x@example.com",
  "a\u202e@example.com",
])("%j is not an e-mail address", (text) => {
  expect(isEmail(text)).toBe(false);
});

test("an e-mail address longer than mail servers accept is refused", () => {
  expect(isEmail(`${"a".repeat(65)}@example.com`)).toBe(false);
  expect(isEmail(`${"a".repeat(64)}@${"b".repeat(186)}.com`)).toBe(false);
});

test.each([
  ["98765 43210", "9876543210"],
  ["09876543210", "9876543210"],
  ["+91 98765 43210", "9876543210"],
  ["919876543210", "9876543210"],
  ["0091-98765-43210", "9876543210"],
  ["(+91) 98765 43210", "9876543210"],
  ["\u202a+91 98765 43210\u202c", "9876543210"],
  ["+91 98765 ", "98765"],
  ["+91 (0) 98765 43210", "9876543210"],
  ["+65 8123 4567", "+6581234567"],
  ["+1 415 555 2671", "+14155552671"],
  ["9198765432", "9198765432"],
  ["09876543211", "9876543211"],
  ["98765432109", "98765432109"],
  ["98765432100", "98765432100"],
  ["442079460000", "442079460000"],
  ["12345678901234567", "123456789012345"],
  ["91987", "91987"],
  ["0987", "0987"],
  ["+1 2025550123", "+12025550123"],
  ["98765", "98765"],
])("the typed number %s is read as %s", (typed, number) => {
  expect(nationalNumber(typed, "+91")).toBe(number);
});

test.each(["+91 98765 43210", "0091 98765 43210", "09876543210", "919876543210", "98765-43210"])(
  "%s typed letter by letter ends up right",
  (text) => {
    let shown = "";
    for (const letter of text) shown = nationalNumber(shown + letter, "+91");
    expect(shown).toBe("9876543210");
  },
);

test("the code of another country is dropped where that country is chosen", () => {
  expect(nationalNumber("+1 (202) 555-0123", "+1")).toBe("2025550123");
  expect(nationalNumber("+65 6123 4567", "+65")).toBe("61234567");
});

test.each(["Kavya", "கவிதா", "C++ 🌊", "ක්‍රි"])("%s has no hidden characters", (text) =>
  expect(hasNoHiddenCharacters(text)).toBe(true),
);
test.each(["a\u202eb", "\u0007", "\u3164\u3164\u3164", "a\r\nb", "\u200b"])("%j has hidden characters", (text) =>
  expect(hasNoHiddenCharacters(text)).toBe(false),
);
