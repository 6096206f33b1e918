import { noticeChannels } from "@shoreline/domain/account";
import { dueNoticeKinds, dueStates, saleStates } from "@shoreline/domain/due";
import { dueAges, mostDues } from "@shoreline/domain/instalments";
import { mandateStates } from "@shoreline/domain/mandate";
import { hasNoHiddenCharacters } from "@shoreline/domain/text";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Amount } from "./money-shapes.ts";
import { day, version } from "./staff-shapes.ts";

const saleId = z.uuid("Choose a sale from the list");
const dueId = z.uuid("Choose an instalment from the list");
const moment = z.iso.datetime();
const channel = z.enum(noticeChannels, "Choose from the list");
const age = z.enum(dueAges, "Choose from the list");

const OutstandingDue = z.object({
  dueId: z.string(),
  saleId: z.string(),
  learner: z.string(),
  phone: z.string(),
  course: z.string(),
  number: z.int(),
  count: z.int(),
  amountInPaise: z.int(),
  dueOn: z.iso.date(),
  age,
  daysLate: z.int().describe("Negative: it is due in so many days"),
  reminders: z.int(),
  isOnHold: z.boolean(),
  isBoughtElsewhere: z.boolean().describe("The learner bought the course on the website: nothing of the sale is owed"),
  automatic: z
    .enum(["active", "paused", "failed"])
    .nullable()
    .describe("Whether it is taken automatically. failed: the bank did not pay it"),
});
export type OutstandingDue = z.infer<typeof OutstandingDue>;

const SentNotice = z.object({
  kind: z.enum(dueNoticeKinds),
  day: z.int().nullable().describe("Of a reminder: days after the due date"),
  channel: channel.nullable().describe("Null: it is on its way, or there was no way to reach the learner"),
  sentAt: moment,
  by: z.string().nullable().describe("Null: the hourly job"),
});

const SaleDue = z.object({
  dueId: z.string(),
  number: z.int(),
  amountInPaise: z.int(),
  dueOn: z.iso.date(),
  state: z.enum(dueStates),
  settledAt: moment.nullable(),
  invoice: z.string().nullable(),
  payUrl: z.string().nullable().describe("The payment link, while it can be paid"),
  notices: z.array(SentNotice),
});
export type SaleDue = z.infer<typeof SaleDue>;

const SalePlan = z.object({
  saleId: z.string(),
  state: z.enum(saleStates),
  version,
  learner: z.string(),
  course: z.string(),
  priceInPaise: z.int().describe("After the discount"),
  openInPaise: z.int(),
  isOnHold: z.boolean(),
  isBoughtElsewhere: z.boolean().describe("Nothing can be paid: withdraw the sale"),
  leniencyUntil: z.iso.date().nullable(),
  today: z.iso.date(),
  ways: z
    .array(z.object({ channel, to: z.string() }))
    .describe("How the learner can be reached, and where: the one that they have chosen first"),
  dues: z.array(SaleDue).describe("Without those that a changed plan has cancelled"),
  automatic: z
    .object({
      state: z.enum(mandateStates),
      begunAt: moment,
      endedAt: moment.nullable(),
      why: z.string().describe("Why it ended"),
      maxInPaise: z.int().describe("No part above this amount is taken"),
      failed: z
        .object({ number: z.int(), at: moment, why: z.string() })
        .nullable()
        .describe("The last part that the bank did not pay"),
    })
    .nullable()
    .describe("The newest agreement to take parts automatically"),
});
export type SalePlan = z.infer<typeof SalePlan>;

const reason = z
  .string()
  .trim()
  .min(3, "Write why")
  .max(500, "Use at most 500 characters")
  .refine(hasNoHiddenCharacters, "Contains hidden characters");

const changing = { staff: "take payments" as const, reply: SalePlan };

/** What learners still have to pay, as staff see it. */
export const plan = {
  outstanding: endpoint({
    summary: "Instalments that are not paid, the oldest first, 100 at a time, with the sum of each age",
    input: z.object({
      age: age.optional(),
      words: z
        .string()
        .trim()
        .max(100)
        .optional()
        .describe("Words of the learner's name, number or e-mail address, each from its beginning"),
      after: z.string().max(200).optional().describe("`next` of the page before"),
    }),
    reply: z.object({
      dues: z.array(OutstandingDue),
      next: z.string().nullable(),
      ages: z
        .array(z.object({ age, count: z.int(), amountInPaise: z.int() }))
        .describe("Of all instalments, whatever the filter"),
    }),
    staff: "see payments",
  }),
  read: endpoint({
    summary: "A sale with its instalments and what was sent about them",
    input: z.object({ saleId }),
    reply: SalePlan,
    refusals: ["UNKNOWN_SALE"],
    staff: "see payments",
  }),
  send: endpoint({
    summary: "Send the payment link of an instalment to the learner",
    input: z.object({ dueId, channel, attemptId: z.uuid().describe("The same one again sends nothing") }),
    refusals: ["UNKNOWN_SALE", "DUE_SETTLED", "NO_WAY_TO_LEARNER"],
    limit: { points: 200, seconds: 3600 },
    ...changing,
  }),
  change: endpoint({
    summary: "Change the amounts and days of what is open; the sum stays",
    input: z.object({
      saleId,
      version,
      dues: z.array(z.object({ amountInPaise: Amount, dueOn: day })).max(mostDues),
    }),
    refusals: ["UNKNOWN_SALE", "CHANGED_MEANWHILE", "SALE_NOT_OPEN"],
    ...changing,
  }),
  lift: endpoint({
    summary: "Let a learner join classes until a day, although something is overdue",
    input: z.object({ saleId, version, until: day }),
    refusals: ["UNKNOWN_SALE", "CHANGED_MEANWHILE", "SALE_NOT_OPEN"],
    ...changing,
  }),
  stopAutomatic: endpoint({
    summary: "Stop the automatic payments of a sale. What the bank was asked for before may still be taken",
    input: z.object({ saleId }),
    refusals: ["UNKNOWN_SALE", "UNKNOWN_MANDATE"],
    ...changing,
  }),
  writeOff: endpoint({
    summary: "Give up an instalment that will not be paid",
    input: z.object({ dueId, version, reason }),
    refusals: ["UNKNOWN_SALE", "CHANGED_MEANWHILE", "DUE_SETTLED"],
    reply: SalePlan,
    staff: "approve discounts",
    needsFreshProof: true,
  }),
};
