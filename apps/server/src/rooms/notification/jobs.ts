import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** A notification in the learner's portal; `link` is a path of the site. */
export const notifyLearner = defineJob("notification.add", {
  learnerId: z.string(),
  title: z.string(),
  text: z.string(),
  link: z.string().nullable(),
});
