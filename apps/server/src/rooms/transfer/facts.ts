import { isCurrent } from "@shoreline/domain/purchase";
import { type TransferFacts, whyNotTransferable } from "@shoreline/domain/transfer";
import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { learner } from "../../db/tables/account.ts";
import { course } from "../../db/tables/course.ts";
import { due, sale } from "../../db/tables/due.ts";
import { invoice, purchase } from "../../db/tables/enrolment.ts";
import { mandateCharge } from "../../db/tables/mandate.ts";
import { payment, paymentOrder } from "../../db/tables/payment.ts";
import { dueKind } from "../due/queries.ts";

const ofPayment = (table: string, condition: string) =>
  sql<boolean>`exists (select from ${sql.raw(table)} x where x.provider_payment_id = ${payment.providerPaymentId} and ${sql.raw(condition)})`;

const givenBack = sql<number>`coalesce((select sum(r.amount_in_paise) from refund r
  where r.provider_payment_id = ${payment.providerPaymentId} and r.state = 'done'), 0)::int`;

/** The payments that invoices of a purchase name, the earliest first. A payment that moved on has another invoice. */
async function listInvoiced(db: Db, purchaseId: string) {
  return db
    .select({
      ...{ invoice, paid: payment, order: paymentOrder, givenBack },
      isRefundUnderWay: ofPayment("refund", "x.state in ('asked', 'approved', 'sent', 'failed')"),
      isDisputed: ofPayment(
        "dispute",
        "(x.state in ('open', 'under review') or x.state = 'lost' and x.decision is distinct from 'given up')",
      ),
      isFlagged: ofPayment("payment_flag", "not x.is_settled"),
    })
    .from(invoice)
    .innerJoin(paymentOrder, eq(paymentOrder.id, invoice.orderId))
    .innerJoin(
      payment,
      and(
        ...[eq(payment.orderId, invoice.orderId), isNotNull(payment.capturedAt)],
        sql`${invoice.content} -> 'payment' ->> 'reference' = ${payment.providerPaymentId}`,
      ),
    )
    .where(eq(invoice.purchaseId, purchaseId))
    .orderBy(asc(invoice.issuedAt), asc(invoice.serial));
}

/** What is left of a payment, with the invoice over it. */
export type Carried = Omit<Awaited<ReturnType<typeof listInvoiced>>[number], "givenBack"> & { leftInPaise: number };

/** Orders by which somebody pays, or has paid, what is open of a sale. */
async function listOpenOrders(db: Db, { learnerId, saleId }: { learnerId: string; saleId: string }) {
  const open = sql`(select ${due.id} from ${due} where ${due.saleId} = ${saleId} and ${due.state} = 'open')`;
  return db
    .select({ id: paymentOrder.id, state: paymentOrder.state })
    .from(paymentOrder)
    .where(
      and(
        ...[eq(paymentOrder.learnerId, learnerId), eq(paymentOrder.kind, dueKind)],
        sql`${paymentOrder.itemId} in ${open}`,
      ),
    );
}

/** The bank was asked for an instalment, and has not answered yet. */
async function isCharging(db: Db, saleId: string | undefined): Promise<boolean> {
  if (!saleId) return false;
  const ofSale = sql`${mandateCharge.dueId} in (select ${due.id} from ${due} where ${due.saleId} = ${saleId})`;
  return (await db.$count(mandateCharge, and(ofSale, eq(mandateCharge.state, "sent")))) > 0;
}

/** A purchase with what would be carried over, and why it cannot be transferred now. */
export async function findTransferable(db: Db, purchaseId: string) {
  const [found] = await db
    .select({
      ...{ purchase, who: learner, sale },
      course: { id: course.id, courseId: course.courseId, name: course.name, isHidden: course.isHidden },
    })
    .from(purchase)
    .innerJoin(learner, eq(learner.id, purchase.learnerId))
    .innerJoin(course, eq(course.id, purchase.courseId))
    .leftJoin(sale, eq(sale.purchaseId, purchase.id))
    .where(eq(purchase.id, purchaseId));
  if (!found) return null;
  const invoiced = await listInvoiced(db, purchaseId);
  const { learnerId } = found.purchase;
  const openOrders = found.sale ? await listOpenOrders(db, { learnerId, saleId: found.sale.id }) : [];
  const carried: Carried[] = invoiced
    .map(({ givenBack: back, ...one }) => ({ ...one, leftInPaise: one.paid.amountInPaise - back }))
    .filter(({ leftInPaise }) => leftInPaise > 0);
  const carriedInPaise = carried.reduce((sum, { leftInPaise }) => sum + leftInPaise, 0);
  const facts: TransferFacts = {
    ...{ isCurrent: isCurrent(found.purchase.state), carriedInPaise },
    isRefundUnderWay: invoiced.some((one) => one.isRefundUnderWay),
    isDisputed: invoiced.some((one) => one.isDisputed),
    isFlagged: invoiced.some((one) => one.isFlagged),
    isPaymentUnderWay: openOrders.some(({ state }) => state === "paid") || (await isCharging(db, found.sale?.id)),
  };
  const orderIds = [...invoiced.map(({ order }) => order.id), ...openOrders.map(({ id }) => id)];
  return { ...found, carried, carriedInPaise, orderIds, why: whyNotTransferable(facts) };
}
export type Transferable = NonNullable<Awaited<ReturnType<typeof findTransferable>>>;

/**
 * Holds everything that a transfer changes: orders, then the sale, then the purchase, as payments and refunds do. Null when it is
 * not there; "changed" when somebody paid while we waited.
 */
export async function lockTransferable(tx: Db, purchaseId: string): Promise<Transferable | "changed" | null> {
  const before = await findTransferable(tx, purchaseId);
  if (!before) return null;
  await tx
    .select({ id: paymentOrder.id })
    .from(paymentOrder)
    .where(sql`${paymentOrder.id} = ${anyOf(before.orderIds)}`)
    .orderBy(asc(paymentOrder.id))
    .for("update");
  await tx.select({ id: sale.id }).from(sale).where(eq(sale.purchaseId, purchaseId)).for("update");
  // The job that gives places refers to the purchase meanwhile.
  await tx.select({ id: purchase.id }).from(purchase).where(eq(purchase.id, purchaseId)).for("no key update");
  const held = await findTransferable(tx, purchaseId);
  if (!held) return null;
  const known = new Set(before.orderIds);
  return held.carried.every(({ order }) => known.has(order.id)) ? held : "changed";
}

/** What is open of the sale of a purchase. */
export async function sumOpen(db: Db, saleId: string | undefined): Promise<number> {
  if (!saleId) return 0;
  const rows = await db
    .select({ amountInPaise: due.amountInPaise })
    .from(due)
    .where(and(eq(due.saleId, saleId), eq(due.state, "open")));
  return rows.reduce((sum, { amountInPaise }) => sum + amountInPaise, 0);
}
