import type { JobContext, PayloadOf } from "../../jobs/job.ts";
import { enqueue } from "../../jobs/queue.ts";
import { letter, sendMail } from "../../mail.ts";
import type { welcomeLearner } from "../account/jobs.ts";
import { findLearner } from "../account/queries.ts";
import { readInstitute } from "../site/queries.ts";
import { addNotification } from "./queries.ts";

/** Sends a new learner the first notification and the first mail. */
export async function welcome(
  { db, clock }: JobContext,
  { learnerId }: PayloadOf<typeof welcomeLearner>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const who = await findLearner(tx, learnerId);
    if (!who) return;
    const institute = await readInstitute(tx);
    await addNotification(tx, {
      learnerId,
      title: `Welcome, ${who.firstName}`,
      text: `You have joined ${institute.name}. Choose a course and a batch, and your classes will appear in My Courses.`,
      link: "/dashboard/allcourses",
      sentAt: clock.now(),
    });
    await enqueue(tx, sendMail, {
      to: who.email,
      subject: `Welcome to ${institute.name}`,
      text: letter(institute, {
        name: who.firstName,
        body: `Welcome to ${institute.name}. You sign in with your mobile number and a one-time code, so there is no password to remember.

Your courses, classes and certificates will be in your classroom. If you did not register, please write to us:
${institute.email}`,
      }),
    });
  });
}
