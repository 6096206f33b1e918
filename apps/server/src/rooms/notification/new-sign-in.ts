import { formatMoment } from "../../format.ts";
import type { JobContext, PayloadOf } from "../../jobs/job.ts";
import type { reportSignIn } from "../account/jobs.ts";
import { notifyWithMail } from "./with-mail.ts";

/** Tells a learner about a sign-in in a browser that we did not know: if it was not the learner, it was somebody else. */
export async function notifyOfSignIn(
  ctx: JobContext,
  { learnerId, browser, at }: PayloadOf<typeof reportSignIn>,
): Promise<void> {
  await notifyWithMail(ctx, learnerId, (institute) => {
    const text = `Somebody signed in to your account with ${browser} on ${formatMoment(new Date(at), institute)}.`;
    return {
      title: "New sign-in",
      text: `${text} If this was not you, sign that browser out on Edit Profile.`,
      link: "/dashboard/editprofile",
      at: new Date(at),
      mail: {
        subject: "New sign-in to your account",
        body: `${text}

If this was not you, open Edit Profile in your classroom and sign that browser out, then call us on ${institute.phone}. Nobody can sign in without a code from your phone or one of your passkeys, so never tell anyone a code.`,
      },
    };
  });
}
