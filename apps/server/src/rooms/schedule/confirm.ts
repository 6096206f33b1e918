import { batchName } from "@shoreline/domain/course";
import { isCurrent } from "@shoreline/domain/purchase";
import { teachingTimes } from "@shoreline/domain/weekly";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { isOurTime } from "../../db/our-time.ts";
import { batch, batchPlace, liveClass } from "../../db/tables/schedule.ts";
import type { JobContext } from "../../jobs/job.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { findLearner } from "../account/queries.ts";
import { findPurchase, markConfirmed } from "../enrolment/queries.ts";
import { notifyLearner } from "../notification/jobs.ts";
import { leaveOtherBatch, placeLearners } from "./places.ts";
import { purchaseConfirmed } from "./purchase-mails.ts";
import { classEnd } from "./queries.ts";
import { reportIfWaiting } from "./waiting.ts";

/** Gives the learner of a purchase a place, and confirms it; the invoice and a calendar file come with the mail. */
export async function confirmPlace({ db, clock }: JobContext, purchaseId: string): Promise<void> {
  const now = clock.now();
  await leaveOtherBatch(db, purchaseId);
  const bought = await findPurchase(db, purchaseId);
  if (!bought || !isCurrent(bought.purchase.state)) return;
  await placeLearners(db, { now, learnerId: bought.purchase.learnerId });
  await db.transaction(async (tx) => {
    const isNew = await markConfirmed(tx, { purchaseId, now });
    const found = isNew ? await findPurchase(tx, purchaseId) : null;
    const who = found && (await findLearner(tx, found.purchase.learnerId));
    if (!who) return;
    await reportIfWaiting(tx, { purchaseIds: [purchaseId], now });
    const { purchase, course, invoice, isReceipt } = found;
    const { courseId, name: courseName } = course;
    const placed = await findPlacedBatch(tx, purchaseId);
    const times = placed ? teachingTimes(placed) : batchName(purchase);
    const firstClass = await findFirstClass(tx, { purchaseId, now });
    await enqueue(tx, notifyLearner, {
      learnerId: who.id,
      title: `You have enrolled in ${courseName}`,
      text: firstClass ? `Your place is confirmed: ${times}.` : `We will tell you when your batch has dates: ${times}.`,
      link: `/dashboard/schedule/${encodeURIComponent(courseId)}`,
    });
    // Learners of the desk may have no e-mail address.
    if (who.email === "") return;
    const mail = mailOf(purchaseConfirmed, {
      to: who.email,
      data: {
        firstName: who.firstName,
        courseId,
        courseName,
        batch: times,
        amountInPaise: purchase.amountInPaise,
        paper: invoice && { name: isReceipt ? ("Receipt" as const) : ("Invoice" as const), number: invoice.number },
        firstClass,
      },
      attachments: [
        ...(invoice ? [{ kind: "invoice", id: invoice.id }] : []),
        ...(firstClass ? [{ kind: "classes", id: purchaseId }] : []),
      ],
    });
    await enqueue(tx, sendMail, mail);
  });
}

async function findPlacedBatch(db: Db, purchaseId: string) {
  const [found] = await db
    .select({ pattern: batch.pattern, batchTime: batch.batchTime, batchType: batch.batchType })
    .from(batchPlace)
    .innerJoin(batch, eq(batch.id, batchPlace.batchId))
    .where(eq(batchPlace.purchaseId, purchaseId));
  return found ?? null;
}

/** The first class of the batch that is not over, or null while the batch has none. */
async function findFirstClass(db: Db, { purchaseId, now }: { purchaseId: string; now: Date }) {
  const [found] = await db
    .select({ topic: liveClass.topic, trainerName: liveClass.trainerName, startsAt: liveClass.startsAt })
    .from(batchPlace)
    .innerJoin(liveClass, eq(liveClass.batchId, batchPlace.batchId))
    .where(
      and(
        eq(batchPlace.purchaseId, purchaseId),
        isNull(liveClass.cancelledAt),
        sql`${classEnd} > ${now.toISOString()}::timestamptz`,
        isOurTime(liveClass.startsAt),
      ),
    )
    .orderBy(asc(liveClass.startsAt))
    .limit(1);
  return found ? { ...found, startsAt: found.startsAt.toISOString() } : null;
}
