import { disputeDecisions, disputeStates, flagDecisions, orderChannels, orderStates } from "@shoreline/domain/payment";
import { purchaseStates } from "@shoreline/domain/purchase";
import { refundStates, refundWays } from "@shoreline/domain/refund";
import { hasNoHiddenCharacters } from "@shoreline/domain/text";
import { z } from "zod";
import { endpoint, FileReply } from "./endpoint.ts";
import { Amount } from "./money-shapes.ts";
import { Done, nothing, version } from "./staff-shapes.ts";

const moment = z.iso.datetime();
const orderId = z.uuid("Choose a payment from the list");
const refundId = z.uuid("Choose a refund from the list");
const flagId = z.uuid("Choose a task from the list");
const attemptId = z.uuid().describe("The same one again changes nothing");
const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Use at most ${most} characters`)
    .refine(hasNoHiddenCharacters, "Contains hidden characters");
const reason = text(300).min(1, "Say why");

/** How the list is filtered: what became of the money. */
const moneyStates = ["paid", "unpaid", "flagged", "refunded"] as const;

const StaffOrder = z.object({
  orderId: z.string(),
  providerOrderId: z.string(),
  payer: z.string().nullable(),
  item: z.string().nullable().describe("Null: nobody has said what it is for"),
  channel: z.enum(orderChannels),
  state: z.enum(orderStates),
  createdAt: moment,
  paidAt: moment.nullable(),
  amountInPaise: z.int().describe("What was to be paid"),
  paidInPaise: z.int(),
  refundedInPaise: z.int().describe("What has gone back"),
  method: z.string().nullable(),
  invoiceNumber: z.string().nullable(),
  isToSettle: z.boolean().describe("Some of its money waits for a decision"),
});
export type StaffOrder = z.infer<typeof StaffOrder>;

const StaffRefund = z.object({
  refundId: z.string(),
  orderId: z.string(),
  providerPaymentId: z.string(),
  payer: z.string().nullable(),
  item: z.string().nullable(),
  amountInPaise: z.int(),
  reason: z.string(),
  message: z.string(),
  way: z.enum(refundWays),
  state: z.enum(refundStates),
  endsAccess: z.boolean(),
  failure: z.string(),
  providerRefundId: z.string().nullable(),
  askedBy: z.string().nullable().describe("Null: it was made in the provider's dashboard"),
  askedAt: moment,
  doneAt: moment.nullable(),
  creditNoteNumber: z.string().nullable(),
  version,
});
export type StaffRefund = z.infer<typeof StaffRefund>;

const StaffFlag = z.object({
  flagId: z.string(),
  orderId: z.string(),
  providerPaymentId: z.string(),
  reason: z.string().describe('Goes on after "a payment"'),
  payer: z.string().nullable(),
  item: z.string().nullable(),
  orderedInPaise: z.int(),
  paidInPaise: z.int(),
  leftInPaise: z.int().describe("Not given back or promised yet"),
  flaggedAt: moment,
  isDelivered: z.boolean().describe("The learner has what the order is for"),
  actions: z.array(z.enum(flagDecisions)).describe("Those that fit"),
  decision: z.enum(flagDecisions).nullable(),
  settledBy: z.string().nullable(),
  settledAt: moment.nullable(),
  note: z.string(),
});
export type StaffFlag = z.infer<typeof StaffFlag>;

const StaffDispute = z.object({
  disputeId: z.string(),
  orderId: z.string().nullable(),
  providerPaymentId: z.string(),
  payer: z.string().nullable(),
  item: z.string().nullable(),
  course: z.string().nullable().describe("What the learner still has of it"),
  amountInPaise: z.int(),
  reason: z.string(),
  state: z.enum(disputeStates),
  respondBy: moment.nullable(),
  openedAt: moment,
  changedAt: moment,
  decision: z.enum(disputeDecisions).nullable().describe("Of a lost one, once somebody has decided"),
  settledBy: z.string().nullable(),
  settledAt: moment.nullable(),
  note: z.string(),
});
export type StaffDispute = z.infer<typeof StaffDispute>;

const StaffPayment = z.object({
  providerPaymentId: z.string(),
  status: z.string(),
  method: z.string(),
  reference: z.string(),
  amountInPaise: z.int(),
  feeInPaise: z.int().nullable().describe("What the provider keeps; null until it has said so"),
  firstSeenAt: moment,
  capturedAt: moment.nullable(),
  leftInPaise: z.int().describe("Not given back or promised yet"),
  ways: z.array(z.enum(refundWays)).describe("How it can go back"),
  invoiceNumber: z.string().nullable(),
  receipt: z.object({ receiptId: z.string(), number: z.string() }).nullable().describe("Of a payment at the desk"),
  settlement: z
    .object({ settlementId: z.string(), utr: z.string(), settledAt: moment, creditInPaise: z.int() })
    .nullable()
    .describe("In which settlement the bank got it; null until the provider has said so"),
});
export type StaffPayment = z.infer<typeof StaffPayment>;

const MoneyPaper = z.object({
  number: z.string(),
  kind: z.enum(["invoice", "credit note"]),
  amountInPaise: z.int(),
  issuedAt: moment,
});

const StaffPurchase = z.object({
  purchaseId: z.string(),
  course: z.string(),
  state: z.enum(purchaseStates),
  certificates: z.int().describe("They stay, also when the access ends"),
});

const Carried = z.object({ orderId: z.string(), course: z.string(), at: moment });

const OrderEvent = z.object({
  at: moment,
  kind: z.enum(["order", "payment", "delivery", "paper", "flag", "refund", "transfer", "dispute", "mail"]),
  text: z.string(),
  detail: z.string(),
});

const OrderDetail = StaffOrder.extend({
  contact: z.object({ name: z.string(), email: z.string(), mobile: z.string() }).nullable(),
  payments: z.array(StaffPayment),
  refunds: z.array(StaffRefund),
  flags: z.array(StaffFlag),
  disputes: z.array(StaffDispute),
  papers: z.array(MoneyPaper),
  purchase: StaffPurchase.nullable(),
  hasSeat: z.boolean().describe("Of a webinar: the seat that was paid is taken"),
  transfer: z
    .object({ from: Carried.nullable(), to: Carried.nullable() })
    .describe("The other order, where this money was carried over from or to"),
  timeline: z.array(OrderEvent).describe("The earliest first"),
});
export type OrderDetail = z.infer<typeof OrderDetail>;

const Waiting = z.object({
  flags: z.array(StaffFlag).describe("The oldest first, at most 100"),
  refunds: z.array(StaffRefund).describe("To approve, to give, under way or failed; the oldest first, at most 100"),
  ended: z
    .array(StaffRefund.extend({ course: z.string(), purchaseId: z.string() }))
    .describe("All money went back in the provider's dashboard, but the learner still has the course"),
  disputes: z.array(StaffDispute).describe("To answer, or under review"),
  lost: z.array(StaffDispute).describe("The bank has taken the money, and nobody has decided about the fee yet"),
  drawers: z
    .array(z.object({ drawerId: z.string(), desk: z.string() }))
    .describe("Those of today that are open, for cash that goes back"),
});
export type Waiting = z.infer<typeof Waiting>;

/** Payments as staff see them: what happened, refunds, and money that needs a decision. */
export const refund = {
  list: endpoint({
    summary: "Orders and what was paid for them, the newest first, 100 at a time",
    input: z.object({
      state: z.enum(moneyStates, "Choose from the list").optional(),
      method: z.string().max(40).optional(),
      channel: z.enum(orderChannels, "Choose from the list").optional(),
      month: z
        .string()
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/, "Enter a month")
        .optional(),
      words: z
        .string()
        .trim()
        .max(100)
        .optional()
        .describe(
          "The id of an order or a payment, the number of an invoice or a credit note, a name or a phone number",
        ),
      after: z.string().max(1000).optional().describe("`next` of the page before"),
    }),
    reply: z.object({ orders: z.array(StaffOrder), next: z.string().nullable() }),
    staff: "see payments",
    reads: "replica",
  }),
  read: endpoint({
    summary: "An order with everything that happened to its money",
    input: z.object({ orderId }),
    reply: OrderDetail,
    refusals: ["UNKNOWN_ORDER"],
    staff: "see payments",
  }),
  waiting: endpoint({
    summary: "Money that waits for a decision: flags, refunds and disputes",
    input: nothing,
    reply: Waiting,
    staff: "see payments",
  }),
  paper: endpoint({
    summary: "An invoice or a credit note of an order, as a PDF",
    input: z.object({ orderId, number: z.string().max(40) }),
    reply: FileReply,
    sends: "application/pdf",
    refusals: ["UNKNOWN_INVOICE"],
    staff: "see payments",
  }),
  ask: endpoint({
    summary: "Ask for a refund. Who may approve refunds approves it with this",
    input: z.object({
      orderId,
      providerPaymentId: z.string().max(100),
      amountInPaise: Amount,
      reason,
      message: text(1000).default("").describe("What the learner reads about it"),
      way: z.enum(refundWays, "Choose from the list"),
      endsAccess: z.boolean(),
      flagId: flagId.optional().describe("Settles this task; needs the right to settle payments too"),
      attemptId,
    }),
    reply: StaffRefund,
    refusals: ["UNKNOWN_ORDER", "UNKNOWN_FLAG", "FLAG_SETTLED", "ATTEMPT_USED"],
    staff: "ask for refunds",
    needsFreshProof: true,
  }),
  decide: endpoint({
    summary: "Approve a refund, or refuse it",
    input: z.object({ refundId, isApproved: z.boolean(), version }),
    reply: StaffRefund,
    refusals: ["UNKNOWN_REFUND", "CHANGED_MEANWHILE", "REFUND_EXCEEDS"],
    staff: "approve refunds",
    needsFreshProof: true,
  }),
  give: endpoint({
    summary: "Say that an approved refund was given at the desk",
    input: z.object({
      refundId,
      reference: text(100).default(""),
      drawerId: z.uuid().optional().describe("Of cash, if more than one drawer is open"),
      version,
    }),
    reply: StaffRefund,
    refusals: ["UNKNOWN_REFUND", "CHANGED_MEANWHILE", "NO_OPEN_DRAWER", "DRAWER_STILL_OPEN"],
    staff: "take payments",
    needsFreshProof: true,
  }),
  again: endpoint({
    summary: "Decide about a refund that failed: send it again, or give it up",
    input: z.object({ refundId, isSent: z.boolean(), version }),
    reply: StaffRefund,
    refusals: ["UNKNOWN_REFUND", "CHANGED_MEANWHILE", "REFUND_EXCEEDS"],
    staff: "approve refunds",
    needsFreshProof: true,
  }),
  endAccess: endpoint({
    summary: "Decide whether a learner keeps a course whose money went back in the provider's dashboard",
    input: z.object({ refundId, isEnded: z.boolean(), version }),
    reply: StaffRefund,
    refusals: ["UNKNOWN_REFUND", "CHANGED_MEANWHILE"],
    staff: "approve refunds",
    needsFreshProof: true,
  }),
  settle: endpoint({
    summary: "Settle money that needs a decision: give a learner a course for it, or accept the difference",
    input: z.object({
      flagId,
      decision: z.enum(["attach", "accept"], "Choose from the list"),
      note: text(300).min(1, "Say why"),
      number: z.string().trim().max(30).optional().describe("To attach: the learner's phone number"),
      courseId: z.string().max(100).optional().describe("To attach: the course"),
    }),
    reply: Done,
    refusals: ["UNKNOWN_FLAG", "FLAG_SETTLED"],
    staff: "settle payments",
    needsFreshProof: true,
  }),
  settleDispute: endpoint({
    summary: "Decide about a lost dispute: the fee is given up, with a credit note, or it is still owed",
    input: z.object({
      disputeId: z.string().max(100),
      decision: z.enum(disputeDecisions, "Choose from the list"),
      endsAccess: z.boolean(),
      note: text(300).min(3, "Say why, in a few words"),
    }),
    reply: Done,
    refusals: ["UNKNOWN_FLAG", "FLAG_SETTLED"],
    staff: "approve refunds",
    needsFreshProof: true,
  }),
};
