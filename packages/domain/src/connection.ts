/** What other programs may do with the product, and what the product tells them. */

/** What a key allows. */
export const keyScopes = ["add leads", "read leads"] as const;
export type KeyScope = (typeof keyScopes)[number];

/** What other programs can be notified of. */
export const webhookEvents = ["lead.created", "purchase.completed", "certificate.issued"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const maxKeys = 20;
export const maxWebhooks = 10;

const minute = 60_000;
const hour = 60 * minute;
/** How long to wait after each try that failed. After the last one nobody tries again by itself. */
export const retryWaits = [minute, 5 * minute, 30 * minute, 2 * hour, 8 * hour, 24 * hour] as const;

/** When to try again after so many tries; null when these were enough. */
export function nextTryAt({ tries, now }: { tries: number; now: Date }): Date | null {
  const wait = retryWaits[tries - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait);
}
