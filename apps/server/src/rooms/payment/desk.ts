import { Refusal } from "@shoreline/contract";
import type { DeskMethod } from "@shoreline/domain/payment";
import { eq } from "drizzle-orm";
import type { Item } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { payment, paymentOrder } from "../../db/tables/payment.ts";
import type { OrderRow } from "./queries.ts";
import { applyPayment } from "./settle.ts";

type Taken = Item & {
  learnerId: string;
  amountInPaise: number;
  details: Record<string, string>;
  method: DeskMethod;
  reference: string;
  staffId: string;
  /** The same attempt is paid once: it is in the ids of order and payment, which are unique. */
  attemptId: string;
  now: Date;
};

/** The id of the payment that an attempt at the desk made. */
export function deskPaymentId(attemptId: string): string {
  return `desk:${attemptId}`;
}

export function isDeskPayment(providerPaymentId: string): boolean {
  return providerPaymentId.startsWith("desk:");
}

/**
 * Money that somebody took at the desk: an order that is paid the moment it is made. The caller delivers the item in the same
 * transaction.
 */
export async function takeAtDesk(
  tx: Db,
  { method, reference, staffId, attemptId, now, ...values }: Taken,
): Promise<{ order: OrderRow; providerPaymentId: string }> {
  const [added] = await tx
    .insert(paymentOrder)
    .values({
      ...values,
      ...{
        providerOrderId: deskPaymentId(attemptId),
        currency: "INR",
        state: "created",
        channel: "desk",
        createdAt: now,
      },
    })
    .onConflictDoNothing()
    .returning();
  if (!added) throw new Refusal("ATTEMPT_USED");
  const order: OrderRow = added;
  const providerPaymentId = deskPaymentId(attemptId);
  const seen = {
    ...{ id: providerPaymentId, orderId: order.providerOrderId, status: "captured" as const, method },
    ...{ amount: order.amountInPaise, currency: order.currency },
  };
  const paid = await applyPayment(tx, order, seen, now);
  await tx.update(payment).set({ reference, takenBy: staffId }).where(eq(payment.providerPaymentId, providerPaymentId));
  return { order: paid, providerPaymentId };
}
