import { type OrderDetail, Refusal } from "@shoreline/contract";
import { paymentMethodName } from "@shoreline/domain/payment";
import { and, asc, eq, gte, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { certificate } from "../../db/tables/certificate.ts";
import { course } from "../../db/tables/course.ts";
import { invoice, purchase } from "../../db/tables/enrolment.ts";
import { sentMail } from "../../db/tables/notification.ts";
import { payment, paymentFlag, paymentOrder } from "../../db/tables/payment.ts";
import { creditNote, dispute, refund, settlement, settlementLine } from "../../db/tables/refund.ts";
import { receipt } from "../../db/tables/sale.ts";
import { webinarSeat } from "../../db/tables/webinar.ts";
import { invoiceFile, readCreditNote, readInvoice } from "../enrolment/invoice.ts";
import { findPayer } from "../payment/staff.ts";
import { waysOf } from "./ask.ts";
import { orderColumns, toStaffOrder } from "./list.ts";
import { listDisputes, listFlags, listRefunds } from "./shapes.ts";
import { timelineOf } from "./timeline.ts";

export async function readOrder({ db }: Pick<StaffCtx, "db">, orderId: string): Promise<OrderDetail> {
  const [row] = await db.select(orderColumns).from(paymentOrder).where(eq(paymentOrder.id, orderId));
  if (!row) throw new Refusal("UNKNOWN_ORDER");
  const order = toStaffOrder(row);
  const contact = await findPayer(db, row.order);
  const payments = await listPaymentsOf(db, orderId);
  const refunds = await listRefunds(db, eq(refund.orderId, orderId));
  const flags = await listFlags(db, eq(paymentFlag.orderId, orderId));
  const disputes = await listDisputes(db, eq(dispute.orderId, orderId));
  const papers = await listPapers(db, orderId);
  const mails = contact ? await listMails(db, { email: contact.email, since: row.order.createdAt }) : [];
  const transfer = await findTransferOf(db, row.order);
  const facts = { order, payments, refunds, flags, disputes, papers, transfer };
  return {
    ...{ ...order, contact, payments, refunds, flags, disputes, papers, transfer },
    purchase: await findPurchaseOf(db, orderId),
    hasSeat: (await db.$count(webinarSeat, eq(webinarSeat.orderId, orderId))) > 0,
    timeline: timelineOf({ ...facts, spentAt: row.order.spentAt, mails }),
  };
}

async function listPaymentsOf(db: Db, orderId: string): Promise<OrderDetail["payments"]> {
  const committed = sql<number>`coalesce((select sum(r.amount_in_paise) from refund r
    where r.provider_payment_id = payment.provider_payment_id
      and r.state in ('asked', 'approved', 'sent', 'done')), 0)::int`;
  const invoiceNumber = sql<string | null>`(select i.number from invoice i where i.order_id = payment.order_id
    and i.content -> 'payment' ->> 'reference' = payment.provider_payment_id)`;
  const settled = {
    settlementId: settlement.providerSettlementId,
    utr: settlement.utr,
    settledAt: settlement.settledAt,
  };
  const rows = await db
    .selectDistinctOn([payment.firstSeenAt, payment.providerPaymentId], {
      ...{ payment, committed, invoiceNumber, receipt: { receiptId: receipt.id, number: receipt.number } },
      settled: { ...settled, creditInPaise: settlementLine.creditInPaise },
    })
    .from(payment)
    .leftJoin(
      settlementLine,
      and(eq(settlementLine.entityId, payment.providerPaymentId), eq(settlementLine.kind, "payment")),
    )
    .leftJoin(settlement, eq(settlement.providerSettlementId, settlementLine.providerSettlementId))
    .leftJoin(receipt, eq(receipt.providerPaymentId, payment.providerPaymentId))
    .where(eq(payment.orderId, orderId))
    .orderBy(asc(payment.firstSeenAt), asc(payment.providerPaymentId))
    .limit(100);
  return rows.map(({ payment: row, committed: gone, invoiceNumber: number, receipt: given, settled: paidOut }) => ({
    ...{ providerPaymentId: row.providerPaymentId, status: row.status, reference: row.reference },
    ...{ method: paymentMethodName(row.method), amountInPaise: row.amountInPaise, feeInPaise: row.feeInPaise },
    firstSeenAt: row.firstSeenAt.toISOString(),
    capturedAt: row.capturedAt?.toISOString() ?? null,
    leftInPaise: row.capturedAt ? Math.max(0, row.amountInPaise - gone) : 0,
    ways: row.capturedAt ? waysOf(row) : [],
    invoiceNumber: number,
    receipt: given,
    settlement: paidOut.settlementId
      ? {
          ...{ settlementId: paidOut.settlementId, utr: paidOut.utr ?? "", creditInPaise: paidOut.creditInPaise ?? 0 },
          settledAt: (paidOut.settledAt ?? row.firstSeenAt).toISOString(),
        }
      : null,
  }));
}

async function listPapers(db: Db, orderId: string): Promise<OrderDetail["papers"]> {
  const total = (content: Record<string, unknown>) => Number(content.totalInPaise);
  const invoices = await db.select().from(invoice).where(eq(invoice.orderId, orderId));
  const credits = await db
    .select({ credit: creditNote })
    .from(creditNote)
    .innerJoin(invoice, eq(invoice.id, creditNote.invoiceId))
    .where(eq(invoice.orderId, orderId))
    .orderBy(asc(creditNote.issuedAt), asc(creditNote.number));
  return [
    ...invoices.map((row) => ({ ...row, kind: "invoice" as const })),
    ...credits.map(({ credit }) => ({ ...credit, kind: "credit note" as const })),
  ].map(({ number, kind, content, issuedAt }) => ({
    ...{ number, kind, amountInPaise: total(content), issuedAt: issuedAt.toISOString() },
  }));
}

async function findPurchaseOf(db: Db, orderId: string): Promise<OrderDetail["purchase"]> {
  const [found] = await db
    .select({ purchaseId: purchase.id, course: course.name, state: purchase.state })
    .from(invoice)
    .innerJoin(purchase, eq(purchase.id, invoice.purchaseId))
    .innerJoin(course, eq(course.id, purchase.courseId))
    .where(eq(invoice.orderId, orderId));
  if (!found) return null;
  return { ...found, certificates: await db.$count(certificate, eq(certificate.purchaseId, found.purchaseId)) };
}

const previous = alias(purchase, "previous");
const next = alias(purchase, "next");
const newInvoice = alias(invoice, "new_invoice");
const newOrder = alias(paymentOrder, "new_order");

/** The order that had the money of this one before, and the one that has it now. */
async function findTransferOf(db: Db, { id, details }: typeof paymentOrder.$inferSelect) {
  const [before] = details.carriedFrom
    ? await db
        .select({ course: course.name, at: previous.stateSince })
        .from(invoice)
        .innerJoin(previous, eq(previous.transferredTo, invoice.purchaseId))
        .innerJoin(course, eq(course.id, previous.courseId))
        .where(eq(invoice.orderId, id))
    : [];
  const [after] = await db
    .select({ course: course.name, at: purchase.stateSince, orderId: newOrder.id })
    .from(invoice)
    .innerJoin(purchase, eq(purchase.id, invoice.purchaseId))
    .innerJoin(next, eq(next.id, purchase.transferredTo))
    .innerJoin(course, eq(course.id, next.courseId))
    .innerJoin(newInvoice, eq(newInvoice.purchaseId, next.id))
    .innerJoin(newOrder, eq(newOrder.id, newInvoice.orderId))
    .where(and(eq(invoice.orderId, id), sql`${newOrder.details} ->> 'carriedFrom' = ${id}`));
  const toWire = (row: { course: string; at: Date | null; orderId: string }) => ({
    ...{ orderId: row.orderId, course: row.course, at: (row.at ?? new Date(0)).toISOString() },
  });
  return {
    from: before && details.carriedFrom ? toWire({ ...before, orderId: details.carriedFrom }) : null,
    to: after ? toWire(after) : null,
  };
}

const moneyMails = ["purchase-confirmed", "fee-paid", "receipt", "refund-given", "course-transferred"];

/** What the payer was written about money since the order. Only mails that are kept are known. */
async function listMails(db: Db, { email, since }: { email: string; since: Date }) {
  return db
    .select({ subject: sentMail.subject, sentAt: sentMail.sentAt })
    .from(sentMail)
    .where(
      and(
        sql`lower(${sentMail.email}) = lower(${email})`,
        gte(sentMail.sentAt, since),
        inArray(sentMail.kind, moneyMails),
      ),
    )
    .orderBy(asc(sentMail.sentAt))
    .limit(20);
}

/** An invoice or a credit note of this order, as its buyer has it. */
export async function readPaper(ctx: StaffCtx, { orderId, number }: { orderId: string; number: string }) {
  const [found] = await ctx.db
    .select()
    .from(invoice)
    .where(and(eq(invoice.orderId, orderId), eq(invoice.number, number)));
  if (found) return { bytes: await readInvoice(ctx, found), name: invoiceFile(found) };
  const [credited] = await ctx.db
    .select({ credit: creditNote })
    .from(creditNote)
    .innerJoin(invoice, eq(invoice.id, creditNote.invoiceId))
    .where(and(eq(invoice.orderId, orderId), eq(creditNote.number, number)));
  if (!credited) throw new Refusal("UNKNOWN_INVOICE");
  return { bytes: await readCreditNote(ctx, credited.credit), name: invoiceFile(credited.credit) };
}
