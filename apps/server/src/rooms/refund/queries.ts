import { nextOrderState } from "@shoreline/domain/payment";
import { isCommitted, type RefundState, refundStates } from "@shoreline/domain/refund";
import { type AnyColumn, and, eq, inArray, isNotNull, sql, sum } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { invoice, purchase } from "../../db/tables/enrolment.ts";
import { payment, paymentOrder } from "../../db/tables/payment.ts";
import { refund } from "../../db/tables/refund.ts";
import { type OrderRow, updateOrder } from "../payment/queries.ts";

export type RefundRow = typeof refund.$inferSelect;
export type PaymentRow = typeof payment.$inferSelect;

/** Holds the order until the transaction ends: everything about its money happens one after another. */
export async function lockOrderById(tx: Db, id: string): Promise<OrderRow | null> {
  const [found] = await tx.select().from(paymentOrder).where(eq(paymentOrder.id, id)).for("update");
  return found ?? null;
}

/** Holds the order of a payment. */
export async function lockPayment(
  tx: Db,
  providerPaymentId: string,
): Promise<{ order: OrderRow; paid: PaymentRow } | null> {
  const ofPayment = tx
    .select({ orderId: payment.orderId })
    .from(payment)
    .where(eq(payment.providerPaymentId, providerPaymentId));
  const [order] = await tx.select().from(paymentOrder).where(sql`${paymentOrder.id} = (${ofPayment})`).for("update");
  const [paid] = await tx.select().from(payment).where(eq(payment.providerPaymentId, providerPaymentId));
  if (!order || !paid) return null;
  // Staff gave the money to another order meanwhile.
  return paid.orderId === order.id ? { order, paid } : lockPayment(tx, providerPaymentId);
}

/** Money that goes back buys nothing any more: an order that is paid but not delivered waits for staff from now on. */
export async function holdBack(tx: Db, { id, state }: OrderRow): Promise<void> {
  if (state === "paid") await updateOrder(tx, { id, state: nextOrderState(state, "flagged"), nextCheckAt: null });
}

export async function findPaid(tx: Db, { orderId, providerPaymentId }: { orderId: string; providerPaymentId: string }) {
  const [found] = await tx
    .select()
    .from(payment)
    .where(
      and(
        ...[eq(payment.orderId, orderId), eq(payment.providerPaymentId, providerPaymentId)],
        isNotNull(payment.capturedAt),
      ),
    );
  return found ?? null;
}

/** Holds the order of a refund, then reads the refund. */
export async function lockRefund(tx: Db, id: string) {
  const ofRefund = tx.select({ orderId: refund.orderId }).from(refund).where(eq(refund.id, id));
  const [order] = await tx.select().from(paymentOrder).where(sql`${paymentOrder.id} = (${ofRefund})`).for("update");
  const [found] = await tx.select().from(refund).where(eq(refund.id, id));
  return order && found ? { order, refund: found } : null;
}

export async function addRefund(tx: Db, values: typeof refund.$inferInsert): Promise<RefundRow> {
  const [added] = await tx.insert(refund).values(values).returning();
  return added as RefundRow;
}

export async function updateRefund(tx: Db, { id, ...values }: { id: string } & Partial<RefundRow>): Promise<RefundRow> {
  const [changed] = await tx
    .update(refund)
    .set({ ...values, version: sql`${refund.version} + 1` })
    .where(eq(refund.id, id))
    .returning();
  return changed as RefundRow;
}

/** States in which the money has gone or is promised. */
export const committed = refundStates.filter(isCommitted);

/** What was given back of a payment, or is promised. */
export function sumCommitted(db: Db, providerPaymentId: string): Promise<number> {
  return sumOf(db, providerPaymentId, committed);
}

/** What has gone, or nobody can stop any more. */
export function sumGoing(db: Db, providerPaymentId: string): Promise<number> {
  return sumOf(db, providerPaymentId, ["approved", "sent", "done"]);
}

export function sumDone(db: Db, providerPaymentId: string): Promise<number> {
  return sumOf(db, providerPaymentId, ["done"]);
}

async function sumOf(db: Db, providerPaymentId: string, states: RefundState[]): Promise<number> {
  const [found] = await db
    .select({ total: sum(refund.amountInPaise).mapWith(Number) })
    .from(refund)
    .where(and(eq(refund.providerPaymentId, providerPaymentId), inArray(refund.state, states)));
  return found?.total ?? 0;
}

/** Whether credit notes have taken back all that was invoiced for a purchase, which may be paid in parts. */
export const isAllCredited = (purchaseId: AnyColumn | string) => sql<boolean>`(
  (select coalesce(sum(i.total_in_paise), 0) from invoice i where i.purchase_id = ${purchaseId})
  <= (select coalesce(sum(c.total_in_paise), 0) from credit_note c join invoice i on i.id = c.invoice_id
    where i.purchase_id = ${purchaseId}))`;

/** The invoice over this payment. A second payment for the same order has none. */
export async function findInvoiceOf(
  db: Db,
  { orderId, providerPaymentId }: { orderId: string; providerPaymentId: string },
) {
  const [found] = await db
    .select({ invoice, purchase })
    .from(invoice)
    .leftJoin(purchase, eq(purchase.id, invoice.purchaseId))
    .where(
      and(eq(invoice.orderId, orderId), sql`${invoice.content} -> 'payment' ->> 'reference' = ${providerPaymentId}`),
    );
  return found ?? null;
}
