import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

export const removeReceiptFile = defineJob("receipt.remove-file", { id: z.string() });
