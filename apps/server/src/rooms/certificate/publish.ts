import { isAway } from "../../db/away.ts";
import type { JobContext } from "../../jobs/job.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { findLearner } from "../account/queries.ts";
import { notifyLearner } from "../notification/jobs.ts";
import { readPicture, storePersonPicture } from "./files.ts";
import { certificateIssued, certificateReissued } from "./mails.ts";
import { readProof } from "./proof.ts";
import { type CertificateRow, findCertificateById } from "./queries.ts";
import { readSigned } from "./signed-files.ts";

/** Signs a new certificate and draws its files, so that the first visitor does not wait, and notifies its holder. */
export async function publish(ctx: JobContext, id: string): Promise<void> {
  const row = await findCertificateById(ctx.db, id);
  if (!row) return;
  const missing = await storePersonPicture(ctx, row).catch((error) => {
    if (!isAway(error)) throw error;
    return error;
  });
  if (!row.revokedAt) await readProof(ctx, row);
  await readPicture(ctx, row, "large");
  await readPicture(ctx, row, "small");
  if (!row.revokedAt && row.learnerId) {
    await readSigned(ctx, row, "pdf");
    await notifyHolder(ctx, row);
  }
  // The certificate itself does not wait for the file store. The job runs again to store the picture; nobody is notified twice.
  if (missing) throw missing;
}

async function notifyHolder({ once }: JobContext, row: CertificateRow): Promise<void> {
  await once(async (tx) => {
    const who = row.learnerId ? await findLearner(tx, row.learnerId) : null;
    if (!who) return;
    const old = row.replaces ? await findCertificateById(tx, row.replaces) : null;
    const { courseCompleted: course, certificateId, studentName } = row;
    await enqueue(tx, notifyLearner, {
      learnerId: who.id,
      title: `Your ${old ? "corrected " : ""}certificate: ${course}`,
      text: old
        ? `${certificateId} replaces ${old.certificateId}. Please share the new one.`
        : `${certificateId} is ready to share and print.`,
      link: "/dashboard/certificate",
    });
    const about = { firstName: who.firstName, course, certificateId };
    const sent = { to: who.email, attachments: [{ kind: "certificate" as const, id: row.id }] };
    const mail = old
      ? mailOf(certificateReissued, { ...sent, data: { ...about, oldId: old.certificateId, studentName } })
      : mailOf(certificateIssued, { ...sent, data: about });
    await enqueue(tx, sendMail, mail);
  });
}
