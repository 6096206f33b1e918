import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { certificate, certificateProof } from "../../db/tables/certificate.ts";
import { enqueue } from "../../jobs/queue.ts";
import { findLearner } from "../account/queries.ts";
import { issuerDid } from "../signing/did.ts";
import { signCredential } from "../signing/sign.ts";
import { readInstitute } from "../site/queries.ts";
import { composeCredential, type Deeds } from "./credential.ts";
import { readDeeds } from "./deeds.ts";
import { removeSignedFiles } from "./jobs.ts";
import type { CertificateRow } from "./queries.ts";
import { notifyIfDistrusted } from "./signed-again.ts";
import { takePlace } from "./status-place.ts";

export type Proof = { credential: string; jwt: string; keyId: string };

/**
 * The signed credential. The job that publishes a certificate signs it; one that somebody asks for before its turn, after an update, is
 * signed for that call. Null when it was erased meanwhile.
 */
export async function readProof(deps: Deps, row: CertificateRow): Promise<Proof | null> {
  if (row.learnerId === null && row.hasMailHash) return signWithoutMail(deps, row);
  const found = await findProof(deps.db, row.id);
  if (found && row.signedAt) return found;
  return signCertificate(deps, row);
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
  const holder = row.learnerId ? await findLearner(db, row.learnerId) : null;
  const { email } = await readInstitute(db);
  const unsigned = composeCredential({
    row,
    publicUrl,
    status,
    issuer: { id: issuerDid(publicUrl), email },
    mail: holder && { address: holder.email, salt: randomBytes(16).toString("hex") },
    deeds: (before && deedsIn(before.credential)) ?? (await readDeeds(db, row, clock.now())),
  });
  const { signedAt, ...signed } = await signCredential(deps, unsigned);
  return db.transaction(async (tx) => {
    const [now] = await tx.select().from(certificate).where(eq(certificate.id, row.id)).for("update");
    if (!now || now.erasedAt) return null;
    if (now.signedAt) return findProof(tx, row.id);
    // The account may have been deleted while the credential was signed: a later run signs it without the address.
    await tx
      .update(certificate)
      .set({ signedAt, hasMailHash: holder !== null })
      .where(eq(certificate.id, row.id));
    await tx.update(certificateProof).set(signed).where(eq(certificateProof.id, row.id));
    if (before) {
      await enqueue(tx, removeSignedFiles, { id: row.id, signed: nameOfSigned(before.credential) });
      await notifyIfDistrusted(tx, row, before.keyId);
    }
    return signed;
  });
}

export async function findProof(db: Db, id: string): Promise<Proof | null> {
  const [found] = await db
    .select({ credential: certificateProof.credential, jwt: certificateProof.jwt, keyId: certificateProof.keyId })
    .from(certificateProof)
    .where(eq(certificateProof.id, id));
  const { credential, jwt, keyId } = found ?? {};
  return credential && jwt && keyId ? { credential, jwt, keyId } : null;
}

/** In the names of files: a file of an earlier credential is never taken for that of a later. */
export function nameOfSigned(credential: string): string {
  return createHash("sha256").update(credential).digest("hex").slice(0, 16);
}

const Signed = z.object({
  credentialSubject: z.object({
    achievement: z.object({
      criteria: z.object({ narrative: z.string() }),
      resultDescription: z.array(z.object({ name: z.string() })).optional(),
    }),
    result: z.array(z.object({ value: z.coerce.number() })).optional(),
  }),
  evidence: z.array(z.object({ narrative: z.string() })).optional(),
});

/** What was signed before is signed again: the classes of an old certificate may be gone. */
function deedsIn(credential: string): Deeds {
  const { credentialSubject, evidence } = Signed.parse(JSON.parse(credential));
  const { achievement, result } = credentialSubject;
  const [percent, name] = [result?.[0]?.value, achievement.resultDescription?.[0]?.name];
  return {
    criteria: achievement.criteria.narrative,
    attendance: evidence?.[0]?.narrative ?? null,
    finalTest: percent !== undefined && name ? { name, percent } : null,
  };
}
