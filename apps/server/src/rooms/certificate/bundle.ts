import { sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import { certificateProof } from "../../db/tables/certificate.ts";
import { signCertificate } from "./proof.ts";
import type { CertificateRow } from "./queries.ts";

/** All certificates of a learner in one file. Each has its own proofs; the presentation around them needs none. */
export async function composeBundle(deps: Deps, rows: CertificateRow[]): Promise<string> {
  const ids = rows.filter(({ signedAt }) => signedAt !== null).map(({ id }) => id);
  const proofs = await deps.db
    .select({ id: certificateProof.id, credential: certificateProof.credential })
    .from(certificateProof)
    .where(sql`${certificateProof.id} = ${anyOf(ids)}`);
  const signed = new Map(proofs.map(({ id, credential }) => [id, credential]));
  const verifiableCredential: unknown[] = [];
  for (const row of rows) {
    // A learner has a few, and each is signed once.
    const credential = signed.get(row.id) ?? (await signCertificate(deps, row))?.credential;
    if (credential) verifiableCredential.push(JSON.parse(credential));
  }
  const context = ["https://www.w3.org/ns/credentials/v2"];
  return JSON.stringify({ "@context": context, type: ["VerifiablePresentation"], verifiableCredential });
}
