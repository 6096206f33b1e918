import { batchName } from "@shoreline/domain/course";
import { isCurrent } from "@shoreline/domain/purchase";
import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { pause } from "../../db/tables/batch-request.ts";
import { batchPlace } from "../../db/tables/schedule.ts";
import type { JobContext } from "../../jobs/job.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { findLearner, fullName } from "../account/queries.ts";
import { findPurchase } from "../enrolment/queries.ts";
import { readInstitute } from "../site/queries.ts";
import { reportWaiting } from "./jobs.ts";
import { placeLearners } from "./places.ts";
import { learnerWaits } from "./staff-mails.ts";

// By then a learner who chose another batch right after the payment has done so.
const reportedAfterMs = 20 * 60_000;

export const waitingKey = (purchaseId: string) => `waiting ${purchaseId}`;

/** Staff hear once of a purchase that has no place in a batch. */
export async function reportIfWaiting(tx: Db, { purchaseId, now }: { purchaseId: string; now: Date }): Promise<void> {
  if (!(await isWaiting(tx, purchaseId))) return;
  const runAt = new Date(now.getTime() + reportedAfterMs);
  await enqueue(tx, reportWaiting, { purchaseId }, { key: waitingKey(purchaseId), runAt });
}

export async function mailWaiting({ db, clock, once }: JobContext, purchaseId: string): Promise<void> {
  const bought = await findPurchase(db, purchaseId);
  if (!bought || !isCurrent(bought.purchase.state)) return;
  // Staff may have planned a batch meanwhile.
  await placeLearners(db, { now: clock.now(), learnerId: bought.purchase.learnerId });
  await once(async (tx) => {
    const who = await findLearner(tx, bought.purchase.learnerId);
    if (!who || !(await isWaiting(tx, purchaseId))) return;
    const { email } = await readInstitute(tx);
    const mail = mailOf(learnerWaits, {
      to: email,
      data: {
        name: fullName(who),
        email: who.email,
        mobile: `${who.countryCode} ${who.mobileNumber}`,
        courseId: bought.course.courseId,
        courseName: bought.course.name,
        batch: batchName(bought.purchase),
        purchasedAt: bought.purchase.purchasedAt.toISOString(),
      },
    });
    await enqueue(tx, sendMail, mail);
  });
}

/** Neither in a batch nor paused. */
async function isWaiting(db: Db, purchaseId: string): Promise<boolean> {
  const isPaused = and(eq(pause.purchaseId, purchaseId), isNull(pause.resumedAt));
  return (
    (await db.$count(batchPlace, eq(batchPlace.purchaseId, purchaseId))) + (await db.$count(pause, isPaused)) === 0
  );
}
