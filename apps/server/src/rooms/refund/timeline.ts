import type { OrderDetail, StaffOrder, StaffRefund } from "@shoreline/contract";
import { paymentMethodName } from "@shoreline/domain/payment";
import { formatMoney } from "../../format.ts";

type Facts = Pick<OrderDetail, "payments" | "refunds" | "flags" | "disputes" | "papers"> & {
  order: StaffOrder;
  spentAt: Date | null;
  mails: { subject: string; sentAt: Date }[];
};
type Line = OrderDetail["timeline"][number];

const money = (amountInPaise: number) => formatMoney({ amountInPaise, currency: "INR" });
const channels = { online: "On the website", desk: "At the desk", link: "By payment link", mandate: "By mandate" };

/** Everything that happened to an order's money, the earliest first. */
export function timelineOf(facts: Facts): Line[] {
  const { order, papers, disputes, spentAt } = facts;
  const lines: (Line | null)[] = [
    {
      ...{ at: order.createdAt, kind: "order", text: `Ordered: ${money(order.amountInPaise)}` },
      detail: channels[order.channel],
    },
    ...facts.payments.flatMap(paymentLines),
    spentAt ? { at: spentAt.toISOString(), kind: "delivery", text: "Delivered", detail: order.item ?? "" } : null,
    ...papers.map(
      ({ number, kind, amountInPaise, issuedAt }): Line => ({
        ...{ at: issuedAt, kind: "paper", text: kind === "invoice" ? `Invoice ${number}` : `Credit note ${number}` },
        detail: money(amountInPaise),
      }),
    ),
    ...facts.flags.flatMap(flagLines),
    ...facts.refunds.flatMap(refundLines),
    ...disputes.map(
      ({ openedAt, state, reason, amountInPaise }): Line => ({
        ...{ at: openedAt, kind: "dispute", text: `Dispute about ${money(amountInPaise)}: ${state}`, detail: reason },
      }),
    ),
    ...mailLines(facts),
  ];
  return lines.filter((line) => line !== null).sort((one, other) => one.at.localeCompare(other.at));
}

function paymentLines(payment: OrderDetail["payments"][number]): (Line | null)[] {
  const { method, amountInPaise, status, firstSeenAt, capturedAt, providerPaymentId, settlement, feeInPaise } = payment;
  const detail = `${method}, ${providerPaymentId}`;
  const text = status === "failed" ? "A payment failed" : "Payment authorised";
  return [
    capturedAt === firstSeenAt ? null : { at: firstSeenAt, kind: "payment", text, detail },
    capturedAt ? { at: capturedAt, kind: "payment", text: `Captured: ${money(amountInPaise)}`, detail } : null,
    settlement
      ? {
          ...{ at: settlement.settledAt, kind: "payment", text: `The bank got ${money(settlement.creditInPaise)}` },
          detail: [
            `Settlement ${settlement.settlementId}`,
            settlement.utr && `UTR ${settlement.utr}`,
            feeInPaise ? `the provider kept ${money(feeInPaise)}` : "",
          ]
            .filter(Boolean)
            .join(", "),
        }
      : null,
  ];
}

function flagLines({ reason, flaggedAt, settledAt, decision, settledBy, note }: OrderDetail["flags"][number]) {
  const detail = [settledBy, note].filter(Boolean).join(": ");
  const lines: (Line | null)[] = [
    { at: flaggedAt, kind: "flag", text: "Needs a decision", detail: `A payment ${reason}` },
    settledAt ? { at: settledAt, kind: "flag", text: `Settled: ${decision}`, detail } : null,
  ];
  return lines;
}

function refundLines({ askedAt, askedBy, amountInPaise, reason, doneAt, way, state, failure }: StaffRefund) {
  const amount = money(amountInPaise);
  const lines: (Line | null)[] = [
    askedBy
      ? { at: askedAt, kind: "refund", text: `Refund of ${amount} asked for`, detail: `${askedBy}: ${reason}` }
      : { at: askedAt, kind: "refund", text: `Refund of ${amount} elsewhere`, detail: reason },
    state === "failed" ? { at: askedAt, kind: "refund", text: "Refund failed", detail: failure } : null,
    doneAt
      ? {
          ...{ at: doneAt, kind: "refund", text: `Refunded: ${amount}` },
          detail: way === "source" ? "The way it came" : paymentMethodName(way),
        }
      : null,
  ];
  return lines;
}

/** Mails do not name their order: those about its item and its refunds are shown. */
function mailLines({ order, refunds, mails }: Facts): Line[] {
  const amounts = refunds.filter(({ state }) => state === "done").map(({ amountInPaise }) => money(amountInPaise));
  const isAbout = (subject: string) =>
    (order.item && subject.startsWith(`${order.item}:`)) ||
    amounts.some((amount) => subject.includes(`${amount} back`));
  return mails
    .filter(({ subject }) => isAbout(subject))
    .map(({ subject, sentAt }) => ({ at: sentAt.toISOString(), kind: "mail", text: "Mail sent", detail: subject }));
}
