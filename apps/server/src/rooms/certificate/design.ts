import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { type CertificateDesign, certificateDesign } from "../../db/tables/certificate.ts";

export const theDesign = "certificate";

const usualDesign: CertificateDesign = { template: "woven", signature: null, signatory: null };

/** How new certificates look. Those that were issued keep their look. */
export async function readDesign(db: Db): Promise<CertificateDesign & { version: number }> {
  const [found] = await db.select().from(certificateDesign).where(eq(certificateDesign.id, theDesign));
  return { ...usualDesign, ...found?.content, version: found?.version ?? 0 };
}

/** Stored under its content, and kept: certificates print it for ever. */
export async function storeSignature({ files }: Pick<Deps, "files">, png: Uint8Array): Promise<string> {
  const key = `certificate/signature-${createHash("sha256").update(png).digest("hex").slice(0, 32)}.png`;
  await files.put(key, { bytes: png, type: "image/png" });
  return key;
}
