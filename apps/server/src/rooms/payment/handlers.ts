import { Refusal } from "@shoreline/contract";
import { leastAmountInPaise, nextCheckAt } from "@shoreline/domain/payment";
import type { Buyer, Ctx, Handlers, Item, Offer } from "../../context.ts";
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
import { notifyOfUnread } from "./staff.ts";

// Long enough for a payment that takes its time, short enough that a price of last week is not paid today.
const reusedForMs = 30 * 60_000;

export const paymentHandlers: Handlers<"payment"> = {
  async order(ctx, input) {
    const { amount } = input;
    const seller = ctx.sellers.find(({ orderField }) => input[orderField] !== undefined);
    if (seller) {
      const { itemId, ...offer } = await seller.offer(ctx, input);
      return answer(ctx, await orderItem(ctx, { kind: seller.kind, itemId, ...offer }, amount));
    }
    if (amount < leastAmountInPaise) throw new Refusal("WRONG_AMOUNT");
    const nameless = { kind: null, itemId: null, learnerId: ctx.learner?.id ?? null, details: {} };
    const order = await addOrder(ctx.db, { ...nameless, amountInPaise: amount, createdAt: ctx.clock.now() });
    return answer(ctx, await placeOrder(ctx, order));
  },

  /** Answered as soon as it is written down; what follows from it is a job. */
  async webhook({ db, payments, clock, log }, { raw, signature, eventId }) {
    const news = payments.readWebhook(raw, signature);
    if (!news) throw new Refusal("BAD_SIGNATURE");
    const now = clock.now();
    await db.transaction(async (tx) => {
      // Whoever delivers without an id is deduped by what they say.
      const id = eventId ?? `${news.event} ${news.orderId} ${news.payment?.id ?? ""}`;
      const body = news.isUnread ? Buffer.from(raw).toString("utf8").replaceAll("\0", "") : null;
      if (!(await isNewEvent(tx, { eventId: id, event: news.event, receivedAt: now, body }))) return;
      if (news.isUnread) {
        log.error({ event: news.event, eventId: id }, "news of a payment that is not understood");
        return notifyOfUnread(tx, { event: news.event, eventId: id });
      }
      const order = await lockOrder(tx, news.orderId);
      if (!order) return log.warn({ event: news.event }, "news of an order that is not ours");
      if (news.payment) await applyPayment(tx, order, news.payment, now);
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
  if (amount !== offer.amountInPaise || amount < leastAmountInPaise) throw new Refusal("WRONG_AMOUNT");
  await reserve?.();
  for (let tries = 0; tries < mostWaits; tries++) {
    const { order, isClaimed } = await claimOrder(ctx, offer);
    if (isClaimed) return placeOrder(ctx, order);
    if (!isPlaceholder(order.providerOrderId)) return order;
    // Another click is at the provider for this very order.
    await new Promise((wait) => setTimeout(wait, 100));
  }
  throw new Refusal("NO_PROVIDER");
}

const mostWaits = 120;
// A claim older than this belongs to a process that died on its way.
const claimedForMs = 15_000;

/** The order that can still be paid, or the right to place one: decided in a moment, before anybody asks the provider. */
async function claimOrder(
  { db, clock }: Ctx,
  { buyer, kind, itemId, amountInPaise, details }: Omit<ItemOffer, "reserve">,
): Promise<{ order: OrderRow; isClaimed: boolean }> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    await lockItem(tx, { buyer, kind, itemId });
    const since = new Date(now.getTime() - reusedForMs);
    const columns = toColumns(buyer, details);
    const item = { kind, itemId, amountInPaise };
    const found = await findOpenOrder(tx, { buyer, ...item, details: columns.details, since });
    if (!found) return { order: await addOrder(tx, { ...columns, ...item, createdAt: now }), isClaimed: true };
    const isStale = now.getTime() - found.createdAt.getTime() > claimedForMs;
    if (isPlaceholder(found.providerOrderId) && isStale)
      return { order: await updateOrder(tx, { id: found.id, createdAt: now }), isClaimed: true };
    return { order: found, isClaimed: false };
  });
}

/** Who has no account is known by the address among the details. */
function toColumns(buyer: Buyer, details: Record<string, string>) {
  return "learnerId" in buyer
    ? { learnerId: buyer.learnerId, details }
    : { learnerId: null, details: { ...details, buyer: buyer.email } };
}

/** At the provider; no connection to the database is held meanwhile. */
async function placeOrder(ctx: Ctx, claim: OrderRow): Promise<OrderRow> {
  const { id, amountInPaise: amount, kind, itemId } = claim;
  try {
    const receipt = `r${id.replaceAll("-", "")}`;
    const notes: Record<string, string> = kind && itemId ? { kind, itemId } : {};
    const placed = await ctx.payments.createOrder({ amount, currency: "INR", receipt, notes });
    const nextCheck = nextCheckAt({ checks: 0, now: ctx.clock.now(), isNamed: kind !== null });
    return await updateOrder(ctx.db, { id, providerOrderId: placed.id, nextCheckAt: nextCheck });
  } catch (error) {
    await removeOrder(ctx.db, id);
    ctx.log.error({ requestId: ctx.requestId, err: error }, "no order at the payment provider");
    throw new Refusal("NO_PROVIDER");
  }
}
