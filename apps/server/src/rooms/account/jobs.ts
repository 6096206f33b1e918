import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

export const welcomeLearner = defineJob("learner.welcome", { learnerId: z.string() });
