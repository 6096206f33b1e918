import { asc } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { signingKey } from "../../db/tables/signing.ts";
import type { KeyRow } from "./keys.ts";
import { fingerprintOf, readMultikey } from "./multikey.ts";

export async function listLines(db: Db): Promise<string[]> {
  const rows = await db.select().from(signingKey).orderBy(asc(signingKey.createdAt), asc(signingKey.kind));
  if (rows.length === 0) return ["There are no keys yet. They are made when the first certificate is signed."];
  return rows.flatMap((row) => [
    `${row.kind.padEnd(8)} ${row.multikey}`,
    `         since ${toDay(row.createdAt)}, ${stateOf(row)}, ${placeOf(row)}`,
    `         fingerprint ${fingerprintLine(row.multikey)}`,
  ]);
}

function stateOf({ retiredAt, distrustedFrom }: KeyRow): string {
  if (distrustedFrom) return `distrusted from ${toDay(distrustedFrom)}`;
  return retiredAt ? `retired on ${toDay(retiredAt)}` : "signs";
}

function placeOf({ kind, privateKey, isWrapped }: KeyRow): string {
  if (kind === "pdf") return "private half in PDF_KEY_FILE";
  if (privateKey === null) return "without its private half";
  return isWrapped ? "encrypted" : "not encrypted";
}

function fingerprintLine(multikey: string): string {
  const key = readMultikey(multikey);
  return key ? fingerprintOf(key) : "unknown: the key is damaged";
}

function toDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
