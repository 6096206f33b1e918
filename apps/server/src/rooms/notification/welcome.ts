import type { JobContext, PayloadOf } from "../../jobs/job.ts";
import { mailOf } from "../../mail.ts";
import type { welcomeLearner } from "../account/jobs.ts";
import { welcomeMail } from "./mails.ts";
import { notifyWithMail } from "./with-mail.ts";

/** Sends a new learner the first notification and the first mail. */
export async function welcome(ctx: JobContext, { learnerId }: PayloadOf<typeof welcomeLearner>): Promise<void> {
  await notifyWithMail(ctx, learnerId, (institute, { firstName, email: to }) => ({
    title: `Welcome, ${firstName}`,
    text: `You have joined ${institute.name}. Choose a course and a batch, and your classes will appear in My Courses.`,
    link: "/dashboard/allcourses",
    at: ctx.clock.now(),
    mail: mailOf(welcomeMail, { to, data: { firstName } }),
  }));
}
