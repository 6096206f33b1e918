import { X509Certificate } from "node:crypto";
import type { PdfSigner } from "./ports.ts";

const warnDays = 30;

/** From 30 days before the certificate from outside ends. */
export function pdfSignerWarning(signer: PdfSigner | null, now: Date): string | null {
  if (!signer) return null;
  const end = endOfSigner(signer);
  if (end.getTime() - now.getTime() > warnDays * 86_400_000) return null;
  const day = end.toISOString().slice(0, 10);
  return end > now
    ? `the certificate of PDF files ends on ${day}: renew it (PDF_CERTIFICATE_FILE)`
    : `the certificate of PDF files ended on ${day}, so the institute's own key signs: renew it (PDF_CERTIFICATE_FILE)`;
}

export function endOfSigner({ certificates: [own] }: PdfSigner): Date {
  return new X509Certificate(own).validToDate;
}
