import { splitCode } from "@shoreline/domain/code";
import { quizLanguages } from "@shoreline/domain/quiz";
import { expect, test } from "vitest";
import { markCode } from "./highlight.ts";

const pieces = (code: string, language: (typeof quizLanguages)[number]) =>
  splitCode(code, markCode(code, language))
    .flat()
    .filter(({ kind }) => kind)
    .map(({ kind, text }) => `${kind} ${text}`);

test.each([
  ["python", "def f():\n    return 'x'  # why", ["k def", "f f", "k return", "s 'x'", "c # why"]],
  ["java", "int n = 7;", ["t int", "n 7"]],
  ["javascript", "const a = 'x';", ["k const", "s 'x'"]],
  ["sql", "select 1 from t", ["k select", "n 1", "k from"]],
  ["c", "return 0;", ["k return", "n 0"]],
  ["html", '<a href="/">x</a>', ["k a", "t href", 's "/"', "k a"]],
  ["css", "p { color: red }", ["k p", "t color"]],
  ["jsx", "return <b onClick={go}>x</b>;", ["k return", "k b", "t onClick", "k b"]],
  ["dart", "final n = 1;", ["k final", "n 1"]],
] as const)("code in %s is coloured", (language, code, coloured) => {
  expect(pieces(code, language)).toEqual(coloured);
});

test("every language has a grammar, and empty code has no marks", () => {
  for (const language of quizLanguages) expect(markCode("", language)).toBe("");
});
