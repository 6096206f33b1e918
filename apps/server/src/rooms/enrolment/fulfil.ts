import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { enqueue } from "../../jobs/queue.ts";
import { findLearner, fullName } from "../account/queries.ts";
import { findCaptured, lockOrder, type OrderRow } from "../payment/queries.ts";
import { markFlagged, markSpent } from "../payment/settle.ts";
import { readInstitute } from "../site/queries.ts";
import { type Choice, readChoice } from "./choice.ts";
import { issueInvoice } from "./invoice.ts";
import { confirmPurchase } from "./jobs.ts";
import { addPurchase, findCourseById } from "./queries.ts";

/** Delivers the course of a paid order with its invoice and its confirmation. A second call changes nothing. */
export async function fulfilCourse({ db, clock }: Deps, providerOrderId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, providerOrderId);
    if (order?.state === "paid") await enrolPaid(tx, order, clock.now());
  });
}

export const boughtAlready = "for a course already bought";

/** Call this in a transaction that holds the order. False when the order is paid but the learner cannot get the course. */
export async function enrolPaid(tx: Db, order: OrderRow, now: Date): Promise<boolean> {
  const paid = await findCaptured(tx, order);
  if (!paid) throw new Error("An order without a payment cannot be fulfilled.");
  const { providerPaymentId, method } = paid;
  const course = order.itemId ? await findCourseById(tx, order.itemId) : null;
  if (!order.learnerId || !course) {
    await markFlagged(tx, order, { providerPaymentId, reason: "for an unknown buyer or item", now });
    return false;
  }
  const { learnerId } = order;
  const { amountInPaise } = order;
  const added = await addPurchase(tx, {
    ...readChoice(order.details, await readInstitute(tx)),
    learnerId,
    courseId: course.id,
    orderId: order.id,
    amountInPaise,
    method,
    purchasedAt: now,
  });
  if (!added) {
    await markFlagged(tx, order, { providerPaymentId, reason: boughtAlready, now });
    return false;
  }
  await markSpent(tx, order, now);
  const { company, gstin } = order.details;
  const who = await findLearner(tx, learnerId);
  if (!who) throw new Error("A purchase without a learner.");
  await issueInvoice(tx, {
    description: `Online course: ${course.name}`,
    amountInPaise,
    method,
    reference: providerPaymentId,
    buyer: {
      name: fullName(who),
      email: who.email,
      mobile: `${who.countryCode} ${who.mobileNumber}`,
      state: who.state,
      country: who.country,
      ...(company ? { company: { name: company, gstin: gstin ?? null } } : {}),
    },
    learnerId,
    purchaseId: added.id,
    now,
  });
  await enqueue(tx, confirmPurchase, { purchaseId: added.id });
  return true;
}

/** A course that costs nothing. */
export async function enrolFree(
  tx: Db,
  { learnerId, courseId, choice, now }: { learnerId: string; courseId: string; choice: Choice; now: Date },
): Promise<boolean> {
  const added = await addPurchase(tx, { ...choice, learnerId, courseId, purchasedAt: now });
  if (added) await enqueue(tx, confirmPurchase, { purchaseId: added.id });
  return added !== null;
}
