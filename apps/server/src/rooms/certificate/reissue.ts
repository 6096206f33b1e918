import { certificateId as idOf, replacedReason } from "@shoreline/domain/certificate";
import type { Db } from "../../db/connect.ts";
import { enqueue } from "../../jobs/queue.ts";
import { canPrint } from "../../pdf/fonts.ts";
import { readBindingInstitute } from "../site/queries.ts";
import { publishCertificate } from "./jobs.ts";
import {
  addCertificate,
  type CertificateRow,
  findPurchaseOf,
  findReplacement,
  listCertificatesOf,
  lockCertificate,
  lockPurchase,
  nextCertificateSerial,
  updateCertificate,
} from "./queries.ts";

type Correction = { certificateId: string; studentName: string; reason: string; attemptId: string; now: Date };
type Reissued =
  | { certificate: CertificateRow; before: CertificateRow; isNew: boolean }
  | { whyNot: "unknown" | "has-one" | "replaced" | "unprintable-name" };

/**
 * Issues a certificate again with a corrected name: everything else is as it was, under a new number. The old one is revoked,
 * and its page leads to the new one. The holder is told once, about the new one.
 */
export async function reissueCertificate(db: Db, correction: Correction): Promise<Reissued> {
  const { certificateId, studentName, reason, attemptId, now } = correction;
  return db.transaction(async (tx) => {
    const purchaseId = await findPurchaseOf(tx, certificateId);
    // As when one is issued: first the purchase, then its certificates.
    if (purchaseId) await lockPurchase(tx, purchaseId);
    const before = await lockCertificate(tx, certificateId);
    if (!before) return { whyNot: "unknown" };
    const replacement = await findReplacement(tx, before.id);
    if (replacement)
      return replacement.attemptId === attemptId
        ? { certificate: replacement, before, isNew: false }
        : { whyNot: "replaced" };
    const others = purchaseId ? await listCertificatesOf(tx, purchaseId) : [];
    if (others.some(({ id, revokedAt }) => id !== before.id && revokedAt === null)) return { whyNot: "has-one" };
    if (!canPrint(studentName)) return { whyNot: "unprintable-name" };
    const { certificatePrefix: prefix } = await readBindingInstitute(tx);
    const serial = await nextCertificateSerial(tx, prefix);
    const newId = idOf(prefix, serial);
    if (!before.revokedAt)
      await updateCertificate(tx, {
        id: before.id,
        revokedAt: now,
        revokedReason: replacedReason(newId),
      });
    const { id, revokedAt, revokedReason, signedAt, hasMailHash, isKeyDistrusted, ...content } = before;
    const added = await addCertificate(tx, {
      ...content,
      ...{ certificateId: newId, prefix, serial, studentName, reason, attemptId },
      ...{ issuedAt: now, issuedBy: "staff", replaces: id },
    });
    await enqueue(tx, publishCertificate, { id: added.id });
    return { certificate: added, before, isNew: true };
  });
}
