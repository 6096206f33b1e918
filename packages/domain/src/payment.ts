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
  if (state === "spent") return state;
  // Money that fits may follow money that did not: the order is paid after all.
  if (state === "flagged") return event === "captured" ? "paid" : state;
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
const longestWait = 4 * 24 * 60;
/** After how many minutes an unpaid order is asked about at the provider, the first time and after each time; then never again. */
const waits = [10, 30, 2 * 60, 6 * 60, 24 * 60, 2 * 24 * 60, longestWait];
/** Anybody can order an amount for nothing named: such orders are asked about less often. */
const namelessWaits = [10, 6 * 60, longestWait];

type Asking = { checks: number; now: Date; isNamed?: boolean };

export function nextCheckAt({ checks, now, isNamed = true }: Asking): Date | null {
  const wait = (isNamed ? waits : namelessWaits)[checks];
  return wait === undefined ? null : new Date(now.getTime() + wait * minute);
}

/** What is settled is asked about once more: money that came twice may have come without a word. */
export function lastCheckAt(now: Date): Date {
  return new Date(now.getTime() + 24 * 60 * minute);
}

/** When the last of the checks finds no answer, there is another; after some two months nobody asks any more. */
const mostChecks = 20;

export function retryCheckAt({ checks, now }: { checks: number; now: Date }): Date | null {
  return checks >= mostChecks ? null : new Date(now.getTime() + longestWait * minute);
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
