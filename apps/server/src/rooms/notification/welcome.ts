import type { JobContext, PayloadOf } from "../../jobs/job.ts";
import type { welcomeLearner } from "../account/jobs.ts";
import { notifyWithMail } from "./with-mail.ts";

/** Sends a new learner the first notification and the first mail. */
export async function welcome(ctx: JobContext, { learnerId }: PayloadOf<typeof welcomeLearner>): Promise<void> {
  await notifyWithMail(ctx, learnerId, (institute, { firstName }) => ({
    title: `Welcome, ${firstName}`,
    text: `You have joined ${institute.name}. Choose a course and a batch, and your classes will appear in My Courses.`,
    link: "/dashboard/allcourses",
    at: ctx.clock.now(),
    mail: {
      subject: `Welcome to ${institute.name}`,
      body: `Welcome to ${institute.name}. You sign in with your mobile number and a one-time code, so there is no password to remember.

Your courses, classes and certificates will be in your classroom. If you did not register, please write to us:
${institute.email}`,
    },
  }));
}
