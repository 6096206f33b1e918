import { type Api, type ParsedInput, Refusal } from "@shoreline/contract";
import { lastCheckAt, nextCheckAt, nextOrderState } from "@shoreline/domain/payment";
import { isCurrent } from "@shoreline/domain/purchase";
import { nextRefundState, type RefundWay, whyNotRefundable } from "@shoreline/domain/refund";
import { mayDo } from "@shoreline/domain/staff";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { paymentFlag } from "../../db/tables/payment.ts";
import { dispute, refund } from "../../db/tables/refund.ts";
import { webinarSeat } from "../../db/tables/webinar.ts";
import { formatMoney } from "../../format.ts";
import { enqueue } from "../../jobs/queue.ts";
import { limitDemoMails } from "../inbox/change.ts";
import { isDeskPayment } from "../payment/desk.ts";
import { finishOrder } from "../payment/jobs.ts";
import { findCaptured, type OrderRow, updateOrder } from "../payment/queries.ts";
import { findPayer } from "../payment/staff.ts";
import { lockAttempt } from "../sale/queries.ts";
import { recordChange } from "../staff/audit.ts";
import { takeOutOfDrawer } from "./drawer.ts";
import { endPurchase, finishRefund, tellStaff } from "./finish.ts";
import { sendRefund } from "./jobs.ts";
import {
  addRefund,
  committed,
  findInvoiceOf,
  findPaid,
  holdBack,
  lockOrderById,
  lockRefund,
  type PaymentRow,
  type RefundRow,
  sumCommitted,
  updateRefund,
} from "./queries.ts";

type Given<Name extends keyof Api["refund"]> = ParsedInput<Api["refund"][Name]>;

/** What was paid at the desk goes back at the desk; what the provider took goes back by the provider. */
export function waysOf({ providerPaymentId }: Pick<PaymentRow, "providerPaymentId">): RefundWay[] {
  return isDeskPayment(providerPaymentId) ? ["cash", "upi", "bank transfer", "cheque"] : ["source"];
}

export function refuse(fields: Record<string, string>): Refusal {
  return new Refusal("INVALID_INPUT", { fields });
}

/** Two requests at once wait for each other: both hold the order. */
export async function askForRefund(ctx: StaffCtx, given: Given<"ask">): Promise<string> {
  const { clock, staff, sellers } = ctx;
  const now = clock.now();
  return ctx.db.transaction(async (tx) => {
    await lockAttempt(tx, given.attemptId);
    const order = await lockOrderById(tx, given.orderId);
    if (!order) throw new Refusal("UNKNOWN_ORDER");
    const [before] = await tx.select().from(refund).where(eq(refund.attemptId, given.attemptId));
    if (before && before.orderId !== order.id) throw refuse({ attemptId: "This attempt was for another payment" });
    if (before && !isSame(before, given)) throw new Refusal("ATTEMPT_USED");
    if (before) return before.id;
    if ((await findPayer(tx, order))?.email) await limitDemoMails(ctx);
    const paid = await findPaid(tx, given);
    if (!paid) throw new Refusal("UNKNOWN_ORDER");
    const left = paid.amountInPaise - (await sumCommitted(tx, paid.providerPaymentId));
    const why = whyNotRefundable(given.amountInPaise, left);
    if (why) throw refuse({ amountInPaise: why });
    // A rest that bought nothing would be nobody's task.
    if ((given.flagId || order.state !== "spent") && given.amountInPaise < left)
      throw refuse({ amountInPaise: "Nothing was delivered for this payment: give back all of it" });
    await refuseDisputed(tx, paid.providerPaymentId);
    if (!waysOf(paid).includes(given.way)) throw refuse({ way: "This money cannot go back this way" });
    const invoiced = await findInvoiceOf(tx, given);
    const isOpen = invoiced?.purchase ? isCurrent(invoiced.purchase.state) : false;
    const hasSeat = (await tx.$count(webinarSeat, eq(webinarSeat.orderId, order.id))) > 0;
    if (given.endsAccess && !isOpen && !hasSeat) throw refuse({ endsAccess: "There is no access that could end" });
    if (given.flagId) await settleByRefund(tx, ctx, { flagId: given.flagId, given });
    const isApproved = mayDo(staff.roles, "approve refunds");
    const { flagId, attemptId, providerPaymentId, amountInPaise, reason, message, way, endsAccess } = given;
    const asked = await addRefund(tx, {
      ...{ flagId, attemptId, providerPaymentId, amountInPaise, reason, message, way, endsAccess },
      ...{ orderId: order.id, purchaseId: invoiced?.purchase?.id ?? null, askedBy: staff.id, askedAt: now },
      ...(isApproved ? { state: "approved" as const, approvedBy: staff.id } : { state: "asked" as const }),
    });
    await holdBack(tx, order);
    await record(tx, ctx, isApproved ? "Asked for a refund and approved it" : "Asked for a refund", asked);
    if (isApproved) await send(tx, asked, now);
    else await tellStaff(tx, { refund: asked, order, sellers, news: "waits" });
    return asked.id;
  });
}

/** Who was not sure whether it arrived, and has changed the form since, must not give money back twice or think it was changed. */
function isSame(before: RefundRow, { providerPaymentId, amountInPaise, way, endsAccess }: Given<"ask">): boolean {
  const isEqual = before.providerPaymentId === providerPaymentId && before.amountInPaise === amountInPaise;
  return isEqual && before.way === way && before.endsAccess === endsAccess;
}

/** The bank has taken the money back for the payer, or may still do so. What was given up counts as a refund. */
export async function refuseDisputed(tx: Db, providerPaymentId: string): Promise<void> {
  const isGoing = sql`(${dispute.state} in ('open', 'under review')
    or ${dispute.state} = 'lost' and ${dispute.decision} is distinct from 'given up')`;
  if ((await tx.$count(dispute, and(eq(dispute.providerPaymentId, providerPaymentId), isGoing))) > 0)
    throw refuse({ amountInPaise: "The payer asked the bank for this money: it would go back twice" });
}

async function settleByRefund(
  tx: Db,
  { staff, clock }: StaffCtx,
  { flagId, given }: { flagId: string; given: Given<"ask"> },
): Promise<void> {
  if (!mayDo(staff.roles, "settle payments")) throw new Refusal("NOT_ALLOWED");
  const [flag] = await tx.select().from(paymentFlag).where(eq(paymentFlag.id, flagId));
  if (!flag || flag.providerPaymentId !== given.providerPaymentId) throw new Refusal("UNKNOWN_FLAG");
  if (flag.isSettled) throw new Refusal("FLAG_SETTLED");
  await tx
    .update(paymentFlag)
    .set({ isSettled: true, settledAt: clock.now(), settledBy: staff.id, decision: "refund", note: given.reason })
    .where(eq(paymentFlag.id, flagId));
}

export async function decideRefund(ctx: StaffCtx, { refundId, isApproved, version }: Given<"decide">): Promise<string> {
  return change(ctx, { refundId, version }, async (tx, { refund: asked, order }) => {
    const state = nextRefundState(asked.state, isApproved ? "approve" : "refuse");
    if (state === null || asked.state !== "asked") throw new Refusal("CHANGED_MEANWHILE");
    if (isApproved) await refuseTooMuch(tx, asked);
    if (isApproved) await refuseDisputed(tx, asked.providerPaymentId);
    const decided = await updateRefund(tx, { id: asked.id, state, approvedBy: ctx.staff.id });
    if (isApproved) await send(tx, decided, ctx.clock.now());
    else await giveUp(tx, { refund: decided, order }, ctx.clock.now());
    await record(tx, ctx, isApproved ? "Approved a refund" : "Refused a refund", decided);
    return decided.id;
  });
}

/** The money was handed over. Cash comes out of the open drawer. */
export async function giveRefund(ctx: StaffCtx, { refundId, reference, drawerId, version }: Given<"give">) {
  return change(ctx, { refundId, version }, async (tx, { refund: approved, order }) => {
    if (approved.state !== "approved" || approved.way === "source") throw new Refusal("CHANGED_MEANWHILE");
    const now = ctx.clock.now();
    if (approved.way === "cash") await takeOutOfDrawer(tx, { ...ctx, refund: approved, drawerId });
    const given = await updateRefund(tx, { id: approved.id, reference });
    await finishRefund(tx, { refund: given, order, sellers: ctx.sellers, now });
    await record(tx, ctx, "Gave a refund at the desk", given);
    return given.id;
  });
}

/** A refund that failed has ended: another one takes its place, with an id of its own at the provider. */
export async function decideAgain(ctx: StaffCtx, { refundId, isSent, version }: Given<"again">): Promise<string> {
  return change(ctx, { refundId, version }, async (tx, { refund: failed, order }) => {
    if (failed.state !== "failed") throw new Refusal("CHANGED_MEANWHILE");
    await updateRefund(tx, { id: failed.id, state: "refused" });
    if (!isSent) {
      await giveUp(tx, { refund: failed, order }, ctx.clock.now());
      await record(tx, ctx, "Gave up a refund that had failed", failed);
      return failed.id;
    }
    const now = ctx.clock.now();
    const { orderId, providerPaymentId, purchaseId, amountInPaise, reason, message, way, endsAccess, flagId } = failed;
    const next = await addRefund(tx, {
      ...{ orderId, providerPaymentId, purchaseId, amountInPaise, reason, message, way, endsAccess, flagId },
      // Its number is that of the one that failed, so that it counts as ours.
      ...{ attemptId: failed.id, state: "approved", askedBy: ctx.staff.id, approvedBy: ctx.staff.id, askedAt: now },
    });
    await refuseTooMuch(tx, next);
    await send(tx, next, now);
    await record(tx, ctx, "Sent a refund again", next);
    return next.id;
  });
}

/** All money went back in the provider's dashboard: the course goes too, or stays by somebody's decision. */
export async function decideAccess(ctx: StaffCtx, { refundId, isEnded, version }: Given<"endAccess">): Promise<string> {
  return change(ctx, { refundId, version }, async (tx, { refund: made }) => {
    if (made.state !== "done" || made.attemptId !== null || made.approvedBy !== null || !made.purchaseId)
      throw new Refusal("CHANGED_MEANWHILE");
    if (isEnded) await endPurchase(tx, { purchaseId: made.purchaseId, state: "refunded", now: ctx.clock.now() });
    const decided = await updateRefund(tx, { id: made.id, endsAccess: isEnded, approvedBy: ctx.staff.id });
    await record(tx, ctx, isEnded ? "Ended the access after a refund" : "Kept the access after a refund", decided);
    return decided.id;
  });
}

type Held = { refund: RefundRow; order: OrderRow };

async function change(
  { db }: StaffCtx,
  { refundId, version }: { refundId: string; version: number },
  act: (tx: Db, held: Held) => Promise<string>,
): Promise<string> {
  return db.transaction(async (tx) => {
    const held = await lockRefund(tx, refundId);
    if (!held) throw new Refusal("UNKNOWN_REFUND");
    if (held.refund.version !== version) throw new Refusal("CHANGED_MEANWHILE");
    return act(tx, held);
  });
}

/** Somebody may have given money back in the provider's dashboard since it was asked for. */
async function refuseTooMuch(tx: Db, { orderId, providerPaymentId }: RefundRow): Promise<void> {
  const paid = await findPaid(tx, { orderId, providerPaymentId });
  if (!paid || (await sumCommitted(tx, providerPaymentId)) > paid.amountInPaise) throw new Refusal("REFUND_EXCEEDS");
}

/** What was paid at the desk waits until somebody gives it. */
async function send(tx: Db, { id, way }: RefundRow, now: Date): Promise<void> {
  if (way !== "source") return;
  await tx
    .update(refund)
    .set({ nextCheckAt: nextCheckAt({ checks: 0, now }) })
    .where(eq(refund.id, id));
  await enqueue(tx, sendRefund, { refundId: id }, { key: `refund:${id}` });
}

/**
 * Nobody gets the money back after all. Where it waited for a decision, it waits again; where it only had not bought anything yet,
 * it does so now.
 */
async function giveUp(tx: Db, { refund: { flagId }, order }: Held, now: Date): Promise<void> {
  if (flagId)
    await tx
      .update(paymentFlag)
      .set({ isSettled: false, settledAt: null, settledBy: null, decision: null, note: "" })
      .where(eq(paymentFlag.id, flagId));
  if (order.state !== "flagged" || !(await findCaptured(tx, order))) return;
  const flags = await tx.$count(paymentFlag, eq(paymentFlag.orderId, order.id));
  const promised = await tx.$count(refund, and(eq(refund.orderId, order.id), inArray(refund.state, committed)));
  if (flags + promised > 0) return;
  const { id, providerOrderId } = order;
  await updateOrder(tx, { id, state: nextOrderState(order.state, "captured"), nextCheckAt: lastCheckAt(now) });
  await enqueue(tx, finishOrder, { providerOrderId }, { key: `finish:${id}` });
}

async function record(tx: Db, ctx: StaffCtx, action: string, row: RefundRow): Promise<void> {
  const { amountInPaise, reason, way, endsAccess } = row;
  await recordChange(tx, ctx, {
    ...{ action, kind: "refund", thingId: row.id, after: { amountInPaise, reason, way, endsAccess } },
    thing: `${formatMoney({ amountInPaise, currency: "INR" })} of ${row.providerPaymentId}`,
  });
}
