import { expect, test } from "vitest";
import {
  methodName,
  nextCheckAt,
  nextState,
  type OrderEvent,
  type OrderState,
  orderStates,
  retryCheckAt,
  whyUnfit,
} from "./payment.ts";

const events: OrderEvent[] = ["failed", "authorized", "captured", "handedOut", "doubtful"];

test.each<[OrderState, OrderEvent, OrderState]>([
  ["created", "failed", "attempted"],
  ["created", "authorized", "attempted"],
  ["created", "captured", "paid"],
  ["attempted", "captured", "paid"],
  ["attempted", "failed", "attempted"],
  ["created", "handedOut", "created"],
  ["attempted", "handedOut", "attempted"],
  ["paid", "handedOut", "spent"],
  ["paid", "doubtful", "flagged"],
  ["created", "doubtful", "flagged"],
])("an order in state %s becomes, on the event %s, %s", (state, event, next) => {
  expect(nextState(state, event)).toBe(next);
});

test("late events never undo a payment", () => {
  for (const event of ["failed", "authorized", "captured"] as const) expect(nextState("paid", event)).toBe("paid");
  for (const event of events) {
    expect(nextState("spent", event)).toBe("spent");
    expect(nextState("flagged", event)).toBe(event === "captured" ? "paid" : "flagged");
  }
});

test("an order is not spent before its payment is captured", () => {
  for (const state of orderStates.filter((one) => one !== "paid" && one !== "spent"))
    expect(nextState(state, "handedOut")).not.toBe("spent");
});

test("a payment matches an order only with the exact amount and currency", () => {
  const order = { amountInPaise: 1299900, currency: "INR" };
  expect(whyUnfit(order, { ...order })).toBeNull();
  expect(whyUnfit(order, { ...order, amountInPaise: 1299899 })).toBe("amount");
  expect(whyUnfit(order, { ...order, currency: "USD" })).toBe("currency");
});

test("an unpaid order is checked at growing intervals over some days, then no more", () => {
  const now = new Date("2026-11-15T06:30:00Z");
  const waits = Array.from({ length: 8 }, (_, checks) => nextCheckAt({ checks, now }));
  expect(waits[0]?.toISOString()).toBe("2026-11-15T06:40:00.000Z");
  expect(waits.slice(0, 7).every((at, n) => n === 0 || Number(at) > Number(waits[n - 1]))).toBe(true);
  expect(waits[7]).toBeNull();
  const nameless = Array.from({ length: 8 }, (_, checks) => nextCheckAt({ checks, now, isNamed: false }));
  expect(nameless.filter((at) => at !== null)).toHaveLength(3);
});

test("a last check without an answer is retried, but at most until the twentieth check", () => {
  const now = new Date("2026-11-15T06:30:00Z");
  expect(retryCheckAt({ checks: 7, now })?.toISOString()).toBe("2026-11-19T06:30:00.000Z");
  expect(retryCheckAt({ checks: 20, now })).toBeNull();
});

test("payment methods have display names, unknown ones keep the provider's name", () => {
  expect(["upi", "card", "netbanking", "wallet", "paylater"].map(methodName)).toEqual([
    "UPI",
    "Card",
    "Netbanking",
    "Wallet",
    "paylater",
  ]);
});
