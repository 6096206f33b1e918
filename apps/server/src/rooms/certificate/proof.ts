import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { certificate, certificateProof } from "../../db/tables/certificate.ts";
import { signingKey } from "../../db/tables/signing.ts";
import { enqueue } from "../../jobs/queue.ts";
import { findLearner } from "../account/queries.ts";
import { issuerDid } from "../signing/did.ts";
import { type Signed, signCredential } from "../signing/sign.ts";
import { readInstitute } from "../site/queries.ts";
import { composeCredential } from "./credential.ts";
import { deedsIn, readDeeds } from "./deeds.ts";
import { removeSignedFiles } from "./jobs.ts";
import type { CertificateRow } from "./queries.ts";
import { notifySignedAgain } from "./signed-again.ts";
import { takePlace } from "./status-place.ts";

/** `signedAt` is null when it must be signed again. */
export type Proof = Omit<Signed, "signedAt"> & { signedAt: Date | null };

/**
 * The signed credential. The job that publishes a certificate signs it; one that somebody asks for before its turn, after an update, is
 * signed for that call. Null when it was erased meanwhile.
 */
export async function readProof(deps: Deps, row: CertificateRow): Promise<Proof | null> {
  if (row.learnerId === null && row.hasMailHash) return signWithoutMail(deps, row);
  const found = await findProof(deps.db, row.id);
  // The row may have been read before it was signed.
  return found?.signedAt ? found : signCertificate(deps, row);
}

/** The account is gone: nobody gets the hash of its mail address any more, also before the tidy has come by. */
async function signWithoutMail(deps: Deps, row: CertificateRow): Promise<Proof | null> {
  const own = and(eq(certificate.id, row.id), isNull(certificate.learnerId), eq(certificate.hasMailHash, true));
  await deps.db.update(certificate).set({ signedAt: null, hasMailHash: false }).where(own);
  return signCertificate(deps, row);
}

/** Signs a certificate once, however many processes do so at the same time. */
export async function signCertificate(deps: Deps, row: CertificateRow): Promise<Proof | null> {
  const { db, clock, publicUrl } = deps;
  const status = await takePlace(db, row.id);
  const before = await findProof(db, row.id);
  const original = before ?? (row.replaces ? await findProof(db, row.replaces) : null);
  const holder = row.learnerId ? await findLearner(db, row.learnerId) : null;
  const { email } = await readInstitute(db);
  const unsigned = composeCredential({
    row,
    publicUrl,
    status,
    issuer: { id: issuerDid(publicUrl), email },
    mail: holder && { address: holder.email, salt: randomBytes(16).toString("hex") },
    deeds: (original && deedsIn(original.credential)) ?? (await readDeeds(db, row, clock.now())),
  });
  const signed = await signCredential(deps, unsigned);
  const stored = await db.transaction(async (tx) => {
    // A command that retires the key waits until this is stored, and then finds it.
    const [key] = await tx.select().from(signingKey).where(eq(signingKey.id, signed.keyId)).for("share");
    if (!key || key.retiredAt) return "retired" as const;
    const [now] = await tx.select().from(certificate).where(eq(certificate.id, row.id)).for("update");
    if (!now || now.erasedAt) return null;
    if (now.signedAt) return findProof(tx, row.id);
    const { signedAt, ...proof } = signed;
    // The account may have been deleted while the credential was signed: a later run signs it without the address.
    await tx
      .update(certificate)
      .set({ signedAt, hasMailHash: holder !== null, isKeyDistrusted: false })
      .where(eq(certificate.id, row.id));
    await tx.update(certificateProof).set(proof).where(eq(certificateProof.id, row.id));
    if (before) {
      await enqueue(tx, removeSignedFiles, { id: row.id, signed: nameOfSigned(before.credential) });
      if (now.isKeyDistrusted && !now.revokedAt) await notifySignedAgain(tx, now);
    }
    return signed;
  });
  // With the new key.
  return stored === "retired" ? signCertificate(deps, row) : stored;
}

export async function findProof(db: Db, id: string): Promise<Proof | null> {
  const [found] = await db
    .select({
      credential: certificateProof.credential,
      jwt: certificateProof.jwt,
      keyId: certificateProof.keyId,
      signedAt: certificate.signedAt,
    })
    .from(certificateProof)
    .innerJoin(certificate, eq(certificate.id, certificateProof.id))
    .where(eq(certificateProof.id, id));
  const { credential, jwt, keyId, signedAt = null } = found ?? {};
  return credential && jwt && keyId ? { credential, jwt, keyId, signedAt } : null;
}

/** In the names of files: a file of an earlier credential is never taken for that of a later. */
export function nameOfSigned(credential: string): string {
  return createHash("sha256").update(credential).digest("hex").slice(0, 16);
}
