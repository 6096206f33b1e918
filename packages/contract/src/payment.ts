import { batchTypes } from "@shoreline/domain/course";
import { whyNotEmployer } from "@shoreline/domain/gstin";
import { isBatchTime } from "@shoreline/domain/site";
import { hasNoHiddenCharacters } from "@shoreline/domain/text";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** The checkout returns these to the browser after a payment. */
export const paymentProof = {
  razorpay_order_id: z.string().max(100).optional(),
  razorpay_payment_id: z.string().max(100).optional(),
  razorpay_signature: z.string().max(200).optional(),
};

const PaymentOrder = z.object({
  amount: z.int().describe("Paise"),
  currency: z.string(),
  order_id: z.string(),
  key: z.string().describe("The provider's public key, for the checkout"),
  customer_id: z
    .string()
    .optional()
    .describe("The provider's id of the payer: the checkout then asks for automatic payments too"),
  checkoutUrl: z.string().describe("The provider's checkout script"),
});

export const payment = {
  order: endpoint({
    summary: "Create a payment order. The server knows the price and refuses any other amount",
    input: z
      .object({
        amount: z.int().min(0).max(1_000_000_000).describe("Paise: the price times 100"),
        courseId: z.string().max(100).optional(),
        batchTime: z.string().refine(isBatchTime, "must be an hour like 9-10").optional(),
        batchType: z.enum(batchTypes).optional(),
        batchId: z.string().max(100).optional().describe("The batch that the buyer was shown, if it has a seat"),
        couponCode: z
          .string()
          .max(100)
          .optional()
          .describe("As the buyer typed it; the amount is then the lower price"),
        dueToken: z.string().max(100).optional().describe("Of the payment link of an instalment"),
        automatic: z.boolean().optional().describe("The payer lets us take the later instalments on their days"),
        webinarId: z.string().max(100).optional(),
        username: z.string().max(400).optional().describe("Name of the person who registers for the webinar"),
        email: z.string().max(400).optional(),
        mobileNumber: z.string().max(400).optional(),
        company: z
          .string()
          .trim()
          .max(100)
          .refine(hasNoHiddenCharacters, "Contains hidden characters")
          .default("")
          .describe("The employer, where it pays"),
        gstin: z.string().trim().max(30).toUpperCase().default("").describe("Of the employer"),
      })
      .superRefine((form, check) => {
        const why = whyNotEmployer(form);
        if (why) check.addIssue({ code: "custom", path: [why.field], message: why.message });
      }),
    reply: PaymentOrder,
    refusals: [
      "UNKNOWN_BATCH_TIME",
      "GUARDIAN_NEEDED",
      "NOT_SIGNED_IN",
      "UNKNOWN_COURSE",
      "COURSE_WITHDRAWN",
      "ALREADY_PURCHASED",
      "BATCH_FULL",
      "BATCH_CLOSED",
      "COUPON_REFUSED",
      "UNKNOWN_WEBINAR",
      "WEBINAR_STARTED",
      "WEBINAR_CANCELLED",
      "WEBINAR_FULL",
      "SEAT_TAKEN",
      "UNKNOWN_DUE",
      "DUE_SETTLED",
      "DUE_WAITS",
      "DUE_UNDER_WAY",
      "NOT_AUTOMATIC",
      "WRONG_AMOUNT",
      "NO_PROVIDER",
    ],
    signedIn: "optional",
    // A class of 60 behind one IP address can order a course and a seat, and try again.
    limit: { points: 300, seconds: 600 },
  }),
  webhook: endpoint({
    summary: "For the payment provider only: payment events, signed over the raw body",
    input: z.object({
      raw: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
      signature: z.string().max(200).optional(),
      eventId: z.string().max(200).optional(),
    }),
    reply: z.object({ message: z.string() }),
    refusals: ["BAD_SIGNATURE"],
    takesRawBody: { signature: "x-razorpay-signature", eventId: "x-razorpay-event-id" },
  }),
};
