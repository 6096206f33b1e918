import { eq } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { signingKey } from "../../db/tables/signing.ts";
import { fingerprintOf, readMultikey } from "./multikey.ts";

/** The fingerprint of a key that signed something. */
export async function findFingerprint(db: Db, id: string): Promise<string> {
  const [found] = await db.select({ multikey: signingKey.multikey }).from(signingKey).where(eq(signingKey.id, id));
  if (!found) throw new Error(`There is no key ${id}.`);
  return printOf(found);
}

/** Of all keys that sign credentials, or did. */
export async function listFingerprints(db: Db): Promise<string[]> {
  const keys = await db
    .select({ multikey: signingKey.multikey })
    .from(signingKey)
    .where(eq(signingKey.kind, "ed25519"));
  return keys.map(printOf);
}

function printOf({ multikey }: { multikey: string }): string {
  const key = readMultikey(multikey);
  if (!key) throw new Error(`The stored key ${multikey} is not a key.`);
  return fingerprintOf(key);
}
