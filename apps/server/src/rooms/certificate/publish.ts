import { isAway } from "../../db/away.ts";
import type { JobContext } from "../../jobs/job.ts";
import { enqueue } from "../../jobs/queue.ts";
import { letter, sendMail } from "../../mail.ts";
import { findLearner } from "../account/queries.ts";
import { notifyLearner } from "../notification/jobs.ts";
import { readInstitute } from "../site/queries.ts";
import { readPdf, readPicture, storePersonPicture, viewAddress } from "./files.ts";
import { type CertificateRow, findCertificateById } from "./queries.ts";

/** Draws the files of a new certificate, so that the first visitor does not wait, and notifies its holder. */
export async function publish(ctx: JobContext, id: string): Promise<void> {
  const row = await findCertificateById(ctx.db, id);
  if (!row) return;
  const missing = await storePersonPicture(ctx, row).catch((error) => {
    if (!isAway(error)) throw error;
    return error;
  });
  await readPicture(ctx, row, "large");
  await readPicture(ctx, row, "small");
  if (!row.revokedAt && row.learnerId) {
    await readPdf(ctx, row);
    await notifyHolder(ctx, row);
  }
  // The certificate itself does not wait for the file store. The job runs again to store the picture; nobody is notified twice.
  if (missing) throw missing;
}

async function notifyHolder({ once, publicUrl }: JobContext, row: CertificateRow): Promise<void> {
  await once(async (tx) => {
    const who = row.learnerId ? await findLearner(tx, row.learnerId) : null;
    if (!who) return;
    const institute = await readInstitute(tx);
    await enqueue(tx, notifyLearner, {
      learnerId: who.id,
      title: `Your certificate: ${row.courseCompleted}`,
      text: `${row.certificateId} is ready to share and print.`,
      link: "/dashboard/certificate",
    });
    await enqueue(tx, sendMail, {
      to: who.email,
      subject: `Your certificate: ${row.courseCompleted}`,
      attachments: [{ kind: "certificate", id: row.id }],
      text: letter(institute, {
        name: who.firstName,
        body: `Congratulations, you have completed ${row.courseCompleted}. Your certificate ${row.certificateId} is attached. Anyone can verify it here:
${viewAddress(publicUrl, row.certificateId)}

You can also find and share it in your classroom:
${publicUrl}/dashboard/certificate`,
      }),
    });
  });
}
