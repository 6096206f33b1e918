import { z } from "zod";
import { defineJob } from "../../jobs/job.ts";

/** A learner signed in in a browser that we did not know. */
export const reportSignIn = defineJob("learner.new-sign-in", {
  learnerId: z.string(),
  browser: z.string(),
  at: z.string(),
});

/** Something that protects the account has changed. `text` is a sentence that a date will end. */
export const reportChange = defineJob("learner.account-change", {
  learnerId: z.string(),
  title: z.string(),
  text: z.string(),
  at: z.string(),
});

export const welcomeLearner = defineJob("learner.welcome", { learnerId: z.string() });

/** The row of the picture is gone. */
export const removePictureFiles = defineJob("picture.remove-files", { id: z.string() });
