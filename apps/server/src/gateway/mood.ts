import { z } from "zod";

/** How badly webhooks travel from now on, for tests and demonstrations; forgotten at a restart. */
export const mood = z.strictObject({
  /** Seconds, a day at most; `true` is a minute. */
  late: z.union([z.boolean().transform((isLate) => (isLate ? 60 : 0)), z.number().min(0).max(86_400)]).default(0),
  twice: z.boolean().default(false),
  reordered: z.boolean().default(false),
  dropped: z.boolean().default(false),
});
export type Mood = z.infer<typeof mood>;

export const goodMood: Mood = { late: 0, twice: false, reordered: false, dropped: false };
