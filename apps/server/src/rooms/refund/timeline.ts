import type { OrderDetail, StaffOrder } from "@shoreline/contract";
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
export function timelineOf({ order, payments, refunds, flags, disputes, papers, spentAt, mails }: Facts): Line[] {
  const lines: (Line | null)[] = [
    { at: order.createdAt, text: `Ordered: ${money(order.amountInPaise)}`, detail: channels[order.channel] },
    ...payments.flatMap(({ method, amountInPaise, status, firstSeenAt, capturedAt, providerPaymentId }) => {
      const detail = `${method}, ${providerPaymentId}`;
      const seen = { at: firstSeenAt, text: status === "failed" ? "A payment failed" : "Payment authorised", detail };
      return [
        capturedAt === firstSeenAt ? null : seen,
        capturedAt ? { at: capturedAt, text: `Captured: ${money(amountInPaise)}`, detail } : null,
      ];
    }),
    spentAt ? { at: spentAt.toISOString(), text: "Delivered", detail: order.item ?? "" } : null,
    ...papers.map(({ number, kind, amountInPaise, issuedAt }) => ({
      ...{ at: issuedAt, text: kind === "invoice" ? `Invoice ${number}` : `Credit note ${number}` },
      detail: money(amountInPaise),
    })),
    ...flags.flatMap(({ reason, flaggedAt, settledAt, decision, settledBy, note }) => [
      { at: flaggedAt, text: "Needs a decision", detail: `A payment ${reason}` },
      settledAt
        ? { at: settledAt, text: `Settled: ${decision}`, detail: [settledBy, note].filter(Boolean).join(": ") }
        : null,
    ]),
    ...refunds.flatMap(({ askedAt, askedBy, amountInPaise, reason, doneAt, way, state, failure }) => [
      {
        at: askedAt,
        text: askedBy ? `Refund of ${money(amountInPaise)} asked for` : `Refund of ${money(amountInPaise)} elsewhere`,
        detail: askedBy ? `${askedBy}: ${reason}` : reason,
      },
      state === "failed" ? { at: askedAt, text: "Refund failed", detail: failure } : null,
      doneAt
        ? {
            at: doneAt,
            text: `Refunded: ${money(amountInPaise)}`,
            detail: way === "source" ? "The way it came" : paymentMethodName(way),
          }
        : null,
    ]),
    ...disputes.map(({ openedAt, state, reason, amountInPaise }) => ({
      ...{ at: openedAt, text: `Dispute about ${money(amountInPaise)}: ${state}`, detail: reason },
    })),
    ...mails.map(({ subject, sentAt }) => ({ at: sentAt.toISOString(), text: "Mail sent", detail: subject })),
  ];
  return lines.filter((line) => line !== null).sort((one, other) => one.at.localeCompare(other.at));
}
