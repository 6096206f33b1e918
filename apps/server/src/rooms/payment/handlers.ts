import { Refusal } from "@shoreline/contract";
import { leastAmountInPaise, nextCheckAt } from "@shoreline/domain/payment";
import type { Ctx, Handlers, SignedIn } from "../../context.ts";
import { findCourse } from "../course/queries.ts";
import {
  addOrder,
  findOpenOrder,
  isNewEvent,
  isPlaceholder,
  lockOrder,
  lockPurpose,
  type OrderRow,
  removeOrder,
  updateOrder,
} from "./queries.ts";
import { applyPayment } from "./settle.ts";
import { tellOfUnread } from "./staff.ts";

// Long enough for a payment that takes its time, short enough that a price of last week is not paid today.
const reusedForMs = 30 * 60_000;

/** A later room says what is sold no more to this learner; rooms.ts brings them together. */
type RefuseOwned = (ctx: Ctx, wanted: { learnerId: string; courseId: string }) => Promise<void>;

export const paymentHandlers = ({ refuseOwned }: { refuseOwned: RefuseOwned }): Handlers<"payment"> => ({
  async order(ctx, { amount, courseId, batchTime, batchType }) {
    if (courseId !== undefined) {
      const details = { ...(batchTime && { batchTime }), ...(batchType && { batchType }) };
      return answer(ctx, await orderCourse(ctx, { amount, courseId, details, refuseOwned }));
    }
    if (amount < leastAmountInPaise) throw new Refusal("WRONG_AMOUNT");
    const wish = { amountInPaise: amount, purpose: null, learnerId: ctx.learner?.id ?? null, details: {} };
    return answer(ctx, await placeOrder(ctx, await addOrder(ctx.db, { ...wish, createdAt: ctx.clock.now() })));
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
        return tellOfUnread(tx, { event: news.event, eventId: id });
      }
      const order = await lockOrder(tx, news.orderId);
      if (!order) return log.warn({ event: news.event }, "news of an order that is not ours");
      if (news.payment) await applyPayment(tx, order, news.payment, now);
    });
    return { message: "Thank you." };
  },
});

function answer({ payments }: Ctx, { amountInPaise, currency, providerOrderId }: OrderRow) {
  const { keyId, checkoutUrl } = payments;
  return { amount: amountInPaise, currency, order_id: providerOrderId, key: keyId, checkoutUrl };
}

type Wanted = { amount: number; courseId: string; details: Record<string, string>; refuseOwned: RefuseOwned };

async function orderCourse(ctx: Ctx & Partial<SignedIn>, wanted: Wanted): Promise<OrderRow> {
  const { amount, courseId, details, refuseOwned } = wanted;
  const { learner } = ctx;
  if (!learner) throw new Refusal("NOT_SIGNED_IN");
  const [course] = await findCourse(ctx.db, { courseId });
  if (!course) throw new Refusal("UNKNOWN_COURSE");
  await refuseOwned(ctx, { learnerId: learner.id, courseId: course.id });
  if (amount !== course.priceInPaise || amount < leastAmountInPaise) throw new Refusal("WRONG_AMOUNT");
  const wish = { learnerId: learner.id, purpose: `course:${course.id}`, amountInPaise: amount, details };
  for (let tries = 0; tries < mostWaits; tries++) {
    const { order, isClaimed } = await claimOrder(ctx, wish);
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

type Claim = Pick<OrderRow, "purpose" | "amountInPaise" | "details"> & { learnerId: string | null };

/** The order that can still be paid, or the right to place one: decided in a moment, before anybody asks the provider. */
async function claimOrder(
  { db, clock }: Ctx,
  { learnerId, purpose, ...rest }: Claim & { learnerId: string; purpose: string },
): Promise<{ order: OrderRow; isClaimed: boolean }> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    await lockPurpose(tx, { learnerId, purpose });
    const since = new Date(now.getTime() - reusedForMs);
    const found = await findOpenOrder(tx, { learnerId, purpose, ...rest, since });
    if (!found) return { order: await addOrder(tx, { learnerId, purpose, ...rest, createdAt: now }), isClaimed: true };
    const isStale = now.getTime() - found.createdAt.getTime() > claimedForMs;
    if (isPlaceholder(found.providerOrderId) && isStale)
      return { order: await updateOrder(tx, { id: found.id, createdAt: now }), isClaimed: true };
    return { order: found, isClaimed: false };
  });
}

/** At the provider; no connection to the database is held meanwhile. */
async function placeOrder(ctx: Ctx, claim: OrderRow): Promise<OrderRow> {
  const { id, amountInPaise: amount, purpose } = claim;
  try {
    const receipt = `r${id.replaceAll("-", "")}`;
    const notes: Record<string, string> = purpose ? { purpose } : {};
    const placed = await ctx.payments.createOrder({ amount, currency: "INR", receipt, notes });
    const nextCheck = nextCheckAt({ checks: 0, now: ctx.clock.now(), isNamed: purpose !== null });
    return await updateOrder(ctx.db, { id, providerOrderId: placed.id, nextCheckAt: nextCheck });
  } catch (error) {
    await removeOrder(ctx.db, id);
    ctx.log.error({ requestId: ctx.requestId, err: error }, "no order at the payment provider");
    throw new Refusal("NO_PROVIDER");
  }
}
