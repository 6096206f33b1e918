import { z } from "zod";

/** Every job by name, with what it carries. */
export const jobs = {
  "mail.send": z.object({
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string().optional(),
    unsubscribeUrl: z.string().optional(),
  }),
  "learner.welcome": z.object({ learnerId: z.string() }),
  "house.tidy": z.object({}),
  "demo.freshen": z.object({}),
};

export type JobName = keyof typeof jobs;
export type Payload<Name extends JobName> = z.infer<(typeof jobs)[Name]>;
