import { batchTypes } from "@shoreline/domain/course";
import { dueStates, saleStates } from "@shoreline/domain/due";
import { mostDues } from "@shoreline/domain/instalments";
import { deskMethods } from "@shoreline/domain/payment";
import { staffRoles } from "@shoreline/domain/staff";
import { hasNoHiddenCharacters, isEmail } from "@shoreline/domain/text";
import { vpaPattern } from "@shoreline/domain/upi";
import { z } from "zod";
import { Amount, Percent } from "./money-shapes.ts";
import { day } from "./staff-shapes.ts";

export const attemptId = z.uuid().describe("The same one again changes nothing");
const text = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `Use at most ${longest} characters`)
    .refine(hasNoHiddenCharacters, "Contains hidden characters");
export const shortText = text(100);
export const Reason = text(300);
export const NeededReason = Reason.min(3, "Say why, in a few words");
export const OptionalEmail = z
  .string()
  .trim()
  .max(254)
  .refine((given) => given === "" || isEmail(given), "Enter a valid e-mail address")
  .default("");

export const Discount = z
  .union([z.object({ percent: Percent }), z.object({ amountInPaise: Amount.min(1, "Enter a discount above 0") })])
  .nullable();

/** Everything but cash leaves a trace elsewhere, by which the money is found again. */
export const DeskPayment = z
  .object({
    method: z.enum(deskMethods, "Choose a method"),
    reference: shortText.default("").describe("Of the UPI payment, card slip, transfer or cheque; not for cash"),
    desk: shortText.default("").describe("Whose drawer the cash goes into"),
    isReferenceKnown: z.boolean().default(false).describe("Staff have seen that the reference was used before"),
  })
  .superRefine(({ method, reference }, check) => {
    if (method !== "cash" && reference.length < 4)
      check.addIssue({ code: "custom", path: ["reference"], message: "Enter the reference of the payment" });
  });
export type DeskPayment = z.infer<typeof DeskPayment>;

export const Plan = z
  .array(z.object({ amountInPaise: Amount, dueOn: day }))
  .min(1, "Add at least one instalment")
  .max(mostDues, `Use at most ${mostDues} instalments`);

const moment = z.iso.datetime();
const Receipt = z.object({ receiptId: z.string(), number: z.string() });

export const DeskSale = z.object({
  saleId: z.string(),
  state: z.enum(saleStates),
  name: z.string().describe("Of the learner; empty once the account is deleted"),
  number: z.string(),
  email: z.string(),
  courseId: z.string(),
  courseName: z.string(),
  batchTime: z.string(),
  batchType: z.enum(batchTypes),
  listPriceInPaise: z.int(),
  discountInPaise: z.int(),
  discountReason: z.string(),
  company: z.string(),
  gstin: z.string(),
  madeBy: z.string(),
  madeAt: moment,
  approvedBy: z.string().describe("Empty unless an owner had to"),
  refusal: z.string(),
  dues: z.array(
    z.object({
      dueId: z.string(),
      number: z.int(),
      amountInPaise: z.int(),
      dueOn: z.iso.date(),
      state: z.enum(dueStates),
      receipt: Receipt.nullable(),
    }),
  ),
});
export type DeskSale = z.infer<typeof DeskSale>;

export const DeskReceipt = Receipt.extend({
  dueId: z.string(),
  amountInPaise: z.int(),
  method: z.enum(deskMethods),
  invoiceNumber: z.string(),
  mailedTo: z.string().describe("Empty: no address is known"),
});
export type DeskReceipt = z.infer<typeof DeskReceipt>;

export const CashDrawer = z.object({
  drawerId: z.string(),
  desk: z.string(),
  day: z.iso.date(),
  openingInPaise: z.int(),
  openedBy: z.string(),
  openedAt: moment,
  expectedInPaise: z.int(),
  countedInPaise: z.int().nullable(),
  closedBy: z.string(),
  closedAt: moment.nullable(),
  explanation: z.string(),
  moves: z.array(
    z.object({ moveId: z.string(), amountInPaise: z.int(), reason: z.string(), by: z.string(), at: moment }),
  ),
});
export type CashDrawer = z.infer<typeof CashDrawer>;

const limit = z.number("Enter a percentage").min(0, "Enter 0 to 100").max(100, "Enter 0 to 100");
const otherRoles = staffRoles.filter((role) => role !== "owner");

export const MoneySettingsForm = z.object({
  discountLimits: z.partialRecord(z.enum(otherRoles), limit).describe("Percent, by role; owners have no limit"),
  overdue: z.object({
    remindOn: z
      .array(z.int("Enter whole days").min(-30, "Enter days from -30 to 90").max(90, "Enter days from -30 to 90"))
      .max(20, "Use at most 20 reminders")
      .transform((days) => [...new Set(days)].sort((one, other) => one - other)),
    restrictAfter: z.int("Enter whole days").min(1, "Enter 1 to 365 days").max(365, "Enter 1 to 365 days").nullable(),
  }),
  upi: z
    .object({
      vpa: z.string().trim().regex(vpaPattern, "Enter a UPI address such as institute@bank"),
      payee: shortText.min(1, "Enter the name that payers see"),
    })
    .nullable(),
  desks: z
    .array(shortText.min(1, "Enter a name").max(40, "Use at most 40 characters"))
    .min(1, "There is at least one desk")
    .max(20, "Use at most 20 desks")
    .refine((names) => new Set(names).size === names.length, "Each desk has a name of its own"),
  automaticPayments: z
    .boolean()
    .default(false)
    .describe("Payers may let the provider take later instalments; the account there must allow it"),
});
export type MoneySettingsForm = z.infer<typeof MoneySettingsForm>;
