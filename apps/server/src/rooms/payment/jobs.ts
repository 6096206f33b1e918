import { disputeStates } from "@shoreline/domain/payment";
import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** The order is paid: its seller delivers the item. */
export const finishOrder = defineJob("order.finish", { providerOrderId: z.string() });

/** A payment needs a decision by staff. `isPayerNotified`: another mail has notified the payer. */
export const reportFlag = defineJob("payment.flagged", {
  providerOrderId: z.string(),
  providerPaymentId: z.string(),
  reason: z.string(),
  isPayerNotified: z.boolean().optional(),
});

export const reconcilePayments = defineJob("payment.reconcile", {});

/** The provider reports a refund, which may be ours or made in its own dashboard. */
export const reportRefund = defineJob("refund.reported", {
  id: z.string(),
  paymentId: z.string(),
  amount: z.int(),
  status: z.enum(["pending", "processed", "failed"]),
  refundId: z.string().nullable(),
});

/** A payer has asked the bank to take the money back, or such a dispute goes on. `at`: when the provider said so. */
export const reportDispute = defineJob("dispute.reported", {
  id: z.string(),
  paymentId: z.string(),
  amount: z.int(),
  reason: z.string(),
  status: z.enum(disputeStates),
  respondBy: z.iso.datetime().nullable(),
  openedAt: z.iso.datetime(),
  at: z.iso.datetime(),
});

/** The provider has a mandate, or it has changed there. `providerOrderId`: the order by which the payer agreed. */
export const reportMandate = defineJob("mandate.reported", {
  tokenId: z.string(),
  providerOrderId: z.string().nullable(),
});

/** The provider could not take money by a mandate. `why` is a word of the provider. */
export const reportFailedCharge = defineJob("mandate.not-charged", { providerOrderId: z.string(), why: z.string() });

/** Asks the provider about refunds that it has not finished. */
export const reconcileRefunds = defineJob("refund.reconcile", {});
