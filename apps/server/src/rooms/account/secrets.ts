import { createHash, randomBytes, randomInt, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { codeDigits } from "@shoreline/domain/account";

/** For a ticket or a session: nobody guesses 32 random bytes, so a plain hash is enough at rest. */
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

const slowHash = promisify<string, string, number, Buffer>(scrypt);

/** A million codes are soon tried: so each try is made to last longer, taken together, than the code is valid. */
export async function hashCode(code: string, salt = randomBytes(16).toString("base64url")): Promise<HashedCode> {
  return { hash: (await slowHash(code, salt, 32)).toString("base64url"), salt };
}

export async function isCodeOf(code: string, { hash, salt }: HashedCode): Promise<boolean> {
  const tried = await hashCode(code, salt);
  return timingSafeEqual(Buffer.from(tried.hash), Buffer.from(hash));
}
