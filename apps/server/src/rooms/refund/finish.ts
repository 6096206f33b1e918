import { paymentMethodName } from "@shoreline/domain/payment";
import { isCurrent, type PurchaseState } from "@shoreline/domain/purchase";
import { and, eq, inArray } from "drizzle-orm";
import type { Seller } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { due, sale } from "../../db/tables/due.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { paymentFlag } from "../../db/tables/payment.ts";
import { batchPlace } from "../../db/tables/schedule.ts";
import { webinarSeat } from "../../db/tables/webinar.ts";
import { formatMoney } from "../../format.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { endMandate } from "../due/mandate.ts";
import { notifyLearner } from "../notification/jobs.ts";
import type { OrderRow } from "../payment/queries.ts";
import { describeItem, findPayer } from "../payment/staff.ts";
import { seatsFreed } from "../schedule/jobs.ts";
import { readInstitute } from "../site/queries.ts";
import { issueCreditNote } from "./credit-note.ts";
import { refundGiven, refundNews } from "./mails.ts";
import { findInvoiceOf, findPaid, isAllCredited, type RefundRow, sumDone, updateRefund } from "./queries.ts";

/** `how` goes on after "goes back to you", where it is not the usual way. */
type Finished = { refund: RefundRow; order: OrderRow; sellers: Seller[]; now: Date; how?: string };

/**
 * The payer has the money: the credit note is issued, the access ends where that was chosen, and the learner is told. Everything in
 * the caller's transaction, which holds the order.
 */
export async function finishRefund(tx: Db, finished: Finished): Promise<RefundRow> {
  const { refund: before, order, sellers, now } = finished;
  const refund = await updateRefund(tx, { id: before.id, state: "done", doneAt: now, nextCheckAt: null, failure: "" });
  const { providerPaymentId } = refund;
  const paid = await findPaid(tx, { orderId: order.id, providerPaymentId });
  const invoiced = await findInvoiceOf(tx, { orderId: order.id, providerPaymentId });
  // The money may pay another course since: a refund that we had given up does not end that one.
  const isSame = invoiced?.purchase?.id === refund.purchaseId;
  const isEnding = refund.endsAccess && isSame && invoiced?.purchase && isCurrent(invoiced.purchase.state);
  if (isEnding && invoiced.purchase)
    await endPurchase(tx, { purchaseId: invoiced.purchase.id, state: "refunded", now });
  const isSeatFree = refund.endsAccess && (await freeSeat(tx, order.id));
  const isAllBack = paid !== null && (await sumDone(tx, providerPaymentId)) >= paid.amountInPaise;
  if (isAllBack) await settleFlags(tx, providerPaymentId, now);
  const credit = invoiced
    ? await issueCreditNote(tx, {
        ...{ amountInPaise: refund.amountInPaise, refundId: refund.id, invoice: invoiced.invoice, now },
        reference: refund.providerRefundId ?? refund.reference,
        method: refund.way === "source" ? (paid?.method ?? "") : refund.way,
      })
    : null;
  const item = await describeItem(tx, order, sellers);
  const amount = formatMoney({ amountInPaise: refund.amountInPaise, currency: order.currency });
  const payer = await findPayer(tx, order);
  if (refund.attemptId === null || (refund.endsAccess && !isSame)) {
    const has = invoiced?.purchase && isCurrent(invoiced.purchase.state) ? invoiced.purchase : null;
    const isAccessOpen = has !== null && (await hasAllBack(tx, has.id));
    await tellStaff(tx, { refund, order, sellers, news: "elsewhere", isAccessOpen });
  }
  if (!payer) return refund;
  const usual =
    refund.way === "source"
      ? `the way you paid, by ${paymentMethodName(paid?.method ?? "")}. Banks may take some days to show it`
      : `by ${paymentMethodName(refund.way).toLowerCase()} at our desk`;
  const { how = usual } = finished;
  const data = {
    ...{ name: payer.name, amount, item, how, creditNote: credit?.number ?? null },
    ...{ endsAccess: Boolean(isEnding), isSeatFree, message: refund.message },
  };
  const attachments = credit ? [{ kind: "credit-note", id: credit.id }] : [];
  if (payer.email) await enqueue(tx, sendMail, mailOf(refundGiven, { to: payer.email, data, attachments }));
  if (order.learnerId)
    await enqueue(tx, notifyLearner, {
      learnerId: order.learnerId,
      title: `We have given you ${amount} back`,
      text: `${amount} for ${item} goes back to you ${how}.${isEnding ? " The course is not among yours any more." : ""}`,
      link: "/dashboard/purchasehistory",
    });
  return refund;
}

async function hasAllBack(tx: Db, purchaseId: string): Promise<boolean> {
  const [found] = await tx
    .select({ isAll: isAllCredited(purchaseId) })
    .from(purchase)
    .where(eq(purchase.id, purchaseId));
  return found?.isAll ?? false;
}

type Ended = { purchaseId: string; state: Exclude<PurchaseState, "active" | "suspended">; now: Date };

/** The course is not the learner's any more: place, reminders and calendar end with it, and nothing more is due. */
export async function endPurchase(tx: Db, { purchaseId, state, now }: Ended): Promise<void> {
  // The sale first, as every payment of a due does.
  const held = await tx.select({ id: sale.id }).from(sale).where(eq(sale.purchaseId, purchaseId)).for("update");
  const saleIds = held.map(({ id }) => id);
  await tx
    .update(due)
    .set({ state: "cancelled", settledAt: now })
    .where(and(inArray(due.saleId, saleIds), eq(due.state, "open")));
  await tx
    .update(purchase)
    .set({ state, stateSince: now })
    .where(and(eq(purchase.id, purchaseId), inArray(purchase.state, ["active", "suspended"])));
  const freed = await tx.delete(batchPlace).where(eq(batchPlace.purchaseId, purchaseId)).returning();
  for (const { batchId } of freed) await enqueue(tx, seatsFreed, { batchId });
  const why = state === "transferred" ? "The learner has another course" : "The course went back";
  for (const saleId of saleIds) await endMandate(tx, saleId, { why, now });
}

/** False when there is none: somebody else can have it now. */
async function freeSeat(tx: Db, orderId: string): Promise<boolean> {
  const freed = await tx.delete(webinarSeat).where(eq(webinarSeat.orderId, orderId)).returning({ id: webinarSeat.id });
  return freed.length > 0;
}

/** All of this payment is back: nobody needs to decide about it any more. */
async function settleFlags(tx: Db, providerPaymentId: string, now: Date): Promise<void> {
  await tx
    .update(paymentFlag)
    .set({ isSettled: true, settledAt: now, decision: "refund", note: "All of the money was given back." })
    .where(and(eq(paymentFlag.providerPaymentId, providerPaymentId), eq(paymentFlag.isSettled, false)));
}

type News = Omit<Finished, "now" | "how"> & { news: "failed" | "elsewhere" | "waits"; isAccessOpen?: boolean };

export async function tellStaff(tx: Db, { refund, order, sellers, news, isAccessOpen = false }: News): Promise<void> {
  const { email } = await readInstitute(tx);
  const data = {
    ...{ news, isAccessOpen, refundId: refund.providerRefundId ?? refund.id, orderId: order.id },
    amount: formatMoney({ amountInPaise: refund.amountInPaise, currency: order.currency }),
    item: await describeItem(tx, order, sellers),
    payer: (await findPayer(tx, order))?.name ?? "not known",
    reason: news === "failed" ? refund.failure : refund.reason,
  };
  await enqueue(tx, sendMail, mailOf(refundNews, { to: email, data }));
}
