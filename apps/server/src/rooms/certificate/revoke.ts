import { eq } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { learner } from "../../db/tables/account.ts";
import { enqueue } from "../../jobs/queue.ts";
import { blankPicture } from "../account/profile.ts";
import { readInstitute } from "../site/queries.ts";
import { type CertificateRow, lockCertificate, updateCertificate } from "./queries.ts";

type Revocation = { certificateId: string; reason: string; now: Date };

/** The page stays and says so; why not, where that is impossible. */
export async function revokeCertificate(db: Db, { certificateId, reason, now }: Revocation): Promise<string | null> {
  return db.transaction(async (tx) => {
    const found = await lockCertificate(tx, certificateId);
    if (!found) return `There is no certificate ${certificateId}.`;
    if (found.revokedAt) return `${certificateId} was revoked already.`;
    await updateCertificate(tx, { id: found.id, revokedAt: now, revokedReason: reason });
    await tellHolder(tx, found, reason);
    return null;
  });
}

async function tellHolder(tx: Db, { learnerId, certificateId, courseCompleted }: CertificateRow, reason: string) {
  const [who] = learnerId ? await tx.select().from(learner).where(eq(learner.id, learnerId)) : [];
  if (!who) return;
  const institute = await readInstitute(tx);
  await enqueue(tx, "notification.add", {
    learnerId: who.id,
    title: `Your certificate ${certificateId} was revoked`,
    text: reason,
    link: "/dashboard/certificate",
  });
  await enqueue(tx, "mail.send", {
    to: who.email,
    subject: `Certificate ${certificateId} was revoked`,
    text: `Hello ${who.firstName},

your certificate ${certificateId} (${courseCompleted}) was revoked:

  ${reason}

Whoever looks it up is told so. If you think that this is a mistake, please write to us:
${institute.email}

${institute.name}
${institute.phone}
`,
  });
}

/** When the holder asks for it: nothing of the person is left, and whoever looks the id up finds nothing. */
export async function eraseCertificate(db: Db, { certificateId, now }: Omit<Revocation, "reason">) {
  return db.transaction(async (tx) => {
    const found = await lockCertificate(tx, certificateId);
    if (!found) return `There is no certificate ${certificateId}.`;
    const nobody = { studentName: "", studentId: "", studentProfile: blankPicture, learnerId: null, reason: null };
    const gone = { picture: null, revokedReason: null, revokedAt: found.revokedAt ?? now, erasedAt: now };
    await updateCertificate(tx, { id: found.id, ...nobody, ...gone });
    await enqueue(tx, "certificate.erased", { id: found.id });
    return null;
  });
}
