import { z } from "zod";

/** Faults in the delivery of webhooks, for tests and demonstrations; a restart clears them. */
export const deliveryFaults = z.strictObject({
  /** Delay in seconds, at most a day; `true` means a minute. */
  late: z.union([z.boolean().transform((isLate) => (isLate ? 60 : 0)), z.number().min(0).max(86_400)]).default(0),
  twice: z.boolean().default(false),
  reordered: z.boolean().default(false),
  dropped: z.boolean().default(false),
});
export type DeliveryFaults = z.infer<typeof deliveryFaults>;

export const noFaults: DeliveryFaults = { late: 0, twice: false, reordered: false, dropped: false };
