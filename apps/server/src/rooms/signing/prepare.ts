import { createPublicKey } from "node:crypto";
import { and, eq, isNotNull, isNull, ne } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { signingKey } from "../../db/tables/signing.ts";
import type { PdfSigner } from "../../ports.ts";
import { StartError } from "../../start-error.ts";
import { type KeyDeps, listCurrent, openKey, readPrivate } from "./keys.ts";
import { multikeyOf } from "./multikey.ts";
import { wrapKey } from "./wrap.ts";

/** At the start: the keys must open, and are encrypted if there is a secret now. The key for PDF files becomes known. */
export async function prepareKeys(deps: KeyDeps & Pick<Deps, "pdfSigner">): Promise<void> {
  for (const row of await listCurrent(deps.db)) await openKey(row, deps.keySecret);
  if (deps.keySecret !== null) await wrapPlain(deps.db, deps.keySecret);
  await storePdfKey(deps.db, { signer: deps.pdfSigner, now: deps.clock.now() });
}

async function wrapPlain(db: Db, secret: string): Promise<void> {
  const isPlain = and(eq(signingKey.isWrapped, false), isNotNull(signingKey.privateKey));
  for (const row of await db.select().from(signingKey).where(isPlain)) {
    const privateKey = await wrapKey(await readPrivate(row, null), { secret, multikey: row.multikey });
    await db
      .update(signingKey)
      .set({ privateKey, isWrapped: true })
      .where(and(eq(signingKey.id, row.id), eq(signingKey.isWrapped, false)));
  }
}

/** Anyone who checks a file later must know the key, so it is stored; one that signs no more is retired. */
async function storePdfKey(db: Db, { signer, now }: { signer: PdfSigner | null; now: Date }): Promise<void> {
  const isCurrent = and(eq(signingKey.kind, "pdf"), isNull(signingKey.retiredAt));
  if (!signer) {
    await db.update(signingKey).set({ retiredAt: now }).where(isCurrent);
    return;
  }
  const multikey = multikeyOf(createPublicKey(signer.key));
  const certificate = Buffer.from(signer.certificates[0]).toString("base64");
  await db.transaction(async (tx) => {
    const [known] = await tx.select().from(signingKey).where(eq(signingKey.multikey, multikey));
    if (known?.distrustedFrom)
      throw new StartError("PDF_KEY_FILE: this key is distrusted. Get a certificate for a new key.");
    if (known?.retiredAt === null && known.certificate === certificate) return;
    await tx
      .update(signingKey)
      .set({ retiredAt: now })
      .where(and(isCurrent, ne(signingKey.multikey, multikey)));
    await tx
      .insert(signingKey)
      .values({ kind: "pdf", multikey, certificate, createdAt: now })
      .onConflictDoUpdate({ target: signingKey.multikey, set: { certificate, retiredAt: null } });
  });
}
