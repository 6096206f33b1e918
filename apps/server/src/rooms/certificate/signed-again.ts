import { eq } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { signingKey } from "../../db/tables/signing.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { findLearner } from "../account/queries.ts";
import { notifyLearner } from "../notification/jobs.ts";
import { certificateSignedAgain } from "./mails.ts";
import type { CertificateRow } from "./queries.ts";

/** When the key of the earlier credential is not trusted any more, the holder's saved files do not pass the check. */
export async function notifyIfDistrusted(tx: Db, row: CertificateRow, keyId: string): Promise<void> {
  const [key] = await tx.select({ from: signingKey.distrustedFrom }).from(signingKey).where(eq(signingKey.id, keyId));
  const who = key?.from && row.learnerId ? await findLearner(tx, row.learnerId) : null;
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
