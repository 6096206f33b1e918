import { expect, test } from "vitest";
import { gstRate, lutOn } from "./gst.ts";

test.each([
  [{ gstin: "34AAAAA0000A1Z5", gstScheme: "regular" }, 18],
  [{ gstin: "34AAAAA0000A1Z5", gstScheme: "exempt" }, 0],
  [{ gstin: "34AAAAA0000A1Z5", gstScheme: "composition" }, 0],
  [{ gstin: null, gstScheme: "regular" }, 0],
] as const)("%o charges %d per cent", (registration, rate) => {
  expect(gstRate({ ...registration, gstPercent: 18 })).toBe(rate);
});

test("a letter of undertaking holds until its last day", () => {
  const lut = { arn: "AD340426000123X", validUntil: "2027-03-31" };
  expect(lutOn("2027-03-31", lut)).toBe(lut.arn);
  expect(lutOn("2027-04-01", lut)).toBeNull();
  expect(lutOn("2027-03-31", null)).toBeNull();
});
