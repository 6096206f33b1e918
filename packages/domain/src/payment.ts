/** The states of an order. Browser, webhook and reconciliation may report its events in any sequence. */
export const orderStates = ["created", "attempted", "paid", "spent", "flagged"] as const;
/**
 * created: no payment was tried yet. attempted: a payment was started or failed; another may follow. paid: the money is here,
 * the item is not delivered yet. spent: the item is delivered. flagged: the money is here and staff must decide.
 */
export type OrderState = (typeof orderStates)[number];

export type OrderEvent = "failed" | "authorized" | "captured" | "delivered" | "flagged";

/** The state after an event. A late event never undoes a payment: a paid order stays paid. */
export function nextOrderState(state: OrderState, event: OrderEvent): OrderState {
  if (state === "spent") return state;
  // The right payment may follow a wrong one: then the order is paid after all.
  if (state === "flagged") return event === "captured" ? "paid" : state;
  if (state === "paid") return event === "delivered" ? "spent" : event === "flagged" ? "flagged" : "paid";
  if (event === "captured") return "paid";
  if (event === "flagged") return "flagged";
  return event === "delivered" ? state : "attempted";
}

/** The provider's minimum. */
export const minAmountInPaise = 100;

/** How money reaches the desk. */
export const deskMethods = ["cash", "upi", "card machine", "bank transfer", "cheque"] as const;
export type DeskMethod = (typeof deskMethods)[number];
/** online: in the buyer's own browser. link: by a payment link. mandate: by the provider, without anybody. */
export const orderChannels = ["online", "desk", "link", "mandate"] as const;
export type OrderChannel = (typeof orderChannels)[number];

/** What staff do about a payment that does not match its order. */
export const flagDecisions = ["refund", "attach", "accept"] as const;

/** A bank that takes money back for the payer: where such a dispute stands. */
export const disputeStates = ["open", "under review", "won", "lost", "closed"] as const;
type DisputeState = (typeof disputeStates)[number];

/** What an owner says about a lost one. The bank has the money in both cases. */
export const disputeDecisions = ["given up", "still owed"] as const;

const isOver = (state: DisputeState) => state !== "open" && state !== "under review";

type Dispute = { state: DisputeState; changedAt: Date };

/** Whether a report about a dispute is news. Reports come late, twice, and in any order; the end of a dispute holds. */
export function isDisputeNews(known: Dispute, seen: Dispute): boolean {
  if (known.state === seen.state) return false;
  if (isOver(known.state) !== isOver(seen.state)) return isOver(seen.state);
  return seen.changedAt >= known.changedAt;
}

export type Money = { amountInPaise: number; currency: string };

/** Why a payment does not match its order; null when it does. */
export function whyMismatched(order: Money, payment: Money): "amount" | "currency" | null {
  if (order.currency !== payment.currency) return "currency";
  return order.amountInPaise === payment.amountInPaise ? null : "amount";
}

const minute = 60_000;
const longestWait = 4 * 24 * 60;
/** Minutes to wait before each check of an unpaid order at the provider. After the last one there are no more checks. */
const waits = [10, 30, 2 * 60, 6 * 60, 24 * 60, 2 * 24 * 60, longestWait];
/** Anyone can create an order that names an amount but no item: these are checked less often. */
const namelessWaits = [10, 6 * 60, longestWait];

type Asking = { checks: number; now: Date; isNamed?: boolean };

export function nextCheckAt({ checks, now, isNamed = true }: Asking): Date | null {
  const wait = (isNamed ? waits : namelessWaits)[checks];
  return wait === undefined ? null : new Date(now.getTime() + wait * minute);
}

/** A settled order is checked once more: the webhook of a second payment may have been lost. */
export function lastCheckAt(now: Date): Date {
  return new Date(now.getTime() + 24 * 60 * minute);
}

/** When the provider does not answer the last check, we retry, for about two months. */
const mostChecks = 20;

export function retryCheckAt({ checks, now }: { checks: number; now: Date }): Date | null {
  return checks >= mostChecks ? null : new Date(now.getTime() + longestWait * minute);
}

/** The method of papers that a transfer to another course issues: the money came in before. */
export const carriedOver = "carried over";

const methods: Record<string, string> = {
  upi: "UPI",
  card: "Card",
  netbanking: "Netbanking",
  wallet: "Wallet",
  emi: "EMI",
  free: "Free",
  cash: "Cash",
  "card machine": "Card machine",
  "bank transfer": "Bank transfer",
  cheque: "Cheque",
  [carriedOver]: "Carried over",
};

/** The display name of a payment method; an unknown method keeps the provider's name. */
export function paymentMethodName(method: string): string {
  return methods[method] ?? method;
}
