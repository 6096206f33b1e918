import { and, asc, eq, exists, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { certificate, certificateProof } from "../../db/tables/certificate.ts";
import { inSteps, rowsPerStep, workOnRow } from "../../steps.ts";
import { signCertificate } from "./proof.ts";
import type { CertificateRow } from "./queries.ts";

/** Signs certificates from before there were credentials, and those that must be signed again. */
export async function signDue(deps: Deps): Promise<void> {
  await inSteps(async (after: CertificateRow | undefined) => {
    const due = await listDue(deps.db, after);
    for (const row of due) await workOnRow(deps, { id: row.id }, async () => void (await signCertificate(deps, row)));
    return due;
  });
}

/** Also of revoked ones: the credential that is handed out may name a key or have a hash that must go. */
async function listDue(db: Db, after: CertificateRow | undefined): Promise<CertificateRow[]> {
  const wasSigned = exists(
    db
      .select({ id: certificateProof.id })
      .from(certificateProof)
      .where(and(eq(certificateProof.id, certificate.id), isNotNull(certificateProof.credential))),
  );
  const isLater =
    after &&
    or(
      gt(certificate.issuedAt, after.issuedAt),
      and(eq(certificate.issuedAt, after.issuedAt), gt(certificate.id, after.id)),
    );
  return db
    .select()
    .from(certificate)
    .where(
      and(
        isNull(certificate.signedAt),
        isNull(certificate.erasedAt),
        or(isNull(certificate.revokedAt), wasSigned),
        isLater,
      ),
    )
    .orderBy(asc(certificate.issuedAt), asc(certificate.id))
    .limit(rowsPerStep);
}

/** The hash of a mail address goes with the account: the certificate is signed again without it. */
export async function forgetMailHashes({ db }: Deps): Promise<void> {
  await inSteps(async () => {
    const orphaned = db
      .select({ id: certificate.id })
      .from(certificate)
      .where(and(isNull(certificate.learnerId), eq(certificate.hasMailHash, true)))
      .limit(rowsPerStep)
      .for("update", { skipLocked: true });
    return db
      .update(certificate)
      .set({ signedAt: null, hasMailHash: false })
      .where(sql`${certificate.id} = any(array(${orphaned}))`)
      .returning({ id: certificate.id });
  });
}
