/** Suspended: the course is the learner's, but classes cannot be joined. */
export const purchaseStates = ["active", "suspended", "refunded", "transferred"] as const;
export type PurchaseState = (typeof purchaseStates)[number];

/** Whether the course is still the learner's. */
export function isCurrent(state: PurchaseState): boolean {
  return state === "active" || state === "suspended";
}
