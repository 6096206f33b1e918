import { Refusal } from "@shoreline/contract";
import type { Ctx, Item } from "../../context.ts";
import { recordEvent } from "../../events.ts";
import { findOrder, isFor, type OrderRow } from "./queries.ts";
import { reconcileOrder } from "./settle.ts";

export type Proof = {
  razorpay_order_id?: string | undefined;
  razorpay_payment_id?: string | undefined;
  razorpay_signature?: string | undefined;
};
type Sold = Item & { isPrice(order: OrderRow): boolean };

/** Returns the order that the provider's signature proves as paid, if it is an order for this item. */
export async function readProof(ctx: Ctx, proof: Proof, sold: Sold): Promise<OrderRow> {
  const { db, payments } = ctx;
  const { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature } = proof;
  if (!orderId || !paymentId || !signature) throw new Refusal("PAYMENT_REQUIRED");
  const order = await findOrder(db, orderId);
  const isSigned = order && payments.isSigned({ orderId: order.providerOrderId, paymentId, signature });
  if (!isSigned) {
    if (order) await recordEvent(ctx, "payment forged");
    throw new Refusal("PAYMENT_REQUIRED");
  }
  if (order.kind ? !isFor(order, sold) : !sold.isPrice(order)) throw new Refusal("PAYMENT_REQUIRED");
  return order;
}

/** A signature proves a payment, but only the provider knows whether the money was captured. */
export async function settleNow(ctx: Ctx, providerOrderId: string): Promise<void> {
  try {
    await reconcileOrder(ctx, providerOrderId);
  } catch (error) {
    ctx.log.warn({ requestId: ctx.requestId, err: error }, "the provider did not confirm a payment at once");
  }
}
