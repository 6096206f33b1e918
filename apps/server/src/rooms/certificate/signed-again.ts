import type { Db } from "../../db/connect.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { findLearner } from "../account/queries.ts";
import { notifyLearner } from "../notification/jobs.ts";
import { certificateSignedAgain } from "./mails.ts";
import type { CertificateRow } from "./queries.ts";

/** A key of the earlier files is distrusted: those that the holder has saved do not pass the check. */
export async function notifySignedAgain(tx: Db, row: CertificateRow): Promise<void> {
  const who = row.learnerId ? await findLearner(tx, row.learnerId) : null;
  if (!who) return;
  const { id, certificateId, courseCompleted } = row;
  await enqueue(tx, notifyLearner, {
    learnerId: who.id,
    title: `Please use the new file of your certificate ${certificateId}`,
    text: "We have signed it again. Files that you saved before do not pass the check any more.",
    link: "/dashboard/certificate",
  });
  const data = { firstName: who.firstName, course: courseCompleted, certificateId };
  const attachments = [{ kind: "certificate" as const, id }];
  await enqueue(tx, sendMail, mailOf(certificateSignedAgain, { to: who.email, attachments, data }));
}
