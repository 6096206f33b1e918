import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** Money for this order is here: the room that sells such things hands it out. */
export const finishOrder = defineJob("order.finish", { providerOrderId: z.string() });

/** A payment needs a decision of staff. `isPayerNotified`: the payer has been told by another mail. */
export const reportFlag = defineJob("payment.flagged", {
  providerOrderId: z.string(),
  providerPaymentId: z.string(),
  reason: z.string(),
  isPayerNotified: z.boolean().optional(),
});

export const reconcilePayments = defineJob("payment.reconcile", {});
