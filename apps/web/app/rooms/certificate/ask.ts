import type { Certificate } from "@shoreline/contract";

let handed: Certificate | null = null;

/** From the verify page to the next one, so that it is asked for once; a reload asks anew. */
export function handOver(certificate: Certificate): void {
  handed = certificate;
}

export function takeOver(certificateId: string): Certificate | null {
  const taken = handed?.certificateId === certificateId ? handed : null;
  handed = null;
  return taken;
}

export function viewPath(certificateId: string): string {
  return `/view/e_certificate/${encodeURIComponent(certificateId)}`;
}
