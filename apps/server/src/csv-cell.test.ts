import { expect, test } from "vitest";
import { csvCell } from "./csv-cell.ts";

test.each([
  ["Asha Menon", "Asha Menon"],
  ["+91 98765 43210", "+91 98765 43210"],
  ["-5083.90", "-5083.90"],
  ["5083.90", "5083.90"],
  ["-5083.90+cmd", "'-5083.90+cmd"],
  ["-1.2.3", "'-1.2.3"],
  ["=1+1", "'=1+1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ['Palm "P", Chennai', '"Palm ""P"", Chennai"'],
])("%s is the cell %s", (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});
