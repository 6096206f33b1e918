import type { OrderDetail, StaffOrder, StaffRefund } from "@shoreline/contract";
import { paymentMethodName } from "@shoreline/domain/payment";
import { transferSubject } from "@shoreline/domain/purchase";
import { formatMoney } from "../../format.ts";
import { isDeskPayment } from "../payment/desk.ts";

type Facts = Pick<OrderDetail, "payments" | "refunds" | "flags" | "disputes" | "papers" | "transfer"> & {
  order: StaffOrder;
  spentAt: Date | null;
  mails: { subject: string; sentAt: Date }[];
};
type Line = OrderDetail["timeline"][number];

const money = (amountInPaise: number) => formatMoney({ amountInPaise, currency: "INR" });
const channels = { online: "On the website", desk: "At the desk", link: "By payment link", mandate: "By mandate" };

/** Everything that happened to an order's money, the earliest first. */
export function timelineOf(facts: Facts): Line[] {
  const { order, papers, disputes, spentAt, transfer } = facts;
  const amount = money(order.amountInPaise);
  const lines: (Line | null)[] = [
    transfer.from
      ? {
          at: order.createdAt,
          kind: "transfer",
          text: `Carried over: ${amount}`,
          detail: `From ${transfer.from.course}`,
        }
      : { at: order.createdAt, kind: "order", text: `Ordered: ${amount}`, detail: channels[order.channel] },
    ...facts.payments.flatMap(paymentLines),
    spentAt ? { at: spentAt.toISOString(), kind: "delivery", text: "Delivered", detail: order.item ?? "" } : null,
    ...papers.filter(({ kind }) => kind === "invoice").map(paperLine),
    ...facts.flags.flatMap(flagLines),
    ...facts.refunds.flatMap(refundLines),
    // In the same moment a refund comes before its credit note.
    ...papers.filter(({ kind }) => kind === "credit note").map(paperLine),
    ...disputes.flatMap(disputeLines),
    transfer.to
      ? {
          at: transfer.to.at,
          kind: "transfer",
          text: `Transferred to ${transfer.to.course}`,
          detail: "The money went with it",
        }
      : null,
    ...mailLines(facts),
  ];
  return lines.filter((line) => line !== null).sort((one, other) => one.at.localeCompare(other.at));
}

function paperLine({ number, kind, amountInPaise, issuedAt }: OrderDetail["papers"][number]): Line {
  const text = kind === "invoice" ? `Invoice ${number}` : `Credit note ${number}`;
  return { at: issuedAt, kind: "paper", text, detail: money(amountInPaise) };
}

function paymentLines(payment: OrderDetail["payments"][number]): (Line | null)[] {
  const { method, amountInPaise, status, firstSeenAt, capturedAt, settlement, feeInPaise } = payment;
  const detail = [method, ...namesOf(payment)].filter(Boolean).join(", ");
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

/** What people know a payment by. At the desk its id says nothing to anybody. */
function namesOf({ providerPaymentId, reference, receipt }: OrderDetail["payments"][number]): string[] {
  if (!isDeskPayment(providerPaymentId)) return [providerPaymentId];
  return [reference, receipt ? `receipt ${receipt.number}` : ""];
}

function flagLines({ reason, flaggedAt, settledAt, decision, settledBy, note }: OrderDetail["flags"][number]) {
  const detail = [settledBy, note].filter(Boolean).join(": ");
  const lines: (Line | null)[] = [
    { at: flaggedAt, kind: "flag", text: "Needs a decision", detail: `A payment ${reason}` },
    settledAt ? { at: settledAt, kind: "flag", text: `Settled: ${decision}`, detail } : null,
  ];
  return lines;
}

function disputeLines(dispute: OrderDetail["disputes"][number]): (Line | null)[] {
  const { openedAt, state, reason, amountInPaise, decision, settledAt, settledBy, note } = dispute;
  const kind = "dispute";
  return [
    { at: openedAt, kind, text: `Dispute about ${money(amountInPaise)}: ${state}`, detail: reason },
    settledAt
      ? { at: settledAt, kind, text: `The fee is ${decision}`, detail: [settledBy, note].filter(Boolean).join(": ") }
      : null,
  ];
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

const soonMs = 7 * 86_400_000;

/** Mails do not name their order: those about its course soon after the payment, its refunds and its transfer are shown. */
function mailLines({ order, refunds, mails, transfer }: Facts): Line[] {
  const [course = ""] = order.item?.split(", part ") ?? [];
  const moves = [
    ...(transfer.from ? [transferSubject({ from: transfer.from.course, to: course })] : []),
    ...(transfer.to ? [transferSubject({ from: course, to: transfer.to.course })] : []),
  ];
  const amounts = refunds.filter(({ state }) => state === "done").map(({ amountInPaise }) => money(amountInPaise));
  const lastAt = new Date(order.paidAt ?? order.createdAt).getTime() + soonMs;
  const isOfPayment = ({ subject, sentAt }: Facts["mails"][number]) =>
    course !== "" &&
    sentAt.getTime() <= lastAt &&
    (subject.startsWith(`${course}:`) || subject.endsWith(`: ${course}`));
  const isAbout = ({ subject, ...mail }: Facts["mails"][number]) =>
    isOfPayment({ subject, ...mail }) ||
    moves.includes(subject) ||
    amounts.some((amount) => subject.includes(`${amount} back`));
  return mails
    .filter(isAbout)
    .map(({ subject, sentAt }) => ({ at: sentAt.toISOString(), kind: "mail", text: "Mail sent", detail: subject }));
}
