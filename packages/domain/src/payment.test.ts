import { expect, test } from "vitest";
import {
  isDisputeNews,
  lastCheckAt,
  nextCheckAt,
  nextOrderState,
  type OrderEvent,
  type OrderState,
  orderStates,
  paymentMethodName,
  retryCheckAt,
  whyMismatched,
} from "./payment.ts";

const events: OrderEvent[] = ["failed", "authorized", "captured", "delivered", "flagged"];

test.each<[OrderState, OrderEvent, OrderState]>([
  ["created", "failed", "attempted"],
  ["created", "authorized", "attempted"],
  ["created", "captured", "paid"],
  ["attempted", "captured", "paid"],
  ["attempted", "failed", "attempted"],
  ["created", "delivered", "created"],
  ["attempted", "delivered", "attempted"],
  ["paid", "delivered", "spent"],
  ["paid", "flagged", "flagged"],
  ["created", "flagged", "flagged"],
])("an order in state %s becomes, on the event %s, %s", (state, event, next) => {
  expect(nextOrderState(state, event)).toBe(next);
});

test("late events never undo a payment", () => {
  for (const event of ["failed", "authorized", "captured"] as const) expect(nextOrderState("paid", event)).toBe("paid");
  for (const event of events) {
    expect(nextOrderState("spent", event)).toBe("spent");
    expect(nextOrderState("flagged", event)).toBe(event === "captured" ? "paid" : "flagged");
  }
});

test("an order is not spent before its payment is captured", () => {
  for (const state of orderStates.filter((one) => one !== "paid" && one !== "spent"))
    expect(nextOrderState(state, "delivered")).not.toBe("spent");
});

test("a payment matches an order only with the exact amount and currency", () => {
  const order = { amountInPaise: 1299900, currency: "INR" };
  expect(whyMismatched(order, { ...order })).toBeNull();
  expect(whyMismatched(order, { ...order, amountInPaise: 1299899 })).toBe("amount");
  expect(whyMismatched(order, { ...order, currency: "USD" })).toBe("currency");
});

const now = new Date("2026-11-15T06:30:00Z");

test.each([
  ["for an item", {}, ["0:10", "0:30", "2:00", "6:00", "24:00", "48:00", "96:00", null]],
  ["for a bare amount", { isNamed: false }, ["0:10", "6:00", "96:00", null]],
])("an unpaid order %s is checked at growing intervals, then no more", (_, options, waits) => {
  const checkTimes = waits.map((_, checks) => nextCheckAt({ checks, now, ...options }));
  expect(checkTimes.map((at) => at && hoursAndMinutes(at))).toEqual(waits);
});

function hoursAndMinutes(at: Date): string {
  const minutes = (at.getTime() - now.getTime()) / 60_000;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

test("a settled order is checked once more after a day", () => {
  expect(lastCheckAt(now).toISOString()).toBe("2026-11-16T06:30:00.000Z");
});

test("a last check without an answer is retried, but at most until the twentieth check", () => {
  expect(retryCheckAt({ checks: 7, now })?.toISOString()).toBe("2026-11-19T06:30:00.000Z");
  expect(retryCheckAt({ checks: 20, now })).toBeNull();
});

test("payment methods have display names, unknown ones keep the provider's name", () => {
  const methods = ["upi", "card", "netbanking", "wallet", "emi", "free", "paylater"];
  expect(methods.map(paymentMethodName)).toEqual(["UPI", "Card", "Netbanking", "Wallet", "EMI", "Free", "paylater"]);
});

test("the end of a dispute holds, and otherwise the latest report counts", () => {
  const at = (ms: number) => new Date(ms);
  const open = { state: "open", changedAt: at(1) } as const;
  const review = { state: "under review", changedAt: at(2) } as const;
  const lost = { state: "lost", changedAt: at(3) } as const;
  expect(isDisputeNews(open, review)).toBe(true);
  expect(isDisputeNews(review, open)).toBe(false);
  expect(isDisputeNews(review, { state: "open", changedAt: at(4) })).toBe(true);
  expect(isDisputeNews(lost, { state: "open", changedAt: at(9) })).toBe(false);
  expect(isDisputeNews({ ...open, changedAt: at(9) }, lost)).toBe(true);
  expect(isDisputeNews(lost, lost)).toBe(false);
  expect(isDisputeNews(lost, { state: "won", changedAt: at(4) })).toBe(true);
});
