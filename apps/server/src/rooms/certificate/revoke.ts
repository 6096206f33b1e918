import type { Db } from "../../db/connect.ts";
import { enqueue } from "../../jobs/queue.ts";
import { letter, sendMail } from "../../mail.ts";
import { blankPicture } from "../account/profile.ts";
import { findLearner } from "../account/queries.ts";
import { notifyLearner } from "../notification/jobs.ts";
import { readInstitute } from "../site/queries.ts";
import { removeCertificateFiles } from "./jobs.ts";
import { type CertificateRow, lockCertificate, updateCertificate } from "./queries.ts";

type Revocation = { certificateId: string; reason: string; now: Date };

/** Revokes a certificate; its page stays and shows the reason. Returns null, or why it cannot be revoked. */
export async function revokeCertificate(db: Db, { certificateId, reason, now }: Revocation): Promise<string | null> {
  return db.transaction(async (tx) => {
    const found = await lockCertificate(tx, certificateId);
    if (!found) return `There is no certificate ${certificateId}. Check the id.`;
    if (found.revokedAt) return `${certificateId} is already revoked.`;
    await updateCertificate(tx, { id: found.id, revokedAt: now, revokedReason: reason });
    await notifyHolder(tx, found, reason);
    return null;
  });
}

async function notifyHolder(tx: Db, { learnerId, certificateId, courseCompleted }: CertificateRow, reason: string) {
  const who = learnerId ? await findLearner(tx, learnerId) : null;
  if (!who) return;
  const institute = await readInstitute(tx);
  await enqueue(tx, notifyLearner, {
    learnerId: who.id,
    title: `Your certificate ${certificateId} has been revoked`,
    text: reason,
    link: "/dashboard/certificate",
  });
  await enqueue(tx, sendMail, {
    to: who.email,
    subject: `Certificate ${certificateId} has been revoked`,
    text: letter(institute, {
      name: who.firstName,
      body: `Your certificate ${certificateId} (${courseCompleted}) has been revoked for this reason:

  ${reason}

Anyone who verifies it will see this reason. If you think that this is a mistake, please write to us:
${institute.email}`,
    }),
  });
}

/** Erases all personal data at the holder's request. The id is then unknown to visitors. */
export async function eraseCertificate(db: Db, { certificateId, now }: Omit<Revocation, "reason">) {
  return db.transaction(async (tx) => {
    const found = await lockCertificate(tx, certificateId);
    if (!found) return `There is no certificate ${certificateId}. Check the id.`;
    const noPerson = { studentName: "", studentId: "", studentProfile: blankPicture, learnerId: null, reason: null };
    const erased = { picture: null, revokedReason: null, revokedAt: found.revokedAt ?? now, erasedAt: now };
    await updateCertificate(tx, { id: found.id, ...noPerson, ...erased });
    await enqueue(tx, removeCertificateFiles, { id: found.id });
    return null;
  });
}
