import type { OrderDetail, StaffDispute, StaffFlag, StaffOrder, StaffRefund, Waiting } from "@shoreline/contract";
import { paymentMethodName } from "@shoreline/domain/payment";
import type { RefundWay } from "@shoreline/domain/refund";
import type { Shape } from "../status-mark.tsx";

type Mark = { shape: Shape; text: string };

export function orderMark({ state, paidInPaise, refundedInPaise, isToSettle }: StaffOrder): Mark {
  if (isToSettle && (refundedInPaise === 0 || refundedInPaise < paidInPaise))
    return { shape: "act", text: "To settle" };
  if (state === "flagged") {
    if (refundedInPaise > 0 && refundedInPaise >= paidInPaise) return { shape: "off", text: "Refunded" };
    return { shape: "act", text: "Decide" };
  }
  // Nothing else takes the money away from an order that was delivered.
  if (state === "spent" && paidInPaise === 0) return { shape: "past", text: "Transferred" };
  if (refundedInPaise > 0)
    return refundedInPaise >= paidInPaise
      ? { shape: "off", text: "Refunded" }
      : { shape: "done", text: "Part refunded" };
  if (state === "spent") return { shape: "done", text: "Paid" };
  if (state === "paid") return { shape: "half", text: "Paid, not used" };
  return state === "attempted" ? { shape: "begun", text: "Tried" } : { shape: "begun", text: "Not paid" };
}

export const channelTexts = { online: "Website", desk: "Desk", link: "Payment link", mandate: "Mandate" } as const;

export const stateOptions = [
  { value: "paid", text: "Paid" },
  { value: "unpaid", text: "Not paid" },
  { value: "flagged", text: "To decide" },
  { value: "refunded", text: "Refunded" },
];

export const methodOptions = [
  ...["upi", "card", "netbanking", "wallet", "emi", "cash", "card machine", "bank transfer", "cheque"],
].map((value) => ({ value, text: paymentMethodName(value) }));

export function wayText(way: RefundWay): string {
  return way === "source" ? "The way it came" : `${paymentMethodName(way)}, at the desk`;
}

const refundMarks: Record<StaffRefund["state"], Mark> = {
  asked: { shape: "act", text: "To approve" },
  approved: { shape: "begun", text: "Approved" },
  sent: { shape: "half", text: "On its way" },
  done: { shape: "done", text: "Given back" },
  failed: { shape: "act", text: "Failed" },
  refused: { shape: "off", text: "Not given" },
};

export function refundMark({ state, way }: Pick<StaffRefund, "state" | "way">): Mark {
  return state === "approved" && way !== "source" ? { shape: "act", text: "To give" } : refundMarks[state];
}

const disputeMarks: Record<StaffDispute["state"], Mark> = {
  open: { shape: "act", text: "Answer it" },
  "under review": { shape: "half", text: "Under review" },
  won: { shape: "done", text: "Won" },
  lost: { shape: "off", text: "Lost" },
  closed: { shape: "past", text: "Closed" },
};

export function disputeMark({ state }: StaffDispute): Mark {
  return disputeMarks[state];
}

/** What is wrong with the money, and what its payer got. */
export function flagTexts({ reason, isDelivered, item }: Pick<StaffFlag, "reason" | "isDelivered" | "item">) {
  const isTwice = /paid before|settled before/.test(reason);
  const first = isTwice ? " for the first payment" : "";
  return {
    text: isTwice ? "Paid twice" : `A payment ${reason}`,
    outcome: isDelivered ? `${item ?? "What was ordered"} was given${first}.` : "Nothing was given for it.",
  };
}

export const eventIcons: Record<OrderDetail["timeline"][number]["kind"], string> = {
  ...{ order: "tag", payment: "check", delivery: "certificate", paper: "receipt" },
  ...{ flag: "warn", refund: "left", transfer: "right", dispute: "warn", mail: "mail" },
};

/** What a person has to do something about. A refund that is on its way needs nobody. */
export function countWaiting({ flags, refunds, ended, disputes, lost }: Waiting): number {
  const toDo = refunds.filter((refund) => refundMark(refund).shape === "act");
  const toAnswer = disputes.filter(({ state }) => state === "open");
  return flags.length + toDo.length + ended.length + toAnswer.length + lost.length;
}

/** Paise of flags and of lost disputes that nobody has decided about. */
export function sumWaiting({ flags, lost }: Waiting): number {
  const taken = lost.reduce((sum, { amountInPaise }) => sum + amountInPaise, 0);
  return flags.reduce((sum, { leftInPaise }) => sum + leftInPaise, taken);
}
