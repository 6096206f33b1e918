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

/** The page stays and says so; why not, where that is impossible. */
export async function revokeCertificate(db: Db, { certificateId, reason, now }: Revocation): Promise<string | null> {
  return db.transaction(async (tx) => {
    const found = await lockCertificate(tx, certificateId);
    if (!found) return `There is no certificate ${certificateId}.`;
    if (found.revokedAt) return `${certificateId} was revoked already.`;
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
    title: `Your certificate ${certificateId} was revoked`,
    text: reason,
    link: "/dashboard/certificate",
  });
  await enqueue(tx, sendMail, {
    to: who.email,
    subject: `Certificate ${certificateId} was revoked`,
    text: letter(institute, {
      name: who.firstName,
      body: `Your certificate ${certificateId} (${courseCompleted}) was revoked:

  ${reason}

Anyone who looks it up will see this. If you think that it is a mistake, please write to us:
${institute.email}`,
    }),
  });
}

/** At the holder's request: nothing of the person is left, and the id leads to nothing. */
export async function eraseCertificate(db: Db, { certificateId, now }: Omit<Revocation, "reason">) {
  return db.transaction(async (tx) => {
    const found = await lockCertificate(tx, certificateId);
    if (!found) return `There is no certificate ${certificateId}.`;
    const nobody = { studentName: "", studentId: "", studentProfile: blankPicture, learnerId: null, reason: null };
    const gone = { picture: null, revokedReason: null, revokedAt: found.revokedAt ?? now, erasedAt: now };
    await updateCertificate(tx, { id: found.id, ...nobody, ...gone });
    await enqueue(tx, removeCertificateFiles, { id: found.id });
    return null;
  });
}
