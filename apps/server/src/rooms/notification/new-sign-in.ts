import { formatMoment } from "../../format.ts";
import type { JobContext, PayloadOf } from "../../jobs/job.ts";
import { enqueue } from "../../jobs/queue.ts";
import { letter, sendMail } from "../../mail.ts";
import type { reportSignIn } from "../account/jobs.ts";
import { findLearner } from "../account/queries.ts";
import { readInstitute } from "../site/queries.ts";
import { addNotification } from "./queries.ts";

/** Tells a learner about a sign-in in a browser that we did not know: if it was not the learner, it was somebody else. */
export async function notifyOfSignIn(
  { db }: JobContext,
  { learnerId, browser, at }: PayloadOf<typeof reportSignIn>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const who = await findLearner(tx, learnerId);
    if (!who) return;
    const institute = await readInstitute(tx);
    const when = formatMoment(new Date(at), institute);
    const text = `Somebody signed in to your account with ${browser} on ${when}.`;
    await addNotification(tx, {
      learnerId,
      title: "New sign-in",
      text: `${text} If this was not you, sign that browser out on Edit Profile.`,
      link: "/dashboard/editprofile",
      sentAt: new Date(at),
    });
    await enqueue(tx, sendMail, {
      to: who.email,
      subject: "New sign-in to your account",
      text: letter(institute, {
        name: who.firstName,
        body: `${text}

If this was not you, open Edit Profile in your classroom and sign that browser out, then call us on ${institute.phone}. Nobody can sign in without a code from your phone or one of your passkeys, so never tell anyone a code.`,
      }),
    });
  });
}
