import type { Certificate } from "@shoreline/contract";

/** What the page of a certificate needs to know of the institute. */
export type AboutInstitute = { email: string; timeZone: string; name: string; publicUrl: string };

export type Found = { certificate: Certificate; institute: AboutInstitute };

let handed: Found | null = null;

/** Hands the certificate from the verify page to the next, to load it once; a reload loads it again. */
export function rememberCertificate(found: Found): void {
  handed = found;
}

export function takeRemembered(certificateId: string | undefined): Found | null {
  const taken = handed?.certificate.certificateId === certificateId ? handed : null;
  handed = null;
  return taken;
}

export const verifyPath = "/verify/e_certificate/";

export function viewPath(certificateId: string): string {
  return `/view/e_certificate/${encodeURIComponent(certificateId)}`;
}

/** An id as it was typed or linked. It is cut by characters, because half of one cannot be part of an address. */
export function readCertificateId(typed: string): string {
  return [...typed.replace(/\s+/g, "").toUpperCase()].slice(0, 40).join("");
}

/**
 * The page is never kept: a revocation shows at once, and anybody can invent any number of ids. Returns a new object each time,
 * because `redirect` writes into it.
 */
export function notCached() {
  return { headers: { "cache-control": "no-store" } };
}
