import { lastCheckAt, nextOrderState, type OrderEvent, whyMismatched } from "@shoreline/domain/payment";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { enqueue, enqueueAll } from "../../jobs/queue.ts";
import type { ProviderPayment } from "../../ports.ts";
import { finishOrder, reportFailedCharge, reportFlag, reportMandate } from "./jobs.ts";
import {
  addFlags,
  claimDue,
  findCaptured,
  isCaptured,
  keepSeat,
  listSettled,
  lockOrder,
  type OrderRow,
  type Settled,
  storePayment,
  updateOrder,
} from "./queries.ts";

const eventOf: Partial<Record<ProviderPayment["status"], OrderEvent>> = {
  authorized: "authorized",
  captured: "captured",
  failed: "failed",
};

const underWay: ProviderPayment["status"][] = ["created", "authorized", "captured"];

/**
 * Applies the state of a payment to its order. Browser, webhook and reconciliation may come in any order. The caller's
 * transaction holds the order. When the order becomes paid, a job fulfils it.
 */
export async function applyPayment(tx: Db, order: OrderRow, seen: ProviderPayment, now: Date): Promise<OrderRow> {
  const event = eventOf[seen.status];
  if (seen.orderId !== order.providerOrderId) return order;
  if (underWay.includes(seen.status)) await keepSeat(tx, order, now);
  if (!event) return order;
  if (seen.tokenId && order.details.automatic && event !== "failed")
    await enqueue(tx, reportMandate, { tokenId: seen.tokenId, providerOrderId: order.providerOrderId });
  // This payment was applied before.
  if (await isCaptured(tx, seen.id)) return order;
  const settledBy = await findCaptured(tx, order);
  await storePayment(tx, order, seen, now);
  if (event === "failed" && order.channel === "mandate")
    await enqueue(tx, reportFailedCharge, { providerOrderId: order.providerOrderId, why: seen.failure ?? "" });
  if (event !== "captured") return moveTo(tx, order, event, now);
  // What paid an order that is spent may have been carried over to another course since.
  if (settledBy || order.state === "spent") {
    await flag(tx, order, { providerPaymentId: seen.id, reason: "for an order that was paid before", now });
    return order;
  }
  const money = { amountInPaise: seen.amount, currency: seen.currency };
  const unfit = whyMismatched(order, money);
  if (unfit) {
    await flag(tx, order, { providerPaymentId: seen.id, reason: `whose ${unfit} differs from its order`, now });
    return moveTo(tx, order, "flagged", now);
  }
  const moved = await moveTo(tx, order, "captured", now);
  if (order.state !== "paid" && moved.state === "paid")
    await enqueue(tx, finishOrder, { providerOrderId: order.providerOrderId }, { key: `finish:${order.id}` });
  return moved;
}

async function moveTo(tx: Db, order: OrderRow, event: OrderEvent, now: Date): Promise<OrderRow> {
  const state = nextOrderState(order.state, event);
  if (state === order.state) return order;
  return updateOrder(tx, { id: order.id, state, ...(state === "paid" ? { paidAt: now } : {}) });
}

/** Call this in the transaction that delivers the item. */
export async function markSpent(tx: Db, order: OrderRow, now: Date): Promise<void> {
  const state = nextOrderState(order.state, "delivered");
  if (state !== "spent") throw new Error(`An order that is ${order.state} cannot be spent.`);
  // The provider knows nothing of what was paid at the desk.
  const nextCheckAt = order.channel === "desk" ? null : lastCheckAt(now);
  await updateOrder(tx, { id: order.id, state, spentAt: now, nextCheckAt });
}

/** The reason goes on after "a payment", for example "for a webinar that is full". */
type Reason = { reason: string; now: Date; isPayerNotified?: boolean };
type Flag = Reason & { providerPaymentId: string };

/** The payment does not match its order: notifies staff once, and they decide. */
async function flag(tx: Db, order: OrderRow, { providerPaymentId, ...reason }: Flag): Promise<void> {
  const { id: orderId, providerOrderId } = order;
  await flagAll(tx, [{ orderId, providerOrderId, providerPaymentId }], reason);
}

/** Flags the payments that settled these orders. */
export async function flagSettled(tx: Db, orderIds: string[], reason: Reason): Promise<void> {
  await flagAll(tx, await listSettled(tx, orderIds), reason);
}

async function flagAll(tx: Db, payments: Settled[], { reason, now, isPayerNotified }: Reason): Promise<void> {
  if (payments.length === 0) return;
  const added = await addFlags(
    tx,
    payments.map(({ orderId, providerPaymentId }) => ({ orderId, providerPaymentId, reason, flaggedAt: now })),
  );
  const reports = payments
    .filter(({ providerPaymentId }) => added.has(providerPaymentId))
    .map(({ orderId: _, ...ids }) => ({ ...ids, reason, ...(isPayerNotified ? { isPayerNotified } : {}) }));
  await enqueueAll(tx, reportFlag, reports);
}

export async function markFlagged(tx: Db, order: OrderRow, flagged: Flag): Promise<void> {
  await flag(tx, order, flagged);
  await updateOrder(tx, { id: order.id, state: nextOrderState(order.state, "flagged"), nextCheckAt: null });
}

const namedPerRound = 100;
const namelessPerRun = 20;
// A flood of orders must not occupy the job for ever; the rest follows in the next run, five minutes later.
const maxRounds = 20;
const atOnce = 5;

/** Asks the provider about open orders. An order without an answer is checked again later. */
export async function reconcile(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  await reconcileAll(deps, await claimDue(deps.db, { now, isNamed: false, limit: namelessPerRun }));
  for (let round = 0; round < maxRounds; round++) {
    const due = await claimDue(deps.db, { now, isNamed: true, limit: namedPerRound });
    await reconcileAll(deps, due);
    if (due.length < namedPerRound) return;
  }
}

type Due = Awaited<ReturnType<typeof claimDue>>;

async function reconcileAll(deps: Deps, due: Due): Promise<void> {
  for (let first = 0; first < due.length; first += atOnce)
    await Promise.all(due.slice(first, first + atOnce).map((one) => reconcileDue(deps, one)));
}

async function reconcileDue(deps: Deps, { order, isLast }: Due[number]): Promise<void> {
  try {
    await reconcileOrder(deps, order.providerOrderId);
    if (isLast) await closeOrder(deps, order.providerOrderId);
  } catch (error) {
    deps.log.warn({ orderId: order.id, err: error }, "an order could not be reconciled");
  }
}

/** Ends the checks of an order. If it is paid but still not fulfilled, staff decide. */
async function closeOrder({ db, clock }: Deps, providerOrderId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, providerOrderId);
    if (!order) return;
    const paid = order.state === "paid" ? await findCaptured(tx, order) : null;
    if (paid) {
      const { providerPaymentId } = paid;
      const reason = order.itemId ? "for an item that could not be delivered" : "for which no item was chosen";
      await flag(tx, order, { providerPaymentId, reason, now: clock.now() });
    }
    await updateOrder(tx, { id: order.id, nextCheckAt: null });
  });
}

/** Asks the provider about one order, for a browser or for the job. Only the job counts its checks. */
export async function reconcileOrder({ db, payments, clock }: Deps, providerOrderId: string): Promise<OrderRow | null> {
  const seen = await payments.paymentsOf(providerOrderId);
  return db.transaction(async (tx) => {
    const now = clock.now();
    let order = await lockOrder(tx, providerOrderId);
    if (!order) return null;
    for (const one of seen) order = await applyPayment(tx, order, one, now);
    if (order.state === "paid") await enqueue(tx, finishOrder, { providerOrderId }, { key: `finish:${order.id}` });
    return order;
  });
}
