import { randomUUID } from "node:crypto";
import { type Api, type ParsedInput, Refusal } from "@shoreline/contract";
import { isCurrent } from "@shoreline/domain/purchase";
import { eq } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { dispute } from "../../db/tables/refund.ts";
import { formatMoney } from "../../format.ts";
import type { OrderRow } from "../payment/queries.ts";
import { recordChange } from "../staff/audit.ts";
import { refuse } from "./ask.ts";
import { endPurchase, finishRefund } from "./finish.ts";
import { addRefund, findInvoiceOf, holdBack, lockPayment, type PaymentRow, sumGoing } from "./queries.ts";

type Given = ParsedInput<Api["refund"]["settleDispute"]>;

/**
 * The bank has taken the money. A fee that is given up goes back in the books as a refund that was made elsewhere, named by the
 * dispute; one that is still owed stays invoiced. A second call finds the task settled.
 */
export async function settleDispute(ctx: StaffCtx, given: Given): Promise<void> {
  const { decision, endsAccess, note } = given;
  const now = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    const isThis = eq(dispute.providerDisputeId, given.disputeId);
    const [known] = await tx.select().from(dispute).where(isThis);
    const held = known && (await lockPayment(tx, known.providerPaymentId));
    if (!held) throw new Refusal("UNKNOWN_FLAG");
    // Somebody else may have decided while we waited for the order.
    const [lost] = await tx.select().from(dispute).where(isThis);
    if (lost?.state !== "lost" || lost.decision) throw new Refusal("FLAG_SETTLED");
    const { order, paid } = held;
    const invoiced = await findInvoiceOf(tx, { orderId: order.id, providerPaymentId: paid.providerPaymentId });
    const purchase = invoiced?.purchase && isCurrent(invoiced.purchase.state) ? invoiced.purchase : null;
    if (endsAccess && !purchase) throw refuse({ endsAccess: "There is no access that could end" });
    if (decision === "given up")
      await giveUpFee(tx, ctx, { given, lost, order, paid, purchaseId: purchase?.id ?? null });
    if (endsAccess && purchase) await endPurchase(tx, { purchaseId: purchase.id, state: "refunded", now });
    await tx.update(dispute).set({ decision, note, settledAt: now, settledBy: ctx.staff.id }).where(isThis);
    await recordChange(tx, ctx, {
      action: decision === "given up" ? "Gave up a fee after a dispute" : "Held on to a fee after a dispute",
      ...{ kind: "refund", thingId: order.id, after: { decision, endsAccess, note, dispute: given.disputeId } },
      thing: `${formatMoney({ ...paid, amountInPaise: lost.amountInPaise })} of ${paid.providerPaymentId}`,
    });
  });
}

type Lost = {
  given: Given;
  lost: typeof dispute.$inferSelect;
  order: OrderRow;
  paid: PaymentRow;
  purchaseId: string | null;
};

async function giveUpFee(tx: Db, { staff, clock, sellers }: StaffCtx, lost: Lost): Promise<void> {
  const { given, order, paid, purchaseId } = lost;
  const { providerPaymentId } = paid;
  const now = clock.now();
  const left = paid.amountInPaise - (await sumGoing(tx, providerPaymentId));
  const amountInPaise = Math.min(lost.lost.amountInPaise, left);
  await holdBack(tx, order);
  // All of it had been given back before.
  if (amountInPaise < 1) return;
  const refund = await addRefund(tx, {
    ...{ orderId: order.id, providerPaymentId, purchaseId, amountInPaise, way: "source", state: "approved" },
    ...{ reason: `The bank took it back: ${given.note}`, endsAccess: given.endsAccess, attemptId: randomUUID() },
    ...{ providerRefundId: given.disputeId, askedBy: staff.id, approvedBy: staff.id, askedAt: now },
  });
  await finishRefund(tx, { refund, order, sellers, now, how: "by your bank, which took it back from us" });
}
