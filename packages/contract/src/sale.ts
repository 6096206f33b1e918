import { batchTypes } from "@shoreline/domain/course";
import { whyNotEmployer } from "@shoreline/domain/gstin";
import { receiptPapers } from "@shoreline/domain/sale";
import { isBatchTime } from "@shoreline/domain/site";
import { z } from "zod";
import { phoneFields } from "./account.ts";
import { endpoint, FileReply } from "./endpoint.ts";
import { Amount, SignedAmount } from "./money-shapes.ts";
import {
  attemptId,
  CashDrawer,
  DeskPayment,
  DeskReceipt,
  DeskSale,
  Discount,
  MoneySettingsForm,
  NeededReason,
  OptionalEmail,
  Plan,
  Reason,
  shortText,
} from "./sale-shapes.ts";
import { nothing, version } from "./staff-shapes.ts";

export type { CashDrawer, DeskPayment, DeskReceipt, DeskSale, MoneySettingsForm } from "./sale-shapes.ts";

const saleId = z.uuid("Choose a sale from the list");
const drawerId = z.uuid("Choose a drawer from the list");
const takes = { staff: "take payments" as const };
const decides = { staff: "approve discounts" as const };
const takeRefusals = [
  "DRAWER_NOT_OPEN",
  "DRAWER_STILL_OPEN",
  "UNKNOWN_DESK",
  "ATTEMPT_USED",
  "REFERENCE_USED",
] as const;

const NewSale = z
  .object({
    ...phoneFields,
    name: shortText.default("").describe("Needed only for who has no account"),
    email: OptionalEmail,
    courseId: z.string().max(100),
    batchTime: z.string().refine(isBatchTime, "Choose a batch"),
    batchType: z.enum(batchTypes, "Choose a batch"),
    batchId: z.string().max(100).optional().describe("The batch that was shown with a seat"),
    expectedPriceInPaise: Amount.describe("The price that the page showed"),
    discount: Discount.default(null),
    discountReason: Reason.default(""),
    company: shortText.default("").describe("The employer, where it pays"),
    gstin: z.string().trim().max(30).toUpperCase().default("").describe("Of the employer"),
    dues: Plan,
    payment: DeskPayment.nullable().default(null).describe("Of the first instalment; null: it is paid later"),
    attemptId,
  })
  .superRefine((form, check) => {
    const why = whyNotEmployer(form);
    if (why) check.addIssue({ code: "custom", path: [why.field], message: why.message });
    if (form.discount && form.discountReason.length < 3)
      check.addIssue({ code: "custom", path: ["discountReason"], message: "Say why, in a few words" });
  });

/** The desk: enrolling a learner, plans, taking payments, and the cash drawer. */
export const sale = {
  desk: endpoint({
    summary: "What the desk needs to enrol somebody: desks, hours, one's own discount limit",
    input: nothing,
    reply: z.object({
      batchTimes: z.array(z.string()),
      discountLimit: z.number().describe("Percent that one gives without asking"),
      desks: z.array(z.object({ name: z.string(), drawer: z.enum(["none", "open", "of an earlier day"]) })),
      hasUpi: z.boolean(),
      today: z.iso.date(),
      institute: z.object({
        name: z.string(),
        address: z.array(z.string()),
        gstPercent: z.number().describe("0 when no GST is charged"),
      }),
      waiting: z.int().describe("Sales that wait for an owner"),
    }),
    staff: "enrol learners",
  }),
  person: endpoint({
    summary: "Who has a number: the learner, or the lead",
    input: z.object(phoneFields),
    reply: z.object({
      learner: z
        .object({
          learnerId: z.string(),
          name: z.string(),
          email: z.string(),
          isUnproven: z.boolean().describe("Staff made the account, and nobody has signed in yet"),
          owned: z.array(z.string()).describe("Ids of courses"),
          sales: z.array(
            z.object({ saleId: z.string(), courseId: z.string(), courseName: z.string(), openInPaise: z.int() }),
          ),
        })
        .nullable(),
      lead: z
        .object({ leadId: z.string(), name: z.string(), email: z.string(), status: z.string(), interest: z.string() })
        .nullable(),
    }),
    staff: "enrol learners",
  }),
  batches: endpoint({
    summary: "Batches of a course with the seats that are left",
    input: z.object({ courseId: z.string().max(100) }),
    reply: z.object({
      batches: z.array(
        z.object({
          batchId: z.string(),
          batchTime: z.string(),
          batchType: z.enum(batchTypes),
          days: z
            .string()
            .nullable()
            .describe("The days and hours, where they are others than batchTime and batchType say"),
          startsAt: z.iso.datetime(),
          hasBegun: z.boolean(),
          classesOver: z.int(),
          seats: z.int().nullable().describe("Null: no limit"),
          seatsLeft: z.int().nullable(),
        }),
      ),
    }),
    refusals: ["UNKNOWN_COURSE"],
    staff: "enrol learners",
  }),
  make: endpoint({
    summary: "Enrol a learner: agree price and plan, and take the first payment if it is there",
    input: NewSale,
    reply: z.object({ sale: DeskSale, receipt: DeskReceipt.nullable() }),
    refusals: [
      ...[
        "UNKNOWN_COURSE",
        "COURSE_WITHDRAWN",
        "UNKNOWN_BATCH_TIME",
        "BATCH_CLOSED",
        "BATCH_JUST_FULL",
        "PRICE_CHANGED",
      ],
      ...["LEARNER_HAS_COURSE", "SALE_EXISTS", "DISCOUNT_ABOVE_LIMIT", "NOT_ALLOWED"],
      ...takeRefusals,
    ] as const,
    staff: "enrol learners",
  }),
  list: endpoint({
    summary: "Sales that wait for an owner, or of which nothing is paid yet, the oldest first",
    input: z.object({
      state: z.enum(["waiting", "open"]),
      after: z.string().max(200).optional().describe("`next` of the page before"),
    }),
    reply: z.object({ sales: z.array(DeskSale), next: z.string().nullable() }),
    staff: "enrol learners",
  }),
  read: endpoint({
    summary: "A sale with its instalments",
    input: z.object({ saleId }),
    reply: DeskSale,
    refusals: ["UNKNOWN_SALE"],
    staff: "enrol learners",
  }),
  approve: endpoint({
    summary: "Approve the discount of a sale: it can be paid now",
    input: z.object({ saleId }),
    reply: DeskSale,
    refusals: ["UNKNOWN_SALE", "SALE_NOT_OPEN"],
    ...decides,
  }),
  refuse: endpoint({
    summary: "Refuse the discount of a sale, which is withdrawn",
    input: z.object({ saleId, reason: NeededReason }),
    reply: DeskSale,
    refusals: ["UNKNOWN_SALE", "SALE_NOT_OPEN"],
    ...decides,
  }),
  withdraw: endpoint({
    summary: "Withdraw a sale of which nothing is paid",
    input: z.object({ saleId, reason: NeededReason }),
    reply: DeskSale,
    refusals: ["UNKNOWN_SALE", "SALE_NOT_OPEN", "SALE_PAID"],
    staff: "enrol learners",
  }),
  take: endpoint({
    summary: "Take the payment of an instalment at the desk",
    input: z.object({ dueId: z.uuid("Choose an instalment from the list"), payment: DeskPayment, attemptId }),
    reply: z.object({ sale: DeskSale, receipt: DeskReceipt }),
    refusals: [
      ...([
        "UNKNOWN_DUE",
        "DUE_SETTLED",
        "DUE_UNDER_WAY",
        "SALE_WAITS",
        "SALE_NOT_OPEN",
        "LEARNER_HAS_COURSE",
      ] as const),
      ...(["ATTEMPT_USED", ...takeRefusals] as const),
    ],
    ...takes,
  }),
  upiCode: endpoint({
    summary: "The QR code by which a UPI app pays exactly this amount",
    input: z.object({
      amountInPaise: z.coerce.number().pipe(Amount.min(100, "At least ₹1")),
      note: shortText.default(""),
    }),
    reply: z.object({
      link: z.string(),
      picture: z.string().describe("A QR code as SVG"),
      vpa: z.string(),
      payee: z.string(),
    }),
    refusals: ["NO_UPI_ADDRESS"],
    staff: "enrol learners",
  }),
  receipt: endpoint({
    summary: "A receipt as a PDF: a sheet, or the roll of a receipt printer",
    input: z.object({ receiptId: z.uuid(), paper: z.enum(receiptPapers, "Choose a paper").default("a4") }),
    reply: FileReply,
    sends: "application/pdf",
    refusals: ["UNKNOWN_RECEIPT"],
    staff: "enrol learners",
  }),
  drawers: endpoint({
    summary: "The cash drawers that are open, and those of the last days",
    input: nothing,
    reply: z.object({
      today: z.iso.date(),
      desks: z.array(z.string()),
      drawers: z.array(CashDrawer).describe("Open ones first, then the latest"),
    }),
    ...takes,
  }),
  openDrawer: endpoint({
    summary: "Open the cash drawer of a desk with a count; one that was closed today is opened again",
    input: z.object({
      desk: shortText.min(1, "Choose a desk"),
      countedInPaise: Amount,
      reason: Reason.default("").describe("Needed where the count differs from the one that closed the drawer today"),
    }),
    reply: CashDrawer,
    refusals: ["UNKNOWN_DESK", "DRAWER_OPEN", "DRAWER_STILL_OPEN"],
    ...takes,
  }),
  moveCash: endpoint({
    summary: "Put cash into a drawer or take it out, other than fees",
    input: z.object({
      drawerId,
      amountInPaise: SignedAmount.refine((amount) => amount !== 0, "Enter an amount").describe("Negative: taken out"),
      reason: NeededReason,
      attemptId,
    }),
    reply: CashDrawer,
    refusals: ["UNKNOWN_DRAWER", "DRAWER_CLOSED", "ATTEMPT_USED"],
    ...takes,
  }),
  closeDrawer: endpoint({
    summary: "Close a cash drawer with a count; a difference needs an explanation",
    input: z.object({ drawerId, countedInPaise: Amount, explanation: Reason.default("") }),
    reply: CashDrawer,
    refusals: ["UNKNOWN_DRAWER", "DRAWER_CLOSED", "ATTEMPT_USED"],
    ...takes,
  }),
  settings: endpoint({
    summary: "How this institute handles money",
    input: nothing,
    reply: MoneySettingsForm.extend({ version: z.int() }),
    staff: "change money settings",
  }),
  saveSettings: endpoint({
    summary: "Change how this institute handles money",
    input: MoneySettingsForm.extend({ version }),
    reply: MoneySettingsForm.extend({ version: z.int() }),
    refusals: ["CHANGED_MEANWHILE"],
    staff: "change money settings",
    needsFreshProof: true,
  }),
};
