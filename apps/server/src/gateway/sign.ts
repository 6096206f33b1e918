import { createHash, createHmac, randomInt, timingSafeEqual } from "node:crypto";

export function sign(text: string, secret: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}

/** Hashes both texts first, so that the time does not reveal the length either. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash("sha256").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** The provider's ids have fourteen letters and digits. */
export function randomId(length = 14): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}
