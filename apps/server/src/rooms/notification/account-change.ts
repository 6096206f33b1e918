import { formatMoment } from "../../format.ts";
import type { JobContext, PayloadOf } from "../../jobs/job.ts";
import { enqueue } from "../../jobs/queue.ts";
import { letter, sendMail } from "../../mail.ts";
import type { reportChange } from "../account/jobs.ts";
import { findLearner } from "../account/queries.ts";
import { readInstitute } from "../site/queries.ts";
import { addNotification } from "./queries.ts";

/** Tells a learner what has changed about the account's safety: if it was not the learner, it was somebody else. */
export async function notifyOfChange(
  { db }: JobContext,
  { learnerId, title, text, at }: PayloadOf<typeof reportChange>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const who = await findLearner(tx, learnerId);
    if (!who) return;
    const institute = await readInstitute(tx);
    const news = `${text} on ${formatMoment(new Date(at), institute)}.`;
    await addNotification(tx, {
      learnerId,
      title,
      text: `${news} If this was not you, please call us on ${institute.phone}.`,
      link: "/dashboard/editprofile",
      sentAt: new Date(at),
    });
    await enqueue(tx, sendMail, {
      to: who.email,
      subject: title,
      text: letter(institute, {
        name: who.firstName,
        body: `${news}

If this was not you, please call us at once on ${institute.phone}.`,
      }),
    });
  });
}
