import { createHmac, randomBytes } from "node:crypto";
import { isSame } from "../account/secrets.ts";

/** One-time codes of authenticator apps (RFC 6238): six digits, half a minute each, SHA-1, which is what all apps understand. */
const stepMs = 30_000;
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export function newAuthenticatorSecret(): string {
  const bits = [...randomBytes(20)].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{5}/g) ?? []).map((five) => letters[Number.parseInt(five, 2)]).join("");
}

/** What the QR code says. */
export function authenticatorAddress({ secret, email, issuer }: { secret: string; email: string; issuer: string }) {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}

export function authenticatorCode(secret: string, step: number): string {
  const moment = Buffer.alloc(8);
  moment.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", decode(secret)).update(moment).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  const number = (mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000;
  return String(number).padStart(6, "0");
}

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / stepMs);
}

/** The half minute that a code belongs to; null when it is wrong. Clocks may differ by half a minute. Used ones do not count. */
export function findStep(typed: string, { secret, after, now }: { secret: string; after: number; now: Date }) {
  const code = typed.replace(/\s/g, "");
  const near = [-1, 0, 1].map((offset) => stepAt(now) + offset).filter((step) => step > after);
  return near.find((step) => isSame(code, authenticatorCode(secret, step))) ?? null;
}

function decode(secret: string): Buffer {
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
