import { batchTypes } from "@shoreline/domain/course";
import { mostDues } from "@shoreline/domain/instalments";
import { purchaseStates } from "@shoreline/domain/purchase";
import { isBatchTime } from "@shoreline/domain/site";
import { z } from "zod";
import { CourseChoice } from "./course-choice.ts";
import { endpoint } from "./endpoint.ts";
import { Amount } from "./money-shapes.ts";
import { attemptId, Discount, Reason } from "./sale-shapes.ts";
import { Done, day } from "./staff-shapes.ts";

const purchaseId = z.uuid("Choose a payment from the list");
const courseId = z.string().max(100);
const batch = {
  batchTime: z.string().refine(isBatchTime, "Choose a batch"),
  batchType: z.enum(batchTypes, "Choose a batch"),
};
const batchId = z.string().max(100).optional().describe("The batch that was shown with a seat");

const TransferPreview = z.object({
  purchaseId: z.string(),
  learner: z.string(),
  course: z.object({ courseId: z.string(), name: z.string() }),
  state: z.enum(purchaseStates),
  batchTime: z.string(),
  batchType: z.enum(batchTypes),
  batchId: z.string().nullable().describe("Null: the learner waits for a place"),
  why: z.string().nullable().describe("Why it cannot go to another course now"),
  carriedInPaise: z.int().describe("What was paid and not given back"),
  payments: z
    .array(z.object({ orderId: z.string(), providerPaymentId: z.string(), leftInPaise: z.int() }))
    .describe("What is carried over, the earliest first"),
  openInPaise: z.int().describe("Instalments that are cancelled with it"),
  otherCourse: CourseChoice.nullable().describe("The course that was asked for, where it is another one that is sold"),
  refusedCourses: z
    .array(z.object({ courseId: z.string(), why: z.string() }))
    .describe("Courses to which the learner cannot be transferred"),
  batchTimes: z.array(z.string()),
  today: z.iso.date(),
  discountLimit: z.number().describe("Percent that one gives without asking"),
  batches: z
    .array(
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
    )
    .describe("Of the course that was asked about"),
});
export type TransferPreview = z.infer<typeof TransferPreview>;

const Transferred = z.object({
  purchaseId: z.string().describe("The new one"),
  saleId: z.string(),
  orderId: z.string().describe("The order that has the first of the money now"),
  courseName: z.string(),
  carriedInPaise: z.int(),
  openInPaise: z.int().describe("The difference, which is still to be paid"),
});
export type Transferred = z.infer<typeof Transferred>;

/** Another batch of the same course, or another course with the money that was paid. */
export const transfer = {
  preview: endpoint({
    summary: "What a transfer would come to: what is carried over, prices, batches, and why it is not possible now",
    input: z.object({ purchaseId, courseId: courseId.optional().describe("Whose batches to list") }),
    reply: TransferPreview,
    refusals: ["UNKNOWN_PURCHASE", "UNKNOWN_COURSE"],
    staff: "see payments",
  }),
  batch: endpoint({
    summary: "Transfer a learner to another batch of the same course",
    input: z.object({
      purchaseId,
      ...batch,
      batchId,
      seen: z
        .object({ ...batch, batchId: z.string().max(100).nullable() })
        .describe("The batch from which the page showed the learner to come"),
    }),
    reply: Done,
    refusals: [
      ...["UNKNOWN_PURCHASE", "NOT_TRANSFERABLE", "CHANGED_MEANWHILE", "UNKNOWN_BATCH", "UNKNOWN_BATCH_TIME"],
      "BATCH_JUST_FULL",
    ] as const,
    staff: "enrol learners",
  }),
  course: endpoint({
    summary: "Transfer a learner to another course: what was paid is carried over, and the difference becomes due",
    input: z
      .object({
        purchaseId,
        courseId,
        ...batch,
        batchId,
        expectedCarriedInPaise: Amount.describe("What the page showed as carried over"),
        expectedPriceInPaise: Amount.describe("The price that the page showed"),
        discount: Discount.default(null),
        discountReason: Reason.default(""),
        reason: Reason.min(3, "Say why, in a few words"),
        dues: z
          .array(z.object({ amountInPaise: Amount, dueOn: day }))
          .max(mostDues, `Use at most ${mostDues} instalments`)
          .describe("The difference; empty when there is none"),
        attemptId,
      })
      .superRefine((form, check) => {
        if (form.discount && form.discountReason.length < 3)
          check.addIssue({ code: "custom", path: ["discountReason"], message: "Say why, in a few words" });
      }),
    reply: Transferred,
    refusals: [
      ...["UNKNOWN_PURCHASE", "NOT_TRANSFERABLE", "CHANGED_MEANWHILE", "UNKNOWN_COURSE", "COURSE_WITHDRAWN"],
      ...["PRICE_CHANGED", "LEARNER_HAS_COURSE", "SALE_EXISTS", "UNKNOWN_BATCH", "UNKNOWN_BATCH_TIME"],
      ...["BATCH_JUST_FULL", "ATTEMPT_USED"],
    ] as const,
    staff: "settle payments",
    needsFreshProof: true,
  }),
};
