import { Refusal } from "@shoreline/contract";
import { isCurrent } from "@shoreline/domain/purchase";
import { momentAt } from "@shoreline/domain/zone";
import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { batchRequest, pause } from "../../db/tables/batch-request.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { batchPlace } from "../../db/tables/schedule.ts";
import type { JobContext } from "../../jobs/job.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { findLearner } from "../account/queries.ts";
import { notifyLearner } from "../notification/jobs.ts";
import { seatsFreed } from "../schedule/jobs.ts";
import { movePlace } from "../schedule/move-place.ts";
import { readInstitute } from "../site/queries.ts";
import { lockPurchase } from "./ask.ts";
import { pauseEnds, pauseKey } from "./jobs.ts";
import { pauseEnded } from "./mails.ts";
import { linkTo } from "./tell.ts";

type Pausing = { purchaseId: string; reason: string; until: string | null; staffId: string | null; now: Date };

/** The learner keeps the course and gives the seat back. Fees, invoices and certificates stay as they are. */
export async function pausePurchase(tx: Db, { purchaseId, reason, until, staffId, now }: Pausing) {
  await lockPurchase(tx, purchaseId);
  const [bought] = await tx
    .select({ purchase, courseId: course.courseId, courseName: course.name })
    .from(purchase)
    .innerJoin(course, eq(course.id, purchase.courseId))
    .where(eq(purchase.id, purchaseId));
  if (!bought || !isCurrent(bought.purchase.state)) throw new Refusal("UNKNOWN_PURCHASE");
  const isOpen = and(eq(pause.purchaseId, purchaseId), isNull(pause.resumedAt));
  if ((await tx.$count(pause, isOpen)) > 0) throw new Refusal("PAUSED_ALREADY");
  const [left] = await tx.delete(batchPlace).where(eq(batchPlace.purchaseId, purchaseId)).returning();
  const { learnerId } = bought.purchase;
  const [added] = await tx
    .insert(pause)
    .values({
      ...{ purchaseId, learnerId, batchId: left?.batchId ?? null, reason, until },
      ...{ pausedAt: now, pausedBy: staffId },
    })
    .returning({ id: pause.id });
  await tx
    .update(batchRequest)
    .set({ state: "withdrawn", decidedAt: now })
    .where(and(eq(batchRequest.purchaseId, purchaseId), eq(batchRequest.state, "asked")));
  if (left) await enqueue(tx, seatsFreed, { batchId: left.batchId });
  if (added && until) {
    const runAt = await morningOf(tx, until);
    await enqueue(tx, pauseEnds, { pauseId: added.id }, { key: pauseKey(added.id), runAt });
  }
  return { ...bought, learnerId };
}

async function morningOf(tx: Db, day: string): Promise<Date> {
  const { timeZone } = await readInstitute(tx);
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return momentAt({ year, month, day: date, hour: 9, minute: 0 }, timeZone);
}

type Resuming = { purchaseId: string; batchId: string; staffId: string | null; now: Date };

/** A place in a batch with a seat, with everything that was attended before. */
export async function resumePurchase(tx: Db, { purchaseId, batchId, staffId, now }: Resuming): Promise<void> {
  await lockPurchase(tx, purchaseId);
  const [resumed] = await tx
    .update(pause)
    .set({ resumedAt: now, resumedBy: staffId })
    .where(and(eq(pause.purchaseId, purchaseId), isNull(pause.resumedAt)))
    .returning();
  if (!resumed) throw new Refusal("NOT_PAUSED");
  await movePlace(tx, { purchaseId, toBatchId: batchId, now });
}

/** On the day on which the learner wanted to go on. */
export async function tellPauseEnds({ once }: JobContext, pauseId: string): Promise<void> {
  await once(async (tx) => {
    const [found] = await tx
      .select({ pause, courseId: course.courseId, courseName: course.name, state: purchase.state })
      .from(pause)
      .innerJoin(purchase, eq(purchase.id, pause.purchaseId))
      .innerJoin(course, eq(course.id, purchase.courseId))
      .where(and(eq(pause.id, pauseId), isNull(pause.resumedAt)));
    if (!found || !isCurrent(found.state)) return;
    const who = await findLearner(tx, found.pause.learnerId);
    if (who && who.email !== "") {
      const data = { firstName: who.firstName, courseId: found.courseId, courseName: found.courseName };
      await enqueue(tx, sendMail, mailOf(pauseEnded, { to: who.email, data }));
    }
    await enqueue(tx, notifyLearner, {
      ...{ learnerId: found.pause.learnerId, link: linkTo(found.courseId, { isBought: true }) },
      title: `${found.courseName}: your pause ends today`,
      text: "Choose a batch in your schedule, and go on where you stopped.",
    });
  });
}
