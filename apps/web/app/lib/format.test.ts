import { expect, test } from "vitest";
import { formatDay, formatMoment, formatMomentInZone, formatPhone, formatRupees } from "./format.ts";

test.each([
  [0, "₹0"],
  [999, "₹999"],
  [12999, "₹12,999"],
  [124999.5, "₹1,24,999.5"],
])("%d rupees are written %s", (amount, text) => {
  expect(formatRupees(amount)).toBe(text);
});

test("a day is the institute's day, not the reader's", () => {
  expect(formatDay("2026-11-14T20:00:00Z", { timeZone: "Asia/Kolkata" })).toBe("15 Nov 2026");
  expect(formatDay("2026-11-14T20:00:00Z", { timeZone: "UTC" })).toBe("14 Nov 2026");
});

test("a moment includes the time of day in the institute's zone", () => {
  expect(formatMoment("2026-11-15T13:00:00Z", { timeZone: "Asia/Kolkata" })).toMatch(/^15 Nov 2026, 6:30\sPM$/);
});

test("a moment in its zone names the zone", () => {
  expect(formatMomentInZone("2026-11-15T13:00:00Z", { timeZone: "Asia/Kolkata" })).toMatch(
    /^15 Nov 2026, 6:30\sPM IST$/,
  );
  expect(formatMomentInZone("2026-11-15T13:00:00Z", { timeZone: "UTC" })).toMatch(/^15 Nov 2026, 1:00\sPM UTC$/);
});

test.each([
  ["+91", "9746810427", "+91 97468 10427"],
  ["+971", "501234567", "+971 501234567"],
])("the number %s %s is written %s", (countryCode, mobileNumber, text) => {
  expect(formatPhone({ countryCode, mobileNumber })).toBe(text);
});
