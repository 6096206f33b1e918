import type { Certificate } from "@shoreline/contract";

let handed: Certificate | null = null;

/** Hands the certificate from the verify page to the next, to load it once; a reload loads it again. */
export function rememberCertificate(certificate: Certificate): void {
  handed = certificate;
}

export function takeRemembered(certificateId: string): Certificate | null {
  const taken = handed?.certificateId === certificateId ? handed : null;
  handed = null;
  return taken;
}

export function viewPath(certificateId: string): string {
  return `/view/e_certificate/${encodeURIComponent(certificateId)}`;
}
