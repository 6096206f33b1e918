import { batchName } from "@shoreline/domain/course";
import { isCurrent } from "@shoreline/domain/purchase";
import { sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import type { JobContext } from "../../jobs/job.ts";
import { enqueue, enqueueKeyed } from "../../jobs/queue.ts";
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

type Sold = { purchaseIds: string[]; now: Date };

/** Staff hear once of each purchase that has no place in a batch. */
export async function reportIfWaiting(tx: Db, { purchaseIds, now }: Sold): Promise<void> {
  const waiting = await listWaiting(tx, purchaseIds);
  const runAt = new Date(now.getTime() + reportedAfterMs);
  const jobs = waiting.map((purchaseId) => ({ payload: { purchaseId }, key: waitingKey(purchaseId) }));
  await enqueueKeyed(tx, reportWaiting, { jobs, runAt });
}

export async function mailWaiting({ db, clock, once }: JobContext, purchaseId: string): Promise<void> {
  const bought = await findPurchase(db, purchaseId);
  if (!bought || !isCurrent(bought.purchase.state)) return;
  // Staff may have planned a batch meanwhile.
  await placeLearners(db, { now: clock.now(), learnerId: bought.purchase.learnerId });
  await once(async (tx) => {
    const who = await findLearner(tx, bought.purchase.learnerId);
    if (!who || (await listWaiting(tx, [purchaseId])).length === 0) return;
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
async function listWaiting(db: Db, purchaseIds: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select p.id from purchase p
    where p.id = ${anyOf(purchaseIds)} and not exists (select from batch_place placed where placed.purchase_id = p.id)
      and not exists (select from pause where pause.purchase_id = p.id and pause.resumed_at is null)`);
  return rows.map(({ id }) => id);
}
