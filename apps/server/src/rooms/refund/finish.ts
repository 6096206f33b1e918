import { paymentMethodName } from "@shoreline/domain/payment";
import { isCurrent } from "@shoreline/domain/purchase";
import { and, eq, inArray } from "drizzle-orm";
import type { Seller } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { due, sale } from "../../db/tables/due.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { paymentFlag } from "../../db/tables/payment.ts";
import { batchPlace } from "../../db/tables/schedule.ts";
import { formatMoney } from "../../format.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { endMandate } from "../due/mandate.ts";
import { notifyLearner } from "../notification/jobs.ts";
import type { OrderRow } from "../payment/queries.ts";
import { describeItem, findPayer } from "../payment/staff.ts";
import { readInstitute } from "../site/queries.ts";
import { issueCreditNote } from "./credit-note.ts";
import { refundGiven, refundNews } from "./mails.ts";
import { findInvoiceOf, findPaid, type RefundRow, sumDone, updateRefund } from "./queries.ts";

type Finished = { refund: RefundRow; order: OrderRow; sellers: Seller[]; now: Date };

/**
 * The payer has the money: the credit note is issued, the access ends where that was chosen, and the learner is told. Everything in
 * the caller's transaction, which holds the order.
 */
export async function finishRefund(tx: Db, { refund: before, order, sellers, now }: Finished): Promise<RefundRow> {
  const refund = await updateRefund(tx, { id: before.id, state: "done", doneAt: now, nextCheckAt: null, failure: "" });
  const { providerPaymentId } = refund;
  const paid = await findPaid(tx, { orderId: order.id, providerPaymentId });
  const invoiced = await findInvoiceOf(tx, { orderId: order.id, providerPaymentId });
  const isEnding = refund.endsAccess && invoiced?.purchase && isCurrent(invoiced.purchase.state);
  if (isEnding && invoiced.purchase) await endPurchase(tx, invoiced.purchase.id, now);
  const isAllBack = paid !== null && (await sumDone(tx, providerPaymentId)) >= paid.amountInPaise;
  if (isAllBack) await settleFlags(tx, providerPaymentId, now);
  const credit = invoiced
    ? await issueCreditNote(tx, {
        ...{ refund, invoice: invoiced.invoice, now },
        reference: refund.providerRefundId ?? refund.reference,
        method: refund.way === "source" ? (paid?.method ?? "") : refund.way,
      })
    : null;
  const item = await describeItem(tx, order, sellers);
  const amount = formatMoney({ amountInPaise: refund.amountInPaise, currency: order.currency });
  const payer = await findPayer(tx, order);
  if (refund.attemptId === null) {
    const stillHas = invoiced?.purchase && isCurrent(invoiced.purchase.state);
    await tellStaff(tx, { refund, order, sellers, news: "elsewhere", isAccessOpen: isAllBack && Boolean(stillHas) });
  }
  if (!payer) return refund;
  const how =
    refund.way === "source"
      ? `the way you paid, by ${paymentMethodName(paid?.method ?? "")}`
      : `by ${paymentMethodName(refund.way).toLowerCase()} at our desk`;
  const data = {
    ...{ name: payer.name, amount, item, how, creditNote: credit?.number ?? null },
    ...{ endsAccess: Boolean(isEnding), message: refund.message },
  };
  const attachments = credit ? [{ kind: "credit-note", id: credit.id }] : [];
  await enqueue(tx, sendMail, mailOf(refundGiven, { to: payer.email, data, attachments }));
  if (order.learnerId)
    await enqueue(tx, notifyLearner, {
      learnerId: order.learnerId,
      title: `We have given you ${amount} back`,
      text: `${amount} for ${item} goes back to you ${how}.${isEnding ? " The course is not among yours any more." : ""}`,
      link: "/dashboard/purchasehistory",
    });
  return refund;
}

/** The course is not the learner's any more: place, reminders and calendar end with it, and nothing more is due. */
export async function endPurchase(tx: Db, purchaseId: string, now: Date): Promise<void> {
  const ofPurchase = tx.select({ id: sale.id }).from(sale).where(eq(sale.purchaseId, purchaseId));
  await tx
    .update(due)
    .set({ state: "cancelled", settledAt: now })
    .where(and(inArray(due.saleId, ofPurchase), eq(due.state, "open")));
  await tx
    .update(purchase)
    .set({ state: "refunded", stateSince: now })
    .where(and(eq(purchase.id, purchaseId), inArray(purchase.state, ["active", "suspended"])));
  await tx.delete(batchPlace).where(eq(batchPlace.purchaseId, purchaseId));
  const [sold] = await ofPurchase;
  if (sold) await endMandate(tx, sold.id, { why: "The course went back", now });
}

/** All of this payment is back: nobody needs to decide about it any more. */
async function settleFlags(tx: Db, providerPaymentId: string, now: Date): Promise<void> {
  await tx
    .update(paymentFlag)
    .set({ isSettled: true, settledAt: now, decision: "refund", note: "All of the money was given back." })
    .where(and(eq(paymentFlag.providerPaymentId, providerPaymentId), eq(paymentFlag.isSettled, false)));
}

type News = Omit<Finished, "now"> & { news: "failed" | "elsewhere" | "waits"; isAccessOpen?: boolean };

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
