import { createPublicKey, X509Certificate } from "node:crypto";
import { and, eq, isNotNull } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import { signingKey } from "../../db/tables/signing.ts";
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
  if (endOf(signer) <= clock.now()) return null;
  const multikey = multikeyOf(createPublicKey(signer.key));
  const [distrusted] = await db
    .select({ id: signingKey.id })
    .from(signingKey)
    .where(and(eq(signingKey.multikey, multikey), isNotNull(signingKey.distrustedFrom)));
  return distrusted ? null : { ...signer, multikey };
}

const warnDays = 30;

/** From 30 days before the certificate from outside ends. */
export function pdfSignerWarning(signer: PdfSigner | null, now: Date): string | null {
  if (!signer) return null;
  const end = endOf(signer);
  if (end.getTime() - now.getTime() > warnDays * 86_400_000) return null;
  const day = end.toISOString().slice(0, 10);
  return end > now
    ? `the certificate of PDF files ends on ${day}: renew it (PDF_CERTIFICATE_FILE)`
    : `the certificate of PDF files ended on ${day}, so the institute's own key signs: renew it (PDF_CERTIFICATE_FILE)`;
}

function endOf({ certificates: [own] }: PdfSigner): Date {
  return new X509Certificate(own).validToDate;
}
