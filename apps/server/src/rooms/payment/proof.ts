import { Refusal } from "@shoreline/contract";
import type { Ctx, Item } from "../../context.ts";
import { findOrder, isFor, type OrderRow } from "./queries.ts";
import { reconcileOrder } from "./settle.ts";

export type Proof = {
  razorpay_order_id?: string | undefined;
  razorpay_payment_id?: string | undefined;
  razorpay_signature?: string | undefined;
};
type Sold = Item & { priceInPaise: number };

/** The order that was paid, by the provider's signature over the order that we have, for this very thing. */
export async function readProof({ db, payments }: Ctx, proof: Proof, sold: Sold): Promise<OrderRow> {
  const { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature } = proof;
  if (!orderId || !paymentId || !signature) throw new Refusal("PAYMENT_REQUIRED");
  const order = await findOrder(db, orderId);
  const isOurs = order && payments.isSigned({ orderId: order.providerOrderId, paymentId, signature });
  if (!isOurs) throw new Refusal("PAYMENT_REQUIRED");
  if (order.kind ? !isFor(order, sold) : order.amountInPaise !== sold.priceInPaise)
    throw new Refusal("PAYMENT_REQUIRED");
  return order;
}

/** A signature says that somebody paid; only the provider's books say that the money was captured. */
export async function settleNow(ctx: Ctx, providerOrderId: string): Promise<void> {
  try {
    await reconcileOrder(ctx, providerOrderId);
  } catch (error) {
    ctx.log.warn({ requestId: ctx.requestId, err: error }, "the provider did not confirm a payment at once");
  }
}
