import { areSame, joinBytes, readHex, sha256 } from "./bytes.ts";
import { type Cms, readCms } from "./cms.ts";
import { readDer } from "./der.ts";
import { findKey, isSignedBy } from "./keys.ts";
import { multikeyOf } from "./multikey.ts";
import type { TrustedKey, TrustedKeys } from "./types.ts";

export type PageCheck =
  | { state: "unsigned" | "other-signer" | "damaged" }
  /** A key of ours is named, but the bytes are not as it signed them. */
  | { state: "changed" }
  /** `behind`: bytes after the end of the signed file. */
  | { state: "intact"; key: TrustedKey; signedAt: string | null; behind: Uint8Array };

const word = "/ByteRange";

/** Checks the signature over the pages of a PDF. `text` has one character for each byte. */
export async function checkPage(bytes: Uint8Array, text: string, trusted: TrustedKeys): Promise<PageCheck> {
  const at = text.indexOf(word);
  if (at < 0) return { state: "unsigned" };
  const range = readRange(text, at);
  if (!range) return { state: "damaged" };
  const { gapStart, gapEnd, end } = range;
  const gap = text.slice(gapStart, gapEnd);
  const encoded = gap.startsWith("<") && gap.endsWith(">") ? readHex(gap.slice(1, -1)) : null;
  const der = encoded && readDer(encoded);
  const cms = encoded && readCms(encoded);
  if (!encoded || !der || !cms) return { state: "damaged" };
  const key = cms.point && findKey(trusted, multikeyOf({ kind: "p256", raw: cms.point }), ["p256", "pdf"]);
  if (!key) return { state: "other-signer" };
  const signed = joinBytes(bytes.subarray(0, gapStart), bytes.subarray(gapEnd, end));
  const second = text.indexOf(word, at + 1);
  const isWhole = encoded.subarray(der.end).every((byte) => byte === 0) && (second < 0 || second >= end);
  if (!isWhole || !(await isSigned(cms, key, signed))) return { state: "changed" };
  return { state: "intact", key, signedAt: momentNear(text, at), behind: bytes.subarray(end) };
}

async function isSigned(cms: Cms, key: TrustedKey, signed: Uint8Array): Promise<boolean> {
  if (!cms.signature || !cms.certificateHash) return false;
  if (!areSame(cms.messageDigest, await sha256(signed))) return false;
  if (!areSame(cms.certificateHash, await sha256(cms.certificate))) return false;
  return isSignedBy(key.multikey, cms.signature, cms.signedAttributes);
}

/** The range must cover the file from its first byte on, but for one gap. */
function readRange(text: string, at: number): { gapStart: number; gapEnd: number; end: number } | null {
  const numbers = /^\s{0,9}\[\s{0,9}(\d{1,9})\s{1,9}(\d{1,9})\s{1,9}(\d{1,9})\s{1,9}(\d{1,9})\s{0,99}\]/.exec(
    text.slice(at + word.length, at + word.length + 200),
  );
  const [start, gapStart, gapEnd, rest] = (numbers?.slice(1) ?? []).map(Number) as [number, number, number, number];
  const isFit = start === 0 && gapStart < gapEnd && gapEnd + rest <= text.length;
  return isFit ? { gapStart, gapEnd, end: gapEnd + rest } : null;
}

/** `/M (D:20260418113000+05'30')` of the signature's dictionary. */
function momentNear(text: string, at: number): string | null {
  const around = [text.slice(Math.max(0, at - 1000), at), text.slice(at, at + 1000)].map((part) =>
    /\/M\s{0,9}\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|([+-]\d\d)'(\d\d))?/.exec(part),
  );
  const found = around.find(Boolean);
  if (!found) return null;
  const [, year, month, day, hour, minute, second, hours = "+00", minutes = "00"] = found;
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${hours}:${minutes}`);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
