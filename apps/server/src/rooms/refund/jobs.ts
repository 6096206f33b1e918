import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** A refund is approved: the provider gives the money back. */
export const sendRefund = defineJob("refund.send", { refundId: z.string() });

export const removeCreditNoteFile = defineJob("credit-note.remove-file", { id: z.string() });
