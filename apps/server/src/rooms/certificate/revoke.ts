import { and, eq, isNull, sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { certificate, certificateProof } from "../../db/tables/certificate.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { rememberErasure } from "../../person/erase.ts";
import type { PersonalPlace } from "../../person/who.ts";
import { blankPicture } from "../account/profile.ts";
import { findLearner } from "../account/queries.ts";
import { notifyLearner } from "../notification/jobs.ts";
import { removeCertificateFiles } from "./jobs.ts";
import { certificateRevoked } from "./mails.ts";
import { findProof, nameOfSigned } from "./proof.ts";
import { type CertificateRow, lockCertificate, updateCertificate } from "./queries.ts";

type Revocation = { certificateId: string; reason: string; now: Date };

export type WhyNotRevoked = "unknown" | "revoked";

/** Revokes a certificate; its page stays and shows the reason. Returns null, or why it cannot be revoked. */
export async function revokeCertificate(
  db: Db,
  { certificateId, reason, now }: Revocation,
): Promise<WhyNotRevoked | null> {
  return db.transaction(async (tx) => {
    const found = await lockCertificate(tx, certificateId);
    if (!found) return "unknown";
    if (found.revokedAt) return "revoked";
    await updateCertificate(tx, { id: found.id, revokedAt: now, revokedReason: reason });
    await notifyHolder(tx, found, reason);
    return null;
  });
}

async function notifyHolder(tx: Db, { learnerId, certificateId, courseCompleted }: CertificateRow, reason: string) {
  const who = learnerId ? await findLearner(tx, learnerId) : null;
  if (!who) return;
  await enqueue(tx, notifyLearner, {
    learnerId: who.id,
    title: `Your certificate ${certificateId} has been revoked`,
    text: reason,
    link: "/dashboard/certificate",
  });
  const data = { firstName: who.firstName, course: courseCompleted, certificateId, reason };
  await enqueue(tx, sendMail, mailOf(certificateRevoked, { to: who.email, data }));
}

const noPerson = { studentName: "", studentId: "", studentProfile: blankPicture, learnerId: null, reason: null };

/** Erases all personal data at the holder's request. The id is then unknown to visitors. */
export async function eraseCertificate(db: Db, { certificateId, now }: Omit<Revocation, "reason">) {
  return db.transaction(async (tx) => {
    const found = await lockCertificate(tx, certificateId);
    if (!found) return "unknown" as const;
    await erase(tx, found, now);
    await rememberErasure(tx, { ids: [found.id] }, now);
    return null;
  });
}

/** A learner who is erased keeps their certificates, because others rely on them. The ids are of certificates, after a restore. */
export const certificatePlace: PersonalPlace = {
  table: "certificate",
  id: sql`id`,
  learner: sql`learner_id`,
  async erase(db, { who: { ids }, now }) {
    const found = await db
      .select()
      .from(certificate)
      .where(and(sql`${certificate.id} = ${anyOf(ids)}`, isNull(certificate.erasedAt)));
    for (const one of found) await erase(db, one, now);
  },
};

/** Its place in the status list stays, and says that it is revoked. */
async function erase(db: Db, { id, revokedAt }: CertificateRow, now: Date): Promise<void> {
  const erased = { picture: null, revokedReason: null, revokedAt: revokedAt ?? now, erasedAt: now };
  await updateCertificate(db, {
    id,
    ...noPerson,
    ...erased,
    signedAt: null,
    hasMailHash: false,
    isKeyDistrusted: false,
  });
  const proof = await findProof(db, id);
  await db
    .update(certificateProof)
    .set({ credential: null, jwt: null, keyId: null })
    .where(eq(certificateProof.id, id));
  const files = { id, ...(proof ? { signed: nameOfSigned(proof.credential) } : {}) };
  await enqueue(db, removeCertificateFiles, files);
  // Somebody may be drawing a file at this moment, and store it afterwards.
  await enqueue(db, removeCertificateFiles, files, { key: `certificate.erased.${id}`, runAt: later(now) });
}

function later(now: Date): Date {
  return new Date(now.getTime() + 600_000);
}
