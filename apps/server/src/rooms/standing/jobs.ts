import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** A message of the staff to one learner. */
export const messageLearner = defineJob("standing.message", {
  learnerId: z.string(),
  courseId: z.string(),
  subject: z.string(),
  text: z.string(),
  from: z.string(),
});
