import { isCurrent } from "@shoreline/domain/purchase";
import { eq } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { due, sale } from "../../db/tables/due.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { enqueue } from "../../jobs/queue.ts";
import { boughtAlready, invoiceCourse } from "../enrolment/fulfil.ts";
import { confirmPurchase } from "../enrolment/jobs.ts";
import { addPurchase, findCourseById } from "../enrolment/queries.ts";
import { takeHeldSeat } from "../enrolment/seat-hold.ts";
import { findCaptured, listPaid, lockOrder, type OrderRow } from "../payment/queries.ts";
import { markFlagged, markSpent } from "../payment/settle.ts";
import { closeCharges } from "./charges.ts";
import { duePaid } from "./jobs.ts";
import { endMandate } from "./mandate.ts";
import { dueKind, findGoingBack, lockDue, type SaleRow, sumPaid } from "./queries.ts";
import { liftIfPaid } from "./restrict.ts";

/** Settles the due that an order paid. A second call changes nothing. */
export async function fulfilDue({ db, clock }: Deps, providerOrderId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, providerOrderId);
    if (order?.state === "paid") await settleDue(tx, order, clock.now());
  });
}

/** Settles what was paid for a due and waits, so that nobody is asked to pay it again. False when nothing waits. */
export async function settleWaiting(deps: Deps, { learnerId, dueId }: { learnerId: string; dueId: string }) {
  const paid = await listPaid(deps.db, { learnerId, kind: dueKind, itemId: dueId });
  for (const providerOrderId of paid) await fulfilDue(deps, providerOrderId);
  return paid.length > 0;
}

export type SettledDue = { purchaseId: string; invoiceId: string };

/** The reason of the flag when somebody else was faster, or the payer has paid twice. */
const settledBefore = "for an instalment that was settled before";

/**
 * Marks the due as paid, with an invoice for this part. The first part that is paid gives the learner the course. Call this in a
 * transaction that holds the order. Null when the money is here but cannot settle the due: staff decide.
 */
export async function settleDue(tx: Db, order: OrderRow, now: Date): Promise<SettledDue | null> {
  const paid = await findCaptured(tx, order);
  if (!paid) throw new Error("An order without a payment cannot be fulfilled.");
  const { providerPaymentId, method } = paid;
  const flag = async (reason: string) => {
    await markFlagged(tx, order, { providerPaymentId, reason, now });
    return null;
  };
  const held = order.itemId ? await lockDue(tx, order.itemId) : null;
  if (held) await closeCharges(tx, { order, dueId: held.due.id, now });
  const course = held && (await findCourseById(tx, held.sale.courseId));
  if (!held || !course || !order.learnerId || held.sale.learnerId !== order.learnerId)
    return flag("for an unknown buyer or item");
  if (held.due.state === "paid") return flag(settledBefore);
  const isOpen = held.due.state === "open" && held.sale.state !== "waiting" && held.sale.state !== "withdrawn";
  if (!isOpen) return flag("for a plan that does not hold");
  // Staff have changed the plan while somebody paid.
  if (held.due.amountInPaise !== order.amountInPaise) return flag("whose amount differs from the instalment");
  if (await findGoingBack(tx, held.sale.purchaseId)) return flag("for a course that goes back");
  const bought = await findOrAddPurchase(tx, { sale: held.sale, order, method, now });
  if (!bought) return flag(boughtAlready);
  if (bought === "ended") return flag("for a course that was refunded or transferred");
  await markSpent(tx, order, now);
  await tx.update(due).set({ state: "paid", orderId: order.id, settledAt: now }).where(eq(due.id, held.due.id));
  await tx
    .update(purchase)
    .set({ amountInPaise: await sumPaid(tx, held.sale.id) })
    .where(eq(purchase.id, bought.purchaseId));
  const part = held.dues.length > 1 ? `, part ${held.due.number} of ${held.dues.length}` : "";
  const invoiceId = await invoiceCourse(tx, {
    ...{ order: { ...order, details: { ...held.sale.details, ...order.details } }, paid, now },
    ...{ description: `Online course: ${course.name}${part}`, purchaseId: bought.purchaseId },
  });
  await liftIfPaid(tx, held.sale, { now });
  const isAllPaid = held.dues.every(({ id, state }) => id === held.due.id || state !== "open");
  if (isAllPaid) await endMandate(tx, held.sale.id, { why: "Everything is paid", now });
  if (bought.isNew) await enqueue(tx, confirmPurchase, { purchaseId: bought.purchaseId });
  else await enqueue(tx, duePaid, { dueId: held.due.id, invoiceId });
  return { purchaseId: bought.purchaseId, invoiceId };
}

type Bought = { sale: SaleRow; order: OrderRow; method: string; now: Date };

/** Null when the learner has the course from elsewhere. */
async function findOrAddPurchase(tx: Db, { sale: agreed, order, method, now }: Bought) {
  if (agreed.purchaseId) {
    const isThis = eq(purchase.id, agreed.purchaseId);
    const [bought] = await tx.select({ state: purchase.state }).from(purchase).where(isThis).for("update");
    return bought && !isCurrent(bought.state) ? "ended" : { purchaseId: agreed.purchaseId, isNew: false };
  }
  const { learnerId, courseId, batchTime, batchType } = agreed;
  if (!learnerId) return null;
  const added = await addPurchase(tx, {
    ...{ learnerId, courseId, batchTime, batchType, orderId: order.id, method, purchasedAt: now },
  });
  if (!added) return null;
  await tx.update(sale).set({ state: "bought", purchaseId: added.id }).where(eq(sale.id, agreed.id));
  await takeHeldSeat(tx, { purchaseId: added.id, now });
  return { purchaseId: added.id, isNew: true };
}
