import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { paymentProof } from "./payment.ts";

const day = z.iso.date().describe("In the institute's time zone");

/** What anybody who has the payment link can see: nothing of the learner but the first name. */
const PayPage = z.object({
  state: z
    .enum(["open", "pending", "paid", "waiting", "withdrawn", "bought elsewhere"])
    .describe("pending: the money is on its way. waiting: staff have not agreed to the price yet"),
  courseName: z.string(),
  firstName: z.string(),
  number: z.int().describe("Which part it is, from 1"),
  count: z.int().describe("How many parts there are"),
  amountInPaise: z.int(),
  dueOn: day,
  isOverdue: z.boolean(),
  paidOn: day.nullable(),
  paper: z
    .object({ name: z.enum(["Invoice", "Receipt"]), number: z.string(), isMailed: z.boolean() })
    .nullable()
    .describe("Of this part, once it is paid"),
  automatic: z
    .array(z.object({ number: z.int(), amountInPaise: z.int(), dueOn: day }))
    .nullable()
    .describe("The later parts that who pays this one may have taken automatically on their days"),
  takenOn: day.nullable().describe("This part is taken automatically on this day"),
});
export type PayPage = z.infer<typeof PayPage>;

const PlanDue = z.object({
  number: z.int(),
  amountInPaise: z.int(),
  dueOn: day,
  state: z.enum(["open", "overdue", "paid", "written off"]),
  paidOn: day.nullable(),
  takenOn: day.nullable().describe("It is taken automatically on this day"),
  payPath: z.string().nullable().describe("The path of its payment link, while it can be paid"),
});

const Plan = z.object({
  purchaseId: z.string().nullable().describe("Null until the first part is paid"),
  courseId: z.string(),
  courseName: z.string(),
  paidInPaise: z.int(),
  openInPaise: z.int(),
  overdueInPaise: z.int(),
  isOnHold: z.boolean().describe("Classes cannot be joined until what is overdue is paid"),
  dues: z.array(PlanDue),
  automatic: z
    .object({ mandateId: z.string(), state: z.enum(["active", "paused"]) })
    .nullable()
    .describe("Later parts are taken on their days"),
});
export type Plan = z.infer<typeof Plan>;

const token = z.string().max(100);

/** A part of a price that is due: the payment link, for anybody who has it, and the learner's own plans. */
export const due = {
  read: endpoint({
    summary: "The instalment of a payment link. Anybody who has the link can see it and pay",
    input: z.object({ token }),
    reply: PayPage,
    refusals: ["UNKNOWN_DUE"],
    // An employer who pays for a class of 60 opens as many links behind one IP address.
    limit: { points: 300, seconds: 600 },
  }),
  settle: endpoint({
    summary: "Settle an instalment with a proof of payment",
    input: z.object({ token, ...paymentProof }),
    reply: PayPage.extend({
      problem: z.string().nullable().describe("Why this payment did not settle the instalment, although we have it"),
    }),
    refusals: ["UNKNOWN_DUE", "PAYMENT_REQUIRED"],
    limit: { points: 300, seconds: 600 },
  }),
  stop: endpoint({
    summary: "Stop your automatic payments. What the bank was asked for before may still be taken",
    input: z.object({ mandateId: z.uuid() }),
    reply: z.array(Plan),
    refusals: ["UNKNOWN_MANDATE"],
    signedIn: true,
  }),
  mine: endpoint({
    summary: "What you pay in parts: what is paid, and what is due when",
    input: z.object({}),
    reply: z.array(Plan),
    signedIn: true,
  }),
};
