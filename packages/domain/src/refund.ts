import type { Tax } from "./enrolment.ts";
import { minAmountInPaise } from "./payment.ts";

export type TaxedTotal = Tax & { taxableInPaise: number; totalInPaise: number };

export const nothingCredited: TaxedTotal = {
  ...{ taxableInPaise: 0, cgstInPaise: 0, sgstInPaise: 0, igstInPaise: 0, totalInPaise: 0 },
};

/** Why this amount cannot be given back of what is left; null when it can. The provider sends nothing below ₹1. */
export function whyNotRefundable(amountInPaise: number, leftInPaise: number): string | null {
  if (!Number.isSafeInteger(amountInPaise) || amountInPaise < minAmountInPaise) return "Give back at least ₹1";
  if (amountInPaise > leftInPaise) return "This is more than was paid and not given back yet";
  const rest = leftInPaise - amountInPaise;
  return rest > 0 && rest < minAmountInPaise ? "Less than ₹1 would be left: give back all of it" : null;
}

/**
 * The tax that a credit note takes back. Each part follows its share of the invoice, counted over all credit notes together: so a
 * full refund in any number of steps takes back exactly what the invoice has, to the paisa. CGST and SGST stay equal.
 */
export function creditPart(invoice: TaxedTotal, credited: TaxedTotal, amountInPaise: number): TaxedTotal {
  // Who gives money back elsewhere, as in the provider's dashboard, is not bound by our rules about what may be left.
  if (!Number.isSafeInteger(amountInPaise) || amountInPaise < 1) throw new RangeError("Not an amount");
  if (amountInPaise > invoice.totalInPaise - credited.totalInPaise) throw new RangeError("More than the invoice has");
  const after = credited.totalInPaise + amountInPaise;
  const shareOf = (name: keyof Tax) => {
    const share =
      (BigInt(invoice[name]) * BigInt(after) * 2n + BigInt(invoice.totalInPaise)) / BigInt(2 * invoice.totalInPaise);
    return Number(share) - credited[name];
  };
  const tax = {
    cgstInPaise: shareOf("cgstInPaise"),
    sgstInPaise: shareOf("sgstInPaise"),
    igstInPaise: shareOf("igstInPaise"),
  };
  const taxableInPaise = amountInPaise - tax.cgstInPaise - tax.sgstInPaise - tax.igstInPaise;
  return { ...tax, taxableInPaise, totalInPaise: amountInPaise };
}

export function addCredited(one: TaxedTotal, other: TaxedTotal): TaxedTotal {
  return {
    taxableInPaise: one.taxableInPaise + other.taxableInPaise,
    cgstInPaise: one.cgstInPaise + other.cgstInPaise,
    sgstInPaise: one.sgstInPaise + other.sgstInPaise,
    igstInPaise: one.igstInPaise + other.igstInPaise,
    totalInPaise: one.totalInPaise + other.totalInPaise,
  };
}

/**
 * asked: waits for an approval. approved: is to be sent to the provider, or given at the desk. sent: the provider knows of it.
 * done: the payer has the money. failed: the provider could not do it; staff decide again. refused: nobody gets anything.
 */
export const refundStates = ["asked", "approved", "sent", "done", "failed", "refused"] as const;
export type RefundState = (typeof refundStates)[number];
export type RefundEvent = "approve" | "refuse" | "send" | "finish" | "fail";

const refundMoves: Record<RefundState, Partial<Record<RefundEvent, RefundState>>> = {
  asked: { approve: "approved", refuse: "refused" },
  approved: { send: "sent", finish: "done", fail: "failed" },
  sent: { finish: "done", fail: "failed" },
  // The provider may report the end of a refund before we know that it has it, or after it failed once.
  failed: { send: "sent", finish: "done", refuse: "refused" },
  done: {},
  // The books follow the money, also when we had given up.
  refused: { finish: "done" },
};

/** The state after an event; null when it changes nothing. Reports come late, twice, and in any order. */
export function nextRefundState(state: RefundState, event: RefundEvent): RefundState | null {
  return refundMoves[state][event] ?? null;
}

/** How money goes back. source: the way it came, by the provider. The others are given at the desk. */
export const refundWays = ["source", "cash", "upi", "bank transfer", "cheque"] as const;
export type RefundWay = (typeof refundWays)[number];

/** Whether the money has left or will: it cannot be promised again. */
export function isCommitted(state: RefundState): boolean {
  return state === "asked" || state === "approved" || state === "sent" || state === "done";
}
