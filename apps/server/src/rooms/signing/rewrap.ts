import { eq, isNotNull } from "drizzle-orm";
import { signingKey } from "../../db/tables/signing.ts";
import { StartError } from "../../start-error.ts";
import { type KeyDeps, type KeyRow, readPrivate } from "./keys.ts";
import { unwrapKey, wrapKey } from "./wrap.ts";

type Secrets = { secret: string; old: string | null };

/** Encrypts all private keys with the secret of today, or none: a key that neither secret opens stops it. */
export async function rewrapKeys({
  db,
  keySecret,
  oldKeySecret,
}: KeyDeps & { oldKeySecret: string | null }): Promise<string[]> {
  if (keySecret === null)
    throw new StartError("Set KEY_SECRET to the new secret, and OLD_KEY_SECRET to the one before if there was one.");
  return db.transaction(async (tx) => {
    const rows = await tx.select().from(signingKey).where(isNotNull(signingKey.privateKey)).for("update");
    let changed = 0;
    for (const row of rows) {
      const privateKey = await rewrapped(row, { secret: keySecret, old: oldKeySecret });
      if (privateKey === null) continue;
      await tx.update(signingKey).set({ privateKey, isWrapped: true }).where(eq(signingKey.id, row.id));
      changed++;
    }
    if (changed === 0) return ["All private keys are encrypted with KEY_SECRET already."];
    return [
      `${changed} private ${changed === 1 ? "key is" : "keys are"} encrypted with KEY_SECRET now.`,
      "Start the product again with this KEY_SECRET. Older backups still need the secret before it.",
    ];
  });
}

/** Null when the secret of today opens it already. */
async function rewrapped(row: KeyRow, { secret, old }: Secrets): Promise<string | null> {
  const { multikey, privateKey, isWrapped } = row;
  if (!isWrapped) return wrapKey(await readPrivate(row, null), { secret, multikey });
  if (await unwrapKey(privateKey ?? "", { secret, multikey })) return null;
  const bytes = old && (await unwrapKey(privateKey ?? "", { secret: old, multikey }));
  if (bytes) return wrapKey(bytes, { secret, multikey });
  throw new StartError(
    `Neither KEY_SECRET nor OLD_KEY_SECRET opens the key ${multikey}. Set OLD_KEY_SECRET to the secret with which it was encrypted. Nothing was changed.`,
  );
}
