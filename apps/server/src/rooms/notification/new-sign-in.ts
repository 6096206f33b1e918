import type { JobContext, PayloadOf } from "../../jobs/job.ts";
import { mailOf } from "../../mail.ts";
import type { reportSignIn } from "../account/jobs.ts";
import { newSignIn, signInText } from "./mails.ts";
import { notifyWithMail } from "./with-mail.ts";

/** Tells a learner about a sign-in in a browser that we did not know: if it was not the learner, it was somebody else. */
export async function notifyOfSignIn(
  ctx: JobContext,
  { learnerId, browser, at }: PayloadOf<typeof reportSignIn>,
): Promise<void> {
  await notifyWithMail(ctx, learnerId, (institute, { firstName, email: to }) => ({
    title: "New sign-in",
    text: `${signInText({ browser, at }, institute)} If this was not you, sign that browser out on Edit Profile.`,
    link: "/dashboard/editprofile",
    at: new Date(at),
    mail: mailOf(newSignIn, { to, data: { firstName, browser, at } }),
  }));
}
