import type { Institute } from "@shoreline/contract";
import type { JobContext } from "../../jobs/job.ts";
import { enqueue } from "../../jobs/queue.ts";
import { type MailJob, sendMail } from "../../mail.ts";
import { findLearner } from "../account/queries.ts";
import { readInstitute } from "../site/queries.ts";
import { addNotification } from "./queries.ts";

type Notice = {
  title: string;
  text: string;
  /** A path of the site. */
  link: string;
  at: Date;
  mail: MailJob;
};

type Reader = { firstName: string; email: string };

/** Notifies a learner in the portal and by mail. Does nothing when the account is deleted. */
export async function notifyWithMail(
  { once }: JobContext,
  learnerId: string,
  write: (institute: Institute, who: Reader) => Notice,
): Promise<void> {
  await once(async (tx) => {
    const who = await findLearner(tx, learnerId);
    if (!who) return;
    const { mail, at, ...notice } = write(await readInstitute(tx), who);
    await addNotification(tx, { learnerId, ...notice, sentAt: at });
    await enqueue(tx, sendMail, mail);
  });
}
