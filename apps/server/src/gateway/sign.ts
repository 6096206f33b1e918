import { createHash, createHmac, randomInt, timingSafeEqual } from "node:crypto";

export function sign(text: string, secret: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}

/** Hashed first, so that not even the length shows in the time it takes. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash("sha256").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Fourteen letters and digits, as the provider's ids have. */
export function randomId(length = 14): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}
