import type { Deps } from "../../context.ts";
import { enqueue } from "../../jobs/queue.ts";
import { letter, sendMail } from "../../mail.ts";
import { findLearner } from "../account/queries.ts";
import { notifyLearner } from "../notification/jobs.ts";
import { readInstitute } from "../site/queries.ts";
import { readPdf, readPicture, storePersonPicture, viewAddress } from "./files.ts";
import { type CertificateRow, findCertificateById } from "./queries.ts";

/** Draws the files of a new certificate, so that the first visitor does not wait, and notifies its holder. */
export async function publish(deps: Deps, id: string): Promise<void> {
  const row = await findCertificateById(deps.db, id);
  if (!row) return;
  await storePersonPicture(deps, row);
  await readPicture(deps, row, "large");
  await readPicture(deps, row, "small");
  if (row.revokedAt || !row.learnerId) return;
  await readPdf(deps, row);
  await notifyHolder(deps, row);
}

async function notifyHolder({ db, publicUrl }: Deps, row: CertificateRow): Promise<void> {
  await db.transaction(async (tx) => {
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
