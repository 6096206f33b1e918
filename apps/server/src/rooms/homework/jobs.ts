import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** Looks for versions of others that are like this one. */
export const compareSubmission = defineJob("homework.compare", { submissionId: z.string() });
