import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { enqueue } from "../../jobs/queue.ts";
import { findLearner, fullName } from "../account/queries.ts";
import { type Buying, markUsed, readDiscount, takeFree } from "../coupon/hold.ts";
import { findCaptured, lockOrder, type OrderRow } from "../payment/queries.ts";
import { markFlagged, markSpent } from "../payment/settle.ts";
import { readInstitute } from "../site/queries.ts";
import { type Choice, readChoice } from "./choice.ts";
import { issueInvoice } from "./invoice.ts";
import { confirmPurchase } from "./jobs.ts";
import { addPurchase, findCourseById } from "./queries.ts";
import { takeHeldSeat } from "./seat-hold.ts";

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
  await markUsed(tx, order, now);
  await takeHeldSeat(tx, { purchaseId: added.id, now });
  await invoiceCourse(tx, { order, paid, description: `Online course: ${course.name}`, purchaseId: added.id, now });
  await enqueue(tx, confirmPurchase, { purchaseId: added.id });
  return true;
}

type Invoiced = {
  order: OrderRow;
  paid: { providerPaymentId: string; method: string };
  description: string;
  purchaseId: string;
  now: Date;
};

/** The invoice of an order by which a learner paid a course, or a part of its price. */
export async function invoiceCourse(tx: Db, { order, paid, description, purchaseId, now }: Invoiced): Promise<string> {
  const { company, gstin } = order.details;
  const who = order.learnerId ? await findLearner(tx, order.learnerId) : null;
  if (!who) throw new Error("A purchase without a learner.");
  return issueInvoice(tx, {
    description,
    amountInPaise: order.amountInPaise,
    discount: readDiscount(order),
    method: paid.method,
    reference: paid.providerPaymentId,
    buyer: {
      name: fullName(who),
      email: who.email,
      mobile: `${who.countryCode} ${who.mobileNumber}`,
      state: who.state,
      country: who.country,
      ...(company ? { company: { name: company, gstin: gstin ?? null } } : {}),
    },
    orderId: order.id,
    learnerId: who.id,
    purchaseId,
    now,
  });
}

type Free = { learnerId: string; courseId: string; choice: Choice; now: Date; use?: Buying | null };

/** A course that costs nothing, or of which a coupon leaves nothing to pay. */
export async function enrolFree(tx: Db, { learnerId, courseId, choice, now, use }: Free): Promise<boolean> {
  const added = await addPurchase(tx, { ...choice, learnerId, courseId, purchasedAt: now });
  if (!added) return false;
  if (use) await takeFree(tx, use);
  await takeHeldSeat(tx, { purchaseId: added.id, now });
  await enqueue(tx, confirmPurchase, { purchaseId: added.id });
  return true;
}
