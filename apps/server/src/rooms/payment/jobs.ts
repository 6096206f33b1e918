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
