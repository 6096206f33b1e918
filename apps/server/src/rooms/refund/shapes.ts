import type { StaffDispute, StaffFlag, StaffRefund } from "@shoreline/contract";
import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { payment, paymentFlag, paymentOrder } from "../../db/tables/payment.ts";
import { dispute, refund } from "../../db/tables/refund.ts";
import { staff } from "../../db/tables/staff.ts";
import { itemName, payerName } from "./list.ts";
import { actionsFor } from "./settle.ts";

const most = 100;

const creditNumber = sql<string | null>`(select c.number from credit_note c where c.refund_id = refund.id)`;

/** The oldest first. */
export async function listRefunds(db: Db, where: SQL | undefined): Promise<StaffRefund[]> {
  const rows = await db
    .select({ refund, payer: payerName, item: itemName, askedBy: staff.name, creditNoteNumber: creditNumber })
    .from(refund)
    .innerJoin(paymentOrder, eq(paymentOrder.id, refund.orderId))
    .leftJoin(staff, eq(staff.id, refund.askedBy))
    .where(where)
    .orderBy(asc(refund.askedAt), asc(refund.id))
    .limit(most);
  return rows.map(({ refund: row, payer, item, askedBy, creditNoteNumber }) => {
    const { orderId, providerPaymentId, amountInPaise, reason, message, way, state, endsAccess, failure } = row;
    return {
      ...{ refundId: row.id, orderId, providerPaymentId, payer, item, amountInPaise, reason, message, way, state },
      ...{ endsAccess, failure, providerRefundId: row.providerRefundId, creditNoteNumber, version: row.version },
      askedBy: row.attemptId === null ? null : (askedBy ?? "Somebody who left"),
      askedAt: row.askedAt.toISOString(),
      doneAt: row.doneAt?.toISOString() ?? null,
    };
  });
}

const committedSql = sql<number>`coalesce((select sum(r.amount_in_paise) from refund r
  where r.provider_payment_id = payment_flag.provider_payment_id
    and r.state in ('asked', 'approved', 'sent', 'done')), 0)::int`;

/** The oldest first. */
export async function listFlags(db: Db, where: SQL | undefined): Promise<StaffFlag[]> {
  const rows = await db
    .select({
      ...{ flag: paymentFlag, order: paymentOrder, paid: payment, payer: payerName, item: itemName },
      ...{ settledBy: staff.name, committed: committedSql },
    })
    .from(paymentFlag)
    .innerJoin(paymentOrder, eq(paymentOrder.id, paymentFlag.orderId))
    .leftJoin(payment, eq(payment.providerPaymentId, paymentFlag.providerPaymentId))
    .leftJoin(staff, eq(staff.id, paymentFlag.settledBy))
    .where(where)
    .orderBy(asc(paymentFlag.flaggedAt), asc(paymentFlag.id))
    .limit(most);
  return rows.map(({ flag, order, paid, payer, item, settledBy, committed }) => {
    const paidInPaise = paid?.amountInPaise ?? 0;
    const leftInPaise = Math.max(0, paidInPaise - committed);
    const currency = paid?.currency ?? order.currency;
    return {
      ...{ flagId: flag.id, orderId: order.id, providerPaymentId: flag.providerPaymentId, reason: flag.reason },
      ...{ payer, item, orderedInPaise: order.amountInPaise, paidInPaise, leftInPaise, settledBy },
      ...{ decision: flag.decision, note: flag.note, isDelivered: order.state === "spent" },
      actions: actionsFor({ flag, order, currency, leftInPaise, paidInPaise }),
      flaggedAt: flag.flaggedAt.toISOString(),
      settledAt: flag.settledAt?.toISOString() ?? null,
    };
  });
}

/** What the learner still has of what this payment was invoiced for. */
const courseLeft = sql<string | null>`(select c.name from invoice i
  join purchase p on p.id = i.purchase_id and p.state in ('active', 'suspended') join course c on c.id = p.course_id
  where i.order_id = dispute.order_id and i.content -> 'payment' ->> 'reference' = dispute.provider_payment_id)`;

export async function listDisputes(db: Db, where: SQL | undefined): Promise<StaffDispute[]> {
  const rows = await db
    .select({ dispute, payer: payerName, item: itemName, course: courseLeft, settledBy: staff.name })
    .from(dispute)
    .leftJoin(paymentOrder, eq(paymentOrder.id, dispute.orderId))
    .leftJoin(staff, eq(staff.id, dispute.settledBy))
    .where(where)
    .orderBy(asc(dispute.openedAt))
    .limit(most);
  return rows.map(({ dispute: row, payer, item, course, settledBy }) => ({
    ...{ disputeId: row.providerDisputeId, orderId: row.orderId, providerPaymentId: row.providerPaymentId, payer },
    ...{ item, course, amountInPaise: row.amountInPaise, reason: row.reason, state: row.state },
    ...{ decision: row.decision, note: row.note, settledBy },
    respondBy: row.respondBy?.toISOString() ?? null,
    openedAt: row.openedAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
  }));
}
