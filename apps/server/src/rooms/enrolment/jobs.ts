import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** Confirms a new purchase, or the change to another batch. */
export const confirmPurchase = defineJob("purchase.confirm", { purchaseId: z.string() });

export const removeInvoiceFile = defineJob("invoice.remove-file", { id: z.string() });
