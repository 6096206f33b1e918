/** The life of an order, whatever the order in which browser, webhook and reconciliation bring the news. */
export const orderStates = ["created", "attempted", "paid", "spent", "flagged"] as const;
/**
 * created: nobody has tried to pay yet. attempted: a payment was begun or failed, which is not final. paid: the money is here,
 * what it is for is not handed out yet. spent: it is. flagged: the money is here and staff must decide what for.
 */
export type OrderState = (typeof orderStates)[number];

export type OrderEvent = "failed" | "authorized" | "captured" | "handedOut" | "doubtful";

/** What an order becomes. Late news never takes it back: a paid order stays paid. */
export function nextState(state: OrderState, event: OrderEvent): OrderState {
  if (state === "spent" || state === "flagged") return state;
  if (state === "paid") return event === "handedOut" ? "spent" : event === "doubtful" ? "flagged" : "paid";
  if (event === "captured") return "paid";
  if (event === "doubtful") return "flagged";
  return event === "handedOut" ? state : "attempted";
}

/** The provider takes no less. */
export const leastAmountInPaise = 100;

export type Money = { amountInPaise: number; currency: string };

/** Why a payment does not settle an order; null when it does. */
export function whyUnfit(order: Money, payment: Money): "amount" | "currency" | null {
  if (order.currency !== payment.currency) return "currency";
  return order.amountInPaise === payment.amountInPaise ? null : "amount";
}

const minute = 60_000;
/** After how long an unpaid order is asked about at the provider, the first time and after each time; then never again. */
const waits = [10, 30, 2 * 60, 6 * 60, 24 * 60, 2 * 24 * 60, 4 * 24 * 60].map((minutes) => minutes * minute);

export function nextCheckAt({ checks, now }: { checks: number; now: Date }): Date | null {
  const wait = waits[checks];
  return wait === undefined ? null : new Date(now.getTime() + wait);
}

const methods: Record<string, string> = {
  upi: "UPI",
  card: "Card",
  netbanking: "Netbanking",
  wallet: "Wallet",
  emi: "EMI",
  free: "Free",
};

/** As people know it; a method that is new to us is shown as the provider calls it. */
export function methodName(method: string): string {
  return methods[method] ?? method;
}
