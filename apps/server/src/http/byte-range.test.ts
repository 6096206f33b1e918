import { expect, test } from "vitest";
import { readRange } from "./byte-range.ts";

test.each([
  ["bytes=0-0", { from: 0, to: 0 }],
  ["bytes=0-", { from: 0, to: 99 }],
  ["bytes=10-19", { from: 10, to: 19 }],
  ["bytes=90-1000", { from: 90, to: 99 }],
  ["bytes=-10", { from: 90, to: 99 }],
  ["bytes=-1000", { from: 0, to: 99 }],
  ["BYTES=99-99", { from: 99, to: 99 }],
  ["bytes=100-", "none"],
  ["bytes=100-200", "none"],
  ["bytes=-0", "none"],
  ["bytes=20-10", null],
  ["bytes=0-1,5-6", null],
  ["bytes=-", null],
  ["bytes=a-b", null],
  ["items=0-1", null],
  ["bytes=0-1e3", null],
  [`bytes=${"9".repeat(400)}-`, null],
  ["", null],
  [undefined, null],
])("the range %j of 100 bytes", (header, range) => {
  expect(readRange(header, 100)).toEqual(range);
});

test("an empty file has no bytes to ask for", () => {
  expect(readRange("bytes=0-", 0)).toBe("none");
  expect(readRange("bytes=-1", 0)).toBe("none");
});
