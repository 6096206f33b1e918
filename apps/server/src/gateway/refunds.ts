import { and, asc, eq, lte, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../db/connect.ts";
import { gatewayRecord } from "../db/tables/gateway.ts";
import { Fault } from "./fault.ts";
import { noteFields, paise, parseAs, storable } from "./orders.ts";
import {
  type Dispute,
  listRefunds,
  type Payment,
  type Refund,
  readDispute,
  readOrder,
  readPayment,
  readRefund,
  saveEntity,
} from "./records.ts";
import { randomId } from "./sign.ts";
import type { Webhooks } from "./webhooks.ts";

type Context = { db: Db; webhooks: Webhooks; now: Date };
type Asked = { body: unknown; key?: string | undefined };

/** A refund is under way for a moment, then the payer has the money. */
const processedAfterMs = 3_000;

/** Gives money back. The same idempotency key gives the same refund. */
export async function refund({ db, webhooks, now }: Context, paymentId: string, asked: Asked): Promise<Refund> {
  const { amount, notes, receipt, speed } = parseAs(refundForm, asked.body);
  if (asked.key !== undefined && !/^[\w-]{10,}$/.test(asked.key))
    throw new Fault("The idempotency key must have at least 10 letters, digits, hyphens or underscores.");
  return db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    const made = await listRefunds(tx, payment);
    const before = asked.key ? made.find(({ idempotency_key }) => idempotency_key === asked.key) : undefined;
    if (before && before.amount !== (amount ?? before.amount))
      throw new Fault("Different request with the same idempotency key has already been processed.");
    if (before) return before;
    if (!payment.captured) throw new Fault("The payment status should be captured for action to be taken");
    const left = payment.amount - refundedOf(made);
    if (left === 0) throw new Fault("The payment has been fully refunded already", { field: "amount" });
    const wanted = amount ?? left;
    if (wanted > left)
      throw new Fault("The refund amount provided is greater than amount captured", { field: "amount" });
    const created: Refund = {
      ...{ id: `rfnd_${randomId()}`, entity: "refund", amount: wanted, currency: payment.currency },
      ...{ payment_id: payment.id, notes, receipt: receipt ?? null, acquirer_data: { arn: null } },
      ...{ created_at: Math.floor(now.getTime() / 1000), batch_id: null, status: "pending" },
      ...{ speed_requested: speed, speed_processed: "normal", idempotency_key: asked.key ?? null },
    };
    const dueAt = new Date(now.getTime() + processedAfterMs);
    await saveEntity(tx, created, { orderId: payment.order_id, at: dueAt });
    const after = await storeRefunded(tx, payment, [...made, created]);
    await webhooks.enqueue(tx, { events: [{ event: "refund.created", payment: after, refund: created }], now });
    return created;
  });
}

/** Ends a refund that is under way: the bank has the money, or does not take it. */
export async function changeRefund({ db, webhooks, now }: Context, id: string, body: unknown): Promise<Refund> {
  const { status } = parseAs(z.strictObject({ status: z.enum(["processed", "failed"]) }), body);
  return db.transaction(async (tx) => {
    const payment = await lockPayment(tx, (await readRefund(tx, { id })).payment_id);
    const found = await readRefund(tx, { id });
    if (found.status !== "pending") return found;
    const changed: Refund = { ...found, status };
    await saveEntity(tx, changed);
    const after = await storeRefunded(tx, payment, await listRefunds(tx, payment));
    await webhooks.enqueue(tx, { events: [{ event: `refund.${status}`, payment: after, refund: changed }], now });
    return changed;
  });
}

const mostAtOnce = 100;

export async function processDue(context: Context): Promise<void> {
  const due = await context.db
    .select({ id: gatewayRecord.id })
    .from(gatewayRecord)
    .where(
      and(
        ...[eq(gatewayRecord.kind, "refund"), lte(gatewayRecord.at, context.now)],
        sql`${gatewayRecord.data} ->> 'status' = 'pending'`,
      ),
    )
    .orderBy(asc(gatewayRecord.at))
    .limit(mostAtOnce);
  for (const { id } of due) await changeRefund(context, id, { status: "processed" });
}

const weekInS = 7 * 24 * 3600;

/** The payer asks the bank to take the money back. */
export async function openDispute({ db, webhooks, now }: Context, paymentId: string, body: unknown): Promise<Dispute> {
  const { reason } = parseAs(z.strictObject({ reason: storable.max(100).default("fraudulent") }), body);
  return db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (!payment.captured) throw new Fault("The payment status should be captured for action to be taken");
    const at = Math.floor(now.getTime() / 1000);
    const dispute: Dispute = {
      ...{ id: `disp_${randomId()}`, entity: "dispute", payment_id: payment.id, amount: payment.amount },
      ...{ currency: payment.currency, amount_deducted: 0, reason_code: reason, respond_by: at + weekInS },
      ...{ status: "open", phase: "chargeback", created_at: at },
    };
    await saveEntity(tx, dispute, { orderId: payment.order_id });
    await webhooks.enqueue(tx, { events: [{ event: "payment.dispute.created", payment, dispute }], now });
    return dispute;
  });
}

export async function changeDispute({ db, webhooks, now }: Context, id: string, body: unknown): Promise<Dispute> {
  const { status } = parseAs(z.strictObject({ status: z.enum(["under_review", "won", "lost", "closed"]) }), body);
  return db.transaction(async (tx) => {
    const payment = await lockPayment(tx, (await readDispute(tx, { id })).payment_id);
    const found = await readDispute(tx, { id });
    const dispute: Dispute = { ...found, status, ...(status === "lost" ? { amount_deducted: found.amount } : {}) };
    await saveEntity(tx, dispute);
    await webhooks.enqueue(tx, { events: [{ event: `payment.dispute.${status}`, payment, dispute }], now });
    return dispute;
  });
}

/** Locks the order first, as everywhere, to avoid deadlocks. */
async function lockPayment(tx: Db, id: string): Promise<Payment> {
  const { order_id } = await readPayment(tx, { id });
  await readOrder(tx, { id: order_id, isLocked: true });
  return readPayment(tx, { id });
}

function refundedOf(refunds: Refund[]): number {
  return refunds.filter(({ status }) => status !== "failed").reduce((sum, { amount }) => sum + amount, 0);
}

async function storeRefunded(tx: Db, payment: Payment, refunds: Refund[]): Promise<Payment> {
  const refunded = refundedOf(refunds);
  const isFull = refunded === payment.amount;
  const after: Payment = {
    ...payment,
    status: isFull ? "refunded" : "captured",
    amount_refunded: refunded,
    refund_status: refunded === 0 ? null : isFull ? "full" : "partial",
  };
  await saveEntity(tx, after);
  return after;
}

const refundForm = z.strictObject({
  amount: paise.optional(),
  speed: z.enum(["normal", "optimum"]).default("normal"),
  notes: noteFields,
  receipt: storable.max(40, "The receipt may not be greater than 40 characters.").nullish(),
});
