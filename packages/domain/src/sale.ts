/** Suspended: the course is the learner's, but classes cannot be joined. */
export const purchaseStates = ["active", "suspended", "refunded", "transferred"] as const;
export type PurchaseState = (typeof purchaseStates)[number];

/** Whether the course is still the learner's. */
export function isCurrent(state: PurchaseState): boolean {
  return state === "active" || state === "suspended";
}

/** waiting: an owner has to approve the discount. open: it can be paid. withdrawn: nobody paid, and nobody will. */
export const saleStates = ["waiting", "open", "bought", "withdrawn"] as const;
export const dueStates = ["open", "paid", "written off", "cancelled"] as const;
/** How money reaches the desk. */
export const deskMethods = ["cash", "upi", "card machine", "bank transfer", "cheque"] as const;
export type DeskMethod = (typeof deskMethods)[number];
/** online: in the buyer's own browser. link: by a payment link. mandate: by the provider, without anybody. */
export const orderChannels = ["online", "desk", "link", "mandate"] as const;
