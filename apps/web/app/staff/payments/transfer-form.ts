import type { Api, CourseChoice, Input, NamedCourse, TransferPreview } from "@shoreline/contract";
import { type Discount, discountOf, isWithinLimit } from "@shoreline/domain/discount";
import { monthlyDays, type PlannedDue, splitIntoDues } from "@shoreline/domain/instalments";
import { differenceOf } from "@shoreline/domain/transfer";
import { readDiscount } from "../enrol/enrol-form.ts";

/** What was typed and chosen. */
export type TransferForm = {
  /** Empty: nothing is chosen yet. That of the purchase: another batch of it. */
  courseId: string;
  /** The other course that was chosen. */
  other: NamedCourse | null;
  /** A batch, or hour and days where none is planned. */
  batchId: string;
  /** 2000 or 5 %. */
  discount: string;
  discountReason: string;
  parts: number;
  /** Empty: today. */
  firstDay: string;
  reason: string;
};

export const emptyTransfer: TransferForm = {
  ...{ courseId: "", other: null, batchId: "", discount: "", discountReason: "", parts: 1, firstDay: "", reason: "" },
};

export type Difference = {
  course: CourseChoice;
  discount: Discount | null;
  discountInPaise: number;
  toPayInPaise: number;
  tooMuchInPaise: number;
  dues: PlannedDue[];
  isDiscountWrong: boolean;
  isAboveLimit: boolean;
};

/** What follows from the form. Null while no other course is chosen. */
export function readDifference(form: TransferForm, preview: TransferPreview): Difference | null {
  const course = preview.otherCourse;
  if (course?.courseId !== form.courseId) return null;
  const read = readDiscount(form.discount);
  const discount = read ?? null;
  const discountInPaise = discount ? discountOf(course.priceInPaise, discount) : 0;
  const { carriedInPaise, discountLimit, today } = preview;
  const difference = differenceOf({ carriedInPaise, priceInPaise: course.priceInPaise - discountInPaise });
  const days = monthlyDays(form.firstDay || today, form.parts);
  const amounts = difference.toPayInPaise > 0 ? splitIntoDues(difference.toPayInPaise, form.parts) : [];
  return {
    ...{ course, discount, discountInPaise, ...difference },
    dues: amounts.map((amountInPaise, at) => ({ amountInPaise, dueOn: days[at] ?? today })),
    isDiscountWrong: read === undefined,
    isAboveLimit: !isWithinLimit({ priceInPaise: course.priceInPaise, discountInPaise }, discountLimit),
  };
}

/** Why the learner cannot be transferred to a course. */
export function whyNotTo({ why, refusedCourses }: TransferPreview, { courseId }: NamedCourse): string | null {
  return why ?? refusedCourses.find((one) => one.courseId === courseId)?.why ?? null;
}

/** The batch that was chosen, as it is sent. */
export function readBatch({ batchId }: TransferForm, { batches }: TransferPreview) {
  const batch = batches.find((one) => one.batchId === batchId);
  if (batch) return { batchTime: batch.batchTime, batchType: batch.batchType, batchId };
  const [batchTime = "", batchType = ""] = batchId.split(" ");
  return { batchTime, batchType: batchType as "week-days" };
}

type Sent = Omit<Input<Api["transfer"]["course"]>, "attemptId">;

export function toTransfer(form: TransferForm, preview: TransferPreview, difference: Difference): Sent {
  const { discount, dues, course } = difference;
  return {
    ...{ purchaseId: preview.purchaseId, courseId: course.courseId, ...readBatch(form, preview) },
    ...{ expectedCarriedInPaise: preview.carriedInPaise, expectedPriceInPaise: course.priceInPaise },
    ...{ discount, discountReason: discount ? form.discountReason : "", reason: form.reason, dues },
  };
}
