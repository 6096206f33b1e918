import { batchTypes } from "@shoreline/domain/course";
import { isBatchTime } from "@shoreline/domain/site";
import { z } from "zod";
import { Course, CourseCard } from "./course.ts";
import { endpoint, FileReply } from "./endpoint.ts";
import { paymentProof } from "./payment.ts";

export const Purchase = z.object({
  _id: z.string(),
  course: CourseCard,
  purchasedDate: z.string(),
  batchTime: z.string(),
  batchType: z.enum(batchTypes),
  amount: z.number().describe("Rupees, as paid"),
  paidVia: z.string(),
  status: z.enum(["Completed", "On hold", "Refunded", "Transferred"]),
  invoiceNumber: z.string().nullable(),
  isReceipt: z.boolean().describe("True when the institute has no GSTIN and issues a receipt instead of an invoice"),
  papers: z
    .array(
      z.object({
        number: z.string(),
        kind: z.enum(["invoice", "credit note"]),
        isReceipt: z.boolean(),
        amount: z.number(),
        issuedAt: z.iso.datetime(),
      }),
    )
    .describe("Every invoice of the purchase: who pays in parts has one for each. Then the credit notes"),
});
export type Purchase = z.infer<typeof Purchase>;

export const enrolment = {
  list: endpoint({
    summary: "The courses you have bought, newest first",
    input: z.object({}),
    reply: z.array(Purchase),
    signedIn: true,
  }),
  buy: endpoint({
    summary: "Buy a course with a proof of payment. With `isCheck`, only check whether you have bought it",
    input: z.object({
      courseId: z.string().min(1).max(100),
      isCheck: z.boolean().default(false),
      batchTime: z
        .string()
        .refine(isBatchTime, "must be an hour like 9-10")
        .optional()
        .describe("Default: the batch time of the order, or the first one"),
      batchType: z.enum(batchTypes).optional(),
      query: z.string().max(1000).optional(),
      couponCode: z
        .string()
        .max(100)
        .optional()
        .describe("Where it leaves nothing to pay; else it belongs to the order"),
      ...paymentProof,
    }),
    reply: z.object({ isPurchased: z.boolean(), error: z.string().nullable(), message: z.string().optional() }),
    refusals: [
      "GUARDIAN_NEEDED",
      "UNKNOWN_COURSE",
      "COURSE_WITHDRAWN",
      "UNKNOWN_BATCH_TIME",
      "PAYMENT_REQUIRED",
      "PAYMENT_PENDING",
      "PAYMENT_SPENT",
      "COUPON_REFUSED",
    ],
    signedIn: true,
  }),
  price: endpoint({
    summary: "What a course costs you now with a coupon",
    input: z.object({ courseId: z.string().min(1).max(100), couponCode: z.string().max(100) }),
    reply: z.object({
      listPrice: z.number().describe("Rupees"),
      price: z.number().describe("Rupees, to pay"),
      couponCode: z.string().nullable().describe("Null where the early-bird price is as low without the code"),
    }),
    refusals: ["UNKNOWN_COURSE", "COUPON_REFUSED"],
    signedIn: true,
    // A class of 60 behind one IP address. Wrong codes are bounded more tightly, together with those of orders.
    limit: { points: 120, seconds: 600 },
  }),
  read: endpoint({
    summary: "A course you have bought, with its syllabus, also when it is no longer offered",
    input: z.object({ purchaseId: z.string().max(100) }),
    reply: Course,
    refusals: ["UNKNOWN_COURSE"],
    signedIn: true,
  }),
  invoice: endpoint({
    summary: "Download the invoice of a purchase",
    input: z.object({
      purchaseId: z.string().max(100),
      number: z.string().max(100).optional().describe("Of the invoice; default: the first of the purchase"),
    }),
    reply: FileReply,
    sends: "application/pdf",
    refusals: ["UNKNOWN_INVOICE"],
    signedIn: true,
  }),
};
