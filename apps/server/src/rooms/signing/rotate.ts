import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { signingKey } from "../../db/tables/signing.ts";
import { inSteps, rowsPerStep } from "../../steps.ts";
import { type KeyDeps, type KeyRow, listCurrent, makeKeys, openKey } from "./keys.ts";

/** Both keys sign no more, and new ones do. Anyone who cannot open the old ones has the wrong secret for the new ones too. */
export async function rotateKeys({ db, clock, keySecret }: KeyDeps): Promise<void> {
  for (const row of await listCurrent(db)) await openKey(row, keySecret);
  await db.transaction(async (tx) => {
    await tx
      .update(signingKey)
      .set({ retiredAt: clock.now() })
      .where(and(isNull(signingKey.retiredAt), inArray(signingKey.kind, ["ed25519", "p256"])));
    await makeKeys({ db: tx, clock, keySecret });
  });
}

type Distrusted = { kind: KeyRow["kind"]; from: Date; isReplaced: boolean; count: number };

/** What the key signed from then on proves nothing, so certificates that it signed are signed again. Null: there is no such key. */
export async function distrustKey(
  deps: KeyDeps,
  { multikey, from }: { multikey: string; from: Date },
): Promise<Distrusted | null> {
  const [key] = await deps.db.select().from(signingKey).where(eq(signingKey.multikey, multikey));
  if (!key) return null;
  const isReplaced = key.retiredAt === null && key.kind !== "pdf";
  if (isReplaced) await rotateKeys(deps);
  const retiredAt = key.retiredAt ?? deps.clock.now();
  // A day that is known already does not become a later one.
  const distrustedFrom = key.distrustedFrom && key.distrustedFrom < from ? key.distrustedFrom : from;
  await deps.db.update(signingKey).set({ distrustedFrom, retiredAt }).where(eq(signingKey.id, key.id));
  return { kind: key.kind, from: distrustedFrom, isReplaced, count: await signAgain(deps.db, { ...key, retiredAt }) };
}

type Retired = { id: string; kind: KeyRow["kind"]; createdAt: Date; retiredAt: Date };

/**
 * In steps, so that nobody waits long for the certificates. The running product signs what has no date of signing. Certificates
 * come after keys in the order of rooms, so their tables are named here as text. Credentials name whole seconds.
 */
async function signAgain(db: Db, key: Retired): Promise<number> {
  // A certificate knows its Ed25519 key only; what the others signed is known by the time.
  const isSigned =
    key.kind === "ed25519"
      ? sql`exists (select from certificate_proof p where p.id = certificate.id and p.key_id = ${key.id})`
      : sql`signed_at between date_trunc('second', ${key.createdAt.toISOString()}::timestamptz) and ${key.retiredAt.toISOString()}`;
  let marked = 0;
  await inSteps(async () => {
    const { rows } =
      await db.execute(sql`update certificate set signed_at = null, is_key_distrusted = true where id in (
      select id from certificate where signed_at is not null and ${isSigned} limit ${rowsPerStep}) returning id`);
    marked += rows.length;
    return rows;
  });
  return marked;
}
