import { createHash, randomBytes, randomInt, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { codeDigits } from "@shoreline/domain/account";

/** The secret of a ticket or a session. Nobody guesses 32 random bytes, so we store a fast hash. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

export function newCode(): string {
  return String(randomInt(10 ** codeDigits)).padStart(codeDigits, "0");
}

export type HashedCode = { hash: string; salt: string };

const slowHash = promisify<string, string, number, ScryptOptions, Buffer>(scrypt);

/** There are only a million codes, so the hash is slow to make guessing expensive. `cost` is scrypt's N. */
export async function hashCode(code: string, { cost, salt = newSalt() }: { cost: number; salt?: string }) {
  return { hash: (await slowHash(code, salt, 32, { N: cost })).toString("base64url"), salt };
}

function newSalt(): string {
  return randomBytes(16).toString("base64url");
}

export async function isCodeOf(code: string, { hash, salt }: HashedCode, cost: number): Promise<boolean> {
  const tried = await hashCode(code, { cost, salt });
  return timingSafeEqual(Buffer.from(tried.hash), Buffer.from(hash));
}

/** Takes the same time wherever the texts differ. */
export function isSame(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
