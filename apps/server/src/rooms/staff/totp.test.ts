import { expect, test } from "vitest";
import { authenticatorAddress, authenticatorCode, findStep, newAuthenticatorSecret, stepAt } from "./totp.ts";

// The test vectors of RFC 6238 for SHA-1; their codes have eight digits, of which apps show the last six.
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

test.each([
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
])("at %i seconds the code is %s, as the standard says", (seconds, code) => {
  expect(authenticatorCode(secret, stepAt(new Date(seconds * 1000)))).toBe(code);
});

test("a code counts half a minute early or late, and only once", () => {
  const now = new Date("2026-11-16T09:00:00Z");
  const at = (offset: number) => authenticatorCode(secret, stepAt(now) + offset);
  const find = (typed: string, after = 0) => findStep(typed, { secret, after, now });
  for (const offset of [-1, 0, 1]) expect(find(at(offset))).toBe(stepAt(now) + offset);
  expect(find(at(-2))).toBeNull();
  expect(find(at(2))).toBeNull();
  expect(find(at(0), stepAt(now))).toBeNull();
  const spaced = `${at(0).slice(0, 3)} ${at(0).slice(3)}`;
  expect(find(spaced)).toBe(stepAt(now));
  expect(find("")).toBeNull();
});

test("secrets are random, and apps can read them", () => {
  const made = newAuthenticatorSecret();
  expect(made).toMatch(/^[A-Z2-7]{32}$/);
  expect(made).not.toBe(newAuthenticatorSecret());
  const address = authenticatorAddress({ secret: made, email: "meera+x@example.com", issuer: "Shore & Co" });
  expect(address).toBe(
    `otpauth://totp/Shore%20%26%20Co:meera%2Bx%40example.com?secret=${made}&issuer=Shore%20%26%20Co`,
  );
});
