import { formatMoment } from "../../format.ts";
import type { JobContext, PayloadOf } from "../../jobs/job.ts";
import { mailOf } from "../../mail.ts";
import type { reportChange } from "../account/jobs.ts";
import { accountChange } from "./mails.ts";
import { notifyWithMail } from "./with-mail.ts";

/** Tells a learner what has changed about the account's safety: if it was not the learner, it was somebody else. */
export async function notifyOfChange(
  ctx: JobContext,
  { learnerId, title, text, at }: PayloadOf<typeof reportChange>,
): Promise<void> {
  await notifyWithMail(ctx, learnerId, (institute, { firstName, email: to }) => {
    const news = `${text} on ${formatMoment(new Date(at), institute)}.`;
    return {
      title,
      text: `${news} If this was not you, please call us on ${institute.phone}.`,
      link: "/dashboard/editprofile",
      at: new Date(at),
      mail: mailOf(accountChange, { to, data: { firstName, title, news } }),
    };
  });
}
