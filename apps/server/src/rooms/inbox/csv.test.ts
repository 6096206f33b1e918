import { expect, test } from "vitest";
import { OpenQuote, readRecords } from "./csv.ts";

test.each([
  [
    "commas",
    "a,b\n1,2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "semicolons",
    "a;b\r\n1,5;2\r\n",
    [
      ["a", "b"],
      ["1,5", "2"],
    ],
  ],
  [
    "tabs",
    "a\tb\r1\t2\r",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  ["the mark of UTF-8", "\uFEFFa,b\n", [["a", "b"]]],
  [
    "quotes",
    '"a, ""b""",c\n"",d\n',
    [
      ['a, "b"', "c"],
      ["", "d"],
    ],
  ],
  [
    "line breaks in a cell",
    'a,b\n"1\r\n2",3\n4,5',
    [
      ["a", "b"],
      ["1\r\n2", "3"],
      ["4", "5"],
    ],
  ],
  [
    "signs in quoted headings",
    '"a,b,c";d\n1;2',
    [
      ["a,b,c", "d"],
      ["1", "2"],
    ],
  ],
  ["empty lines and cells", "a,b\n\n,\n1,", [["a", "b"], [""], ["", ""], ["1", ""]]],
  [
    "a quote within a cell",
    'a,b\n5" wide,x"y"',
    [
      ["a", "b"],
      ['5" wide', 'x"y"'],
    ],
  ],
  ["text after a quoted cell", 'a\n"b"c', [["a"], ["bc"]]],
  ["one column", "a\nb", [["a"], ["b"]]],
  ["nothing", "", []],
])("%s are read", (_, text, records) => {
  expect([...readRecords(text)]).toEqual(records);
});

test("a quote that is never closed is no table", () => {
  expect(() => [...readRecords('a,b\n"1,2\n3,4')]).toThrow(OpenQuote);
});

test("a megabyte of quotes or separators is read in one go", () => {
  for (const sign of ['"', ",", '","', '""\n']) {
    try {
      for (const _ of readRecords(sign.repeat(1_000_000 / sign.length)));
    } catch (error) {
      expect(error).toBeInstanceOf(OpenQuote);
    }
  }
});
