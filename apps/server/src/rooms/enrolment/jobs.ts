import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** The learner has a course, or has just chosen another batch of it. */
export const confirmPurchase = defineJob("purchase.confirm", { purchaseId: z.string() });
