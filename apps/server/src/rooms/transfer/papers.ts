import { carriedOver } from "@shoreline/domain/payment";
import { eq } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { payment } from "../../db/tables/payment.ts";
import { issueInvoice } from "../enrolment/invoice.ts";
import type { InvoiceInput } from "../enrolment/invoice-pdf.ts";
import { issueCreditNote } from "../refund/credit-note.ts";
import type { Carried } from "./facts.ts";

/** A payment that is carried over, with the due that it pays now. */
export type Part = Carried & { dueId: string; newOrderId: string };

type Carrying = {
  parts: Part[];
  /** Of all dues of the new sale. */
  count: number;
  from: string;
  to: string;
  purchaseId: string;
  learnerId: string;
  now: Date;
};

/**
 * For each payment a credit note over what is left of the old invoice, and an invoice over the same amount for the new course, to
 * the same buyer and place. The payment moves to its new order, so that a later refund finds the new invoice.
 */
export async function carryOver(tx: Db, carrying: Carrying) {
  const { parts, count, from, to, purchaseId, learnerId, now } = carrying;
  const [creditNotes, invoices]: [string[], string[]] = [[], []];
  for (const [n, { invoice, paid, leftInPaise: amountInPaise, newOrderId }] of parts.entries()) {
    const { providerPaymentId: reference } = paid;
    const carried = { amountInPaise, method: carriedOver, reference, now };
    const credit = await issueCreditNote(tx, { ...carried, refundId: null, invoice });
    if (credit?.totalInPaise !== amountInPaise) throw new Error("The invoice has not what is left of the payment.");
    await tx.update(payment).set({ orderId: newOrderId }).where(eq(payment.providerPaymentId, reference));
    const { buyer, placeOfSupply } = invoice.content as InvoiceInput;
    const part = count > 1 ? `, part ${n + 1} of ${count}` : "";
    const invoiceId = await issueInvoice(tx, {
      ...{ ...carried, buyer, place: placeOfSupply, orderId: newOrderId, learnerId, purchaseId },
      description: `Online course: ${to}${part}, carried over from ${from}`,
    });
    creditNotes.push(credit.id);
    invoices.push(invoiceId);
  }
  return { creditNotes, invoices };
}
