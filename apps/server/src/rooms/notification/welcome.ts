import { eq } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { learner } from "../../db/tables/account.ts";
import { enqueue } from "../../jobs/queue.ts";
import { readInstitute } from "../site/queries.ts";
import { addNotification } from "./queries.ts";

/** The first thing a new learner finds, in the portal and in the mailbox. */
export async function welcome(db: Db, { learnerId, now }: { learnerId: string; now: Date }): Promise<void> {
  const [who] = await db.select().from(learner).where(eq(learner.id, learnerId));
  // Gone again already.
  if (!who) return;
  const institute = await readInstitute(db);
  await addNotification(db, {
    learnerId,
    title: `Welcome, ${who.firstName}`,
    text: `You have joined ${institute.name}. Choose a course and a batch, and your classes will appear here.`,
    link: "/dashboard/allcourses",
    sentAt: now,
  });
  await enqueue(db, "mail.send", {
    to: who.email,
    subject: `Welcome to ${institute.name}`,
    text: `Hello ${who.firstName},

you have joined ${institute.name}. You sign in with your mobile number and a one-time code: there is no password to forget.

Your courses, classes and certificates will be in your classroom. If it was not you who registered, please tell us:
${institute.email}

${institute.name}
${institute.phone}
`,
  });
}
