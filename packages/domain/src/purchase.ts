/** Suspended: the course is the learner's, but classes cannot be joined. */
export const purchaseStates = ["active", "suspended", "refunded", "transferred"] as const;
export type PurchaseState = (typeof purchaseStates)[number];

/** Whether the course is still the learner's. */
export function isCurrent(state: PurchaseState): boolean {
  return state === "active" || state === "suspended";
}

/** The subject of the mail about a transfer, by which the history of a payment finds it. */
export function transferSubject({ from, to }: { from: string; to: string }): string {
  return `You have moved from ${from} to ${to}`;
}
