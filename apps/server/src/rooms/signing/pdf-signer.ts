import { createPublicKey } from "node:crypto";
import { and, eq, isNotNull } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import { signingKey } from "../../db/tables/signing.ts";
import { endOfSigner } from "../../pdf-signer-end.ts";
import type { PdfSigner } from "../../ports.ts";
import { type KeyDeps, readKeys } from "./keys.ts";
import { multikeyOf } from "./multikey.ts";

export type PdfDeps = KeyDeps & Pick<Deps, "pdfSigner">;
export type KnownSigner = PdfSigner & { multikey: string };

/** The institute's own key signs where the certificate from outside has ended, or its key is distrusted, since the start. */
export async function readPdfSigner(deps: PdfDeps): Promise<KnownSigner> {
  const outside = deps.pdfSigner && (await readOutside(deps, deps.pdfSigner));
  if (outside) return outside;
  const { key, certificate, multikey } = (await readKeys(deps)).p256;
  if (!certificate) throw new Error(`The key ${multikey} has no certificate.`);
  return { key, certificates: [certificate], multikey };
}

async function readOutside({ db, clock }: KeyDeps, signer: PdfSigner): Promise<KnownSigner | null> {
  if (endOfSigner(signer) <= clock.now()) return null;
  const multikey = multikeyOf(createPublicKey(signer.key));
  const [distrusted] = await db
    .select({ id: signingKey.id })
    .from(signingKey)
    .where(and(eq(signingKey.multikey, multikey), isNotNull(signingKey.distrustedFrom)));
  return distrusted ? null : { ...signer, multikey };
}
