import { expect, test } from "vitest";
import { canPrint, makePrintable, splitIntoRuns } from "./fonts.ts";

test.each([
  ["accented Latin stays", "Café Łódź naïve ā", "Café Łódź naïve ā"],
  ["a letter typed in two parts becomes one", "cafe\u0301", "café"],
  ["a letter that is in no font file loses its accent", "ṭẽ", "te"],
  ["ligatures and wide forms become plain", "ﬁne ＡＢ", "fine AB"],
  ["signs of code become ASCII", "a ≤ b → c", "a <= b -> c"],
  ["emoji are removed", "Hello 👩‍💻 there ☕", "Hello there"],
  ["Tamil and Devanagari stay", "கௌசல்யா ஸ்ரீநிவாசன், प्रियंका", "கௌசல்யா ஸ்ரீநிவாசன், प्रियंका"],
  ["words in another script become one question mark", "Speak 한국어 한국, русский", "Speak ?, ?"],
  ["broken and invisible characters are removed", "a\ud800b\u200bc\u0007\td", "abc d"],
])("%s", (_, text, printed) => {
  expect(makePrintable({ face: "text", text })).toBe(printed);
});

test("the rupee sign comes from the second font file, the rest from the first", () => {
  const runs = splitIntoRuns({ face: "head", text: "Fee ₹24,999" });
  expect(runs.map(({ text }) => text)).toEqual(["Fee ", "₹", "24,999"]);
  expect(runs.map(({ file }) => /latin(-ext)?-700/.exec(file)?.[0])).toEqual([
    "latin-700",
    "latin-ext-700",
    "latin-700",
  ]);
});

test.each([
  ["Kavya Raman", true],
  ["Łukasz Ñandú", true],
  ["Ṭarīq", true],
  ["கௌசல்யா Raman", true],
  ["प्रियंका श्रीवास्तव", true],
  ["Анна Петрова", false],
  ["കൃഷ്ണൻ", false],
  ["李小龙", false],
  ["😀", false],
])("canPrint(%j) is %s", (name, isPrintable) => {
  expect(canPrint(name)).toBe(isPrintable);
});
