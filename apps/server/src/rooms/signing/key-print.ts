import { eq } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { signingKey } from "../../db/tables/signing.ts";
import { fingerprintOf, readMultikey } from "./multikey.ts";

/** The fingerprint of a key that signed something. */
export async function findKeyPrint(db: Db, id: string): Promise<string> {
  const [found] = await db.select({ multikey: signingKey.multikey }).from(signingKey).where(eq(signingKey.id, id));
  const key = found && readMultikey(found.multikey);
  if (!key) throw new Error(`There is no key ${id}.`);
  return fingerprintOf(key);
}
