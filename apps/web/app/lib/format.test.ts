import { expect, test, vi } from "vitest";
import { formatDay, formatMoment, formatMomentInZone, formatPhone, formatRupees, formatTimes } from "./format.ts";

test.each([
  [0, "₹0"],
  [999, "₹999"],
  [12999, "₹12,999"],
  [124999.5, "₹1,24,999.50"],
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

test.each([
  ["Asia/Kolkata", "2026-11-15T13:30:00Z", "7:00 PM"],
  ["Asia/Colombo", "2026-11-15T13:30:00Z", "7:00 PM"],
  ["Europe/Berlin", "2026-11-15T13:30:00Z", "7:00 PM IST, 2:30 PM your time"],
  ["America/New_York", "2026-11-16T03:30:00Z", "9:00 AM IST, 10:30 PM on Sun 15 Nov your time"],
])("for a reader in %s, %s is %s", (timeZone, iso, text) => {
  const options = Intl.DateTimeFormat().resolvedOptions();
  const zone = vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({ ...options, timeZone });
  expect(formatTimes(iso, { timeZone: "Asia/Kolkata" }).replace(/\u202f/g, " ")).toBe(text);
  zone.mockRestore();
});
