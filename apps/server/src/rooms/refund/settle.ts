import { randomUUID } from "node:crypto";
import { type Api, type ParsedInput, Refusal } from "@shoreline/contract";
import { fullNumber } from "@shoreline/domain/inbox";
import type { flagDecisions } from "@shoreline/domain/payment";
import { and, eq, isNotNull, ne, or } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { learner } from "../../db/tables/account.ts";
import { course } from "../../db/tables/course.ts";
import { payment, paymentFlag, paymentOrder } from "../../db/tables/payment.ts";
import { formatMoney } from "../../format.ts";
import { enrolPaid } from "../enrolment/fulfil.ts";
import { courseKind } from "../enrolment/queries.ts";
import { type OrderRow, updateOrder } from "../payment/queries.ts";
import { recordChange } from "../staff/audit.ts";
import { refuse, refuseDisputed } from "./ask.ts";
import { lockPayment, type PaymentRow, sumCommitted } from "./queries.ts";

type Decision = (typeof flagDecisions)[number];
type Facts = {
  flag: { reason: string; isSettled: boolean };
  order: Pick<OrderRow, "state" | "kind" | "learnerId">;
  currency: string;
  leftInPaise: number;
  paidInPaise: number;
};

/** What staff may do about the money of a flag. Something of it has gone back: then only the rest can go too. */
export function actionsFor({ flag, order, currency, leftInPaise, paidInPaise }: Facts): Decision[] {
  if (flag.isSettled || leftInPaise === 0) return [];
  const isWhole = leftInPaise === paidInPaise && currency === "INR";
  const isUnspent = order.state === "flagged" || order.state === "paid";
  const canAccept =
    isWhole && isUnspent && order.kind === courseKind && order.learnerId && /amount differs/.test(flag.reason);
  return ["refund", ...(isWhole ? (["attach"] as const) : []), ...(canAccept ? (["accept"] as const) : [])];
}

/**
 * Gives what the money is for, through the same path as every other payment: purchase, invoice and confirmation in one transaction.
 * A second call finds the task settled.
 */
export async function settleFlag(ctx: StaffCtx, given: ParsedInput<Api["refund"]["settle"]>): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const [known] = await tx.select().from(paymentFlag).where(eq(paymentFlag.id, given.flagId));
    const held = known && (await lockPayment(tx, known.providerPaymentId));
    if (!held) throw new Refusal("UNKNOWN_FLAG");
    // Somebody else may have decided while we waited for the order.
    const [flag] = await tx.select().from(paymentFlag).where(eq(paymentFlag.id, given.flagId));
    if (!flag || flag.isSettled) throw new Refusal("FLAG_SETTLED");
    const { order, paid } = held;
    const leftInPaise = paid.amountInPaise - (await sumCommitted(tx, paid.providerPaymentId));
    const facts = { flag, order, currency: paid.currency, leftInPaise, paidInPaise: paid.amountInPaise };
    if (!actionsFor(facts).includes(given.decision)) throw refuse({ decision: "This does not fit this payment" });
    await refuseDisputed(tx, paid.providerPaymentId);
    const item =
      given.decision === "attach" ? await findItem(tx, given) : { learnerId: order.learnerId, courseId: order.itemId };
    const paidOrder = await orderFor(tx, { order, paid, item, now });
    if (!(await enrolPaid(tx, paidOrder, now))) throw refuse({ courseId: "This learner has the course already" });
    // The provider knows nothing of an order that we made for its payment.
    if (paidOrder.id !== order.id) await updateOrder(tx, { id: paidOrder.id, nextCheckAt: null });
    await tx
      .update(paymentFlag)
      .set({
        ...{ orderId: paidOrder.id, isSettled: true, settledAt: now, settledBy: ctx.staff.id },
        ...{ decision: given.decision, note: given.note },
      })
      .where(and(eq(paymentFlag.providerPaymentId, flag.providerPaymentId), eq(paymentFlag.isSettled, false)));
    await recordChange(tx, ctx, {
      action: given.decision === "attach" ? "Gave a learner a course for a payment" : "Accepted a payment as it is",
      ...{ kind: "payment", thingId: paidOrder.id, after: { decision: given.decision, note: given.note } },
      thing: `${formatMoney(paid)} of ${paid.providerPaymentId}`,
    });
  });
}

async function findItem(
  tx: Db,
  { number = "", courseId = "" }: { number?: string | undefined; courseId?: string | undefined },
) {
  const full = fullNumber(number);
  const [who] = full
    ? await tx
        .select({ id: learner.id })
        .from(learner)
        .where(or(...splitsOf(full)))
    : [];
  if (!who) throw refuse({ number: "No learner has this number" });
  const [sold] = await tx.select({ id: course.id }).from(course).where(eq(course.courseId, courseId));
  if (!sold) throw refuse({ courseId: "Choose a course from the list" });
  return { learnerId: who.id, courseId: sold.id };
}

/** A country code has one to four digits. */
function splitsOf(full: string) {
  return [2, 3, 4, 5].map((at) =>
    and(eq(learner.countryCode, full.slice(0, at)), eq(learner.mobileNumber, full.slice(at))),
  );
}

type Wanted = {
  order: OrderRow;
  paid: PaymentRow;
  item: { learnerId: string | null; courseId: string | null };
  now: Date;
};

/** The order that this payment pays now. One that was delivered, or has another payment too, stays as it is. */
async function orderFor(tx: Db, { order, paid, item, now }: Wanted): Promise<OrderRow> {
  const { amountInPaise, currency } = paid;
  const bought = { learnerId: item.learnerId, kind: courseKind, itemId: item.courseId };
  const settled = { state: "paid" as const, amountInPaise, currency, paidAt: now };
  const isOther = and(eq(payment.orderId, order.id), ne(payment.providerPaymentId, paid.providerPaymentId));
  const others = await tx.$count(payment, and(isOther, isNotNull(payment.capturedAt)));
  if (order.state !== "spent" && others === 0) return updateOrder(tx, { id: order.id, ...bought, ...settled });
  const [added] = await tx
    .insert(paymentOrder)
    .values({ ...bought, ...settled, providerOrderId: `moved:${randomUUID()}`, createdAt: now })
    .returning();
  const moved = added as OrderRow;
  await tx.update(payment).set({ orderId: moved.id }).where(eq(payment.providerPaymentId, paid.providerPaymentId));
  return moved;
}
