import { Refusal } from "@shoreline/contract";
import { minAmountInPaise, nextCheckAt } from "@shoreline/domain/payment";
import type { Buyer, Ctx, Handlers, Item, Offer } from "../../context.ts";
import { recordEvent } from "../../events.ts";
import { enqueue } from "../../jobs/queue.ts";
import type { NewMandate } from "../../ports.ts";
import { refuseWithoutGuardian } from "../account/guardian.ts";
import { readBindingInstitute } from "../site/queries.ts";
import { reportDispute, reportMandate, reportRefund } from "./jobs.ts";
import {
  addOrder,
  findOpenOrder,
  isNewEvent,
  isPlaceholder,
  lockItem,
  lockOrder,
  type OrderRow,
  removeOrder,
  updateOrder,
} from "./queries.ts";
import { applyPayment } from "./settle.ts";
import { notifyOfUnreadable } from "./staff.ts";

// Enough time for a slow payment, but too short for an outdated price.
const reusedForMs = 30 * 60_000;

export const paymentHandlers: Handlers<"payment"> = {
  async order(ctx, input) {
    const { amount } = input;
    // Nobody pays for something that cannot be invoiced.
    await readBindingInstitute(ctx.db);
    if (ctx.learner) await refuseWithoutGuardian({ ...ctx, learner: ctx.learner });
    const seller = ctx.sellers.find(({ orderField }) => input[orderField] !== undefined);
    if (seller) {
      const { itemId, ...offer } = await seller.offer(ctx, input);
      const placed = await orderItem(ctx, { kind: seller.kind, itemId, ...offer }, amount);
      return { ...answer(ctx, placed), ...(offer.mandate ? { customer_id: offer.mandate.customerId } : {}) };
    }
    if (amount < minAmountInPaise) throw new Refusal("WRONG_AMOUNT");
    const noItem = { kind: null, itemId: null, learnerId: ctx.learner?.id ?? null, details: {} };
    const order = await addOrder(ctx.db, { ...noItem, amountInPaise: amount, createdAt: ctx.clock.now() });
    return answer(ctx, await placeOrder(ctx, order));
  },

  /** Answers as soon as the event is stored; a job does the rest. */
  async webhook({ db, pool, payments, clock, log }, { raw, signature, eventId }) {
    const received = payments.readWebhook(raw, signature);
    if (!received) {
      await recordEvent({ db, pool, clock }, "payment forged");
      throw new Refusal("BAD_SIGNATURE");
    }
    const now = clock.now();
    await db.transaction(async (tx) => {
      const { event, orderId, payment, refund, dispute, tokenId, isUnreadable } = received;
      // An event without an id is deduplicated by its content.
      const about = [payment?.id, refund?.id, dispute?.id, tokenId].filter(Boolean).join(" ");
      const id = eventId ?? `${event} ${orderId} ${about}`;
      const body = isUnreadable ? Buffer.from(raw).toString("utf8").replaceAll("\0", "") : null;
      if (!(await isNewEvent(tx, { eventId: id, event, receivedAt: now, body }))) return;
      if (isUnreadable) {
        log.error({ event, eventId: id }, "unreadable payment event");
        return notifyOfUnreadable(tx, { event, eventId: id });
      }
      if (tokenId && !orderId) return enqueue(tx, reportMandate, { tokenId, providerOrderId: null });
      const order = await lockOrder(tx, orderId);
      if (!order) return log.warn({ event }, "payment event for an unknown order");
      if (payment) await applyPayment(tx, order, payment, now);
      if (refund) await enqueue(tx, reportRefund, refund);
      if (dispute) await enqueue(tx, reportDispute, { ...dispute, at: received.at ?? now.toISOString() });
    });
    return { message: "Thank you." };
  },
};

type ItemOffer = Offer & Item;

function answer({ payments }: Ctx, { amountInPaise, currency, providerOrderId }: OrderRow) {
  const { keyId, checkoutUrl } = payments;
  return { amount: amountInPaise, currency, order_id: providerOrderId, key: keyId, checkoutUrl };
}

async function orderItem(ctx: Ctx, { reserve, ...offer }: ItemOffer, amount: number): Promise<OrderRow> {
  if (amount !== offer.amountInPaise || amount < minAmountInPaise) throw new Refusal("WRONG_AMOUNT");
  await reserve?.();
  for (let tries = 0; tries < maxWaits; tries++) {
    const { order, isClaimed } = await claimOrder(ctx, offer);
    if (isClaimed) return placeOrder(ctx, order, offer.mandate);
    if (!isPlaceholder(order.providerOrderId)) return order;
    // Another request is placing this order at the provider.
    await new Promise((wait) => setTimeout(wait, 100));
  }
  throw new Refusal("NO_PROVIDER");
}

const maxWaits = 120;
// An older claim belongs to a process that died while it placed the order.
const claimedForMs = 15_000;

/** Returns an order that can still be paid, or claims the right to place one. No request to the provider happens here. */
async function claimOrder(
  { db, clock }: Ctx,
  { buyer, kind, itemId, amountInPaise, details, channel = "online", hold }: Omit<ItemOffer, "reserve">,
): Promise<{ order: OrderRow; isClaimed: boolean }> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    await lockItem(tx, { buyer, kind, itemId });
    const since = new Date(now.getTime() - reusedForMs);
    const columns = toColumns(buyer, details);
    const item = { kind, itemId, amountInPaise };
    const found = await findOpenOrder(tx, { buyer, ...item, details: columns.details, since });
    const order = found ?? (await addOrder(tx, { ...columns, ...item, channel, createdAt: now }));
    await hold?.(tx, order.id);
    if (!found) return { order, isClaimed: true };
    const isStale = now.getTime() - found.createdAt.getTime() > claimedForMs;
    if (isPlaceholder(found.providerOrderId) && isStale)
      return { order: await updateOrder(tx, { id: found.id, createdAt: now }), isClaimed: true };
    return { order: found, isClaimed: false };
  });
}

/** A buyer without an account is identified by the address in the details. */
function toColumns(buyer: Buyer, details: Record<string, string>) {
  return "learnerId" in buyer
    ? { learnerId: buyer.learnerId, details }
    : { learnerId: null, details: { ...details, buyer: buyer.email } };
}

/** Places the order at the provider, without holding a database connection. */
async function placeOrder(ctx: Ctx, claim: OrderRow, mandate?: NewMandate): Promise<OrderRow> {
  const { id, amountInPaise: amount, kind, itemId } = claim;
  try {
    const receipt = `r${id.replaceAll("-", "")}`;
    const notes: Record<string, string> = kind && itemId ? { kind, itemId } : {};
    const placed = await ctx.payments.createOrder({ amount, currency: "INR", receipt, notes, mandate });
    const nextCheck = nextCheckAt({ checks: 0, now: ctx.clock.now(), isNamed: kind !== null });
    return await updateOrder(ctx.db, { id, providerOrderId: placed.id, nextCheckAt: nextCheck });
  } catch (error) {
    await removeOrder(ctx.db, id);
    ctx.log.error({ requestId: ctx.requestId, err: error }, "the payment provider took no order");
    throw new Refusal("NO_PROVIDER");
  }
}
