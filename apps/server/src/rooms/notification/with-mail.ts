import type { Institute } from "@shoreline/contract";
import type { JobContext } from "../../jobs/job.ts";
import { enqueue } from "../../jobs/queue.ts";
import { letter, sendMail } from "../../mail.ts";
import { findLearner } from "../account/queries.ts";
import { readInstitute } from "../site/queries.ts";
import { addNotification } from "./queries.ts";

type Notice = {
  title: string;
  text: string;
  /** A path of the site. */
  link: string;
  at: Date;
  mail: { subject: string; body: string };
};

/** Notifies a learner in the portal and by mail. Does nothing when the account is deleted. */
export async function notifyWithMail(
  { once }: JobContext,
  learnerId: string,
  write: (institute: Institute, who: { firstName: string }) => Notice,
): Promise<void> {
  await once(async (tx) => {
    const who = await findLearner(tx, learnerId);
    if (!who) return;
    const institute = await readInstitute(tx);
    const { mail, at, ...notice } = write(institute, who);
    await addNotification(tx, { learnerId, ...notice, sentAt: at });
    const { subject, body } = mail;
    await enqueue(tx, sendMail, { to: who.email, subject, text: letter(institute, { name: who.firstName, body }) });
  });
}
