import type { Api, CourseChoice, Input, Reply } from "@shoreline/contract";
import { type Discount, discountOf, isWithinLimit } from "@shoreline/domain/discount";
import { monthlyDays, type PlannedDue, splitIntoDues } from "@shoreline/domain/instalments";
import type { DeskMethod } from "@shoreline/domain/payment";
import { isMobileNumber, nationalNumber } from "@shoreline/domain/text";
import { readRupees } from "../money.ts";

export type DeskFacts = Reply<Api["sale"]["desk"]>;
export type DeskBatch = Reply<Api["sale"]["batches"]>["batches"][number];
export type DeskPerson = Reply<Api["sale"]["person"]>;
export type MadeSale = Reply<Api["sale"]["make"]>;
type NewSale = Input<Api["sale"]["make"]>;

/** What was typed and chosen. It stays until somebody else is enrolled. */
export type EnrolForm = {
  number: string;
  /** Null: what we know about the number. */
  name: string | null;
  email: string | null;
  course: CourseChoice | null;
  batchId: string;
  /** 2000 or 5 %. */
  discount: string;
  discountReason: string;
  parts: number;
  /** Amounts and days, where they are not the usual ones. */
  dues: { amount: string; dueOn: string }[] | null;
  isCompany: boolean;
  company: string;
  gstin: string;
  method: DeskMethod | "later" | "";
  reference: string;
  desk: string;
  /** Staff have seen that the reference was used before. */
  isReferenceKnown: boolean;
};

export const emptyForm: EnrolForm = {
  ...{ number: "", name: null, email: null, course: null, batchId: "", discount: "", discountReason: "" },
  ...{ parts: 1, dues: null, isCompany: false, company: "", gstin: "", method: "", reference: "", desk: "" },
  isReferenceKnown: false,
};

/** Country code and ten digits; null while the number is not complete. */
export function readPhone(typed: string): { countryCode: string; mobileNumber: string } | null {
  const national = nationalNumber(typed, "+91");
  if (isMobileNumber(national)) return { countryCode: "+91", mobileNumber: national };
  const [, countryCode = "", mobileNumber = ""] = /^(\+\d{1,4})(\d{10})$/.exec(typed.replace(/[\s()-]/g, "")) ?? [];
  return mobileNumber ? { countryCode, mobileNumber } : null;
}

/** "5 %" or "2,000"; null: none. Undefined when it cannot be read. */
export function readDiscount(typed: string): Discount | null | undefined {
  const text = typed.trim();
  if (text === "" || text === "0") return null;
  const percent = /^(\d{1,3}(?:\.\d{1,2})?)\s*%$/.exec(text)?.[1];
  if (percent !== undefined)
    return Number(percent) > 0 && Number(percent) <= 100 ? { percent: Number(percent) } : undefined;
  const amountInPaise = readRupees(text);
  return amountInPaise ? { amountInPaise } : undefined;
}

export type Agreed = {
  listPriceInPaise: number;
  discount: Discount | null;
  discountInPaise: number;
  priceInPaise: number;
  isWaiting: boolean;
  isDiscountWrong: boolean;
  dues: PlannedDue[];
};

/** What follows from the form: price, plan, and whether an owner has to approve it. */
export function agree(form: EnrolForm, { today, discountLimit }: DeskFacts): Agreed | null {
  if (!form.course) return null;
  const listPriceInPaise = form.course.priceInPaise;
  const read = readDiscount(form.discount);
  const discount = read ?? null;
  const discountInPaise = discount ? discountOf(listPriceInPaise, discount) : 0;
  const priceInPaise = listPriceInPaise - discountInPaise;
  const isWaiting = !isWithinLimit({ priceInPaise: listPriceInPaise, discountInPaise }, discountLimit);
  const dues = form.dues
    ? form.dues.map(({ amount, dueOn }) => ({ amountInPaise: readRupees(amount) ?? 0, dueOn }))
    : usualDues(priceInPaise, { parts: form.parts, today });
  return {
    ...{ listPriceInPaise, discount, discountInPaise, priceInPaise, isWaiting, dues },
    isDiscountWrong: read === undefined,
  };
}

function usualDues(priceInPaise: number, { parts, today }: { parts: number; today: string }): PlannedDue[] {
  const days = monthlyDays(today, parts);
  return splitIntoDues(priceInPaise, parts).map((amountInPaise, at) => ({ amountInPaise, dueOn: days[at] ?? today }));
}

type Sent = { person: DeskPerson | undefined; batches: DeskBatch[]; agreed: Agreed; attemptId: string };

/** What is sent. The server checks all of it, and says which field is wrong. */
export function toNewSale(form: EnrolForm, { person, batches, agreed, attemptId }: Sent): NewSale {
  const phone = readPhone(form.number) ?? { countryCode: "+91", mobileNumber: form.number };
  const batch = batches.find(({ batchId }) => batchId === form.batchId);
  const [batchTime = "", batchType = ""] = form.batchId.split(" ");
  const { method, reference, desk, isReferenceKnown } = form;
  const isPaid = method !== "" && method !== "later" && !agreed.isWaiting;
  return {
    ...phone,
    ...{
      name: form.name ?? knownName(person),
      email: form.email ?? knownEmail(person),
      courseId: form.course?.courseId ?? "",
    },
    ...(batch
      ? { batchTime: batch.batchTime, batchType: batch.batchType, batchId: batch.batchId }
      : { batchTime, batchType: batchType as "week-days" }),
    ...{
      expectedPriceInPaise: agreed.listPriceInPaise,
      discount: agreed.discount,
      discountReason: form.discountReason,
    },
    ...(form.isCompany ? { company: form.company, gstin: form.gstin } : {}),
    ...{ dues: agreed.dues, payment: isPaid ? { method, reference, desk, isReferenceKnown } : null, attemptId },
  };
}

export function knownName(person: DeskPerson | undefined): string {
  return person?.learner?.name ?? person?.lead?.name ?? "";
}

export function knownEmail(person: DeskPerson | undefined): string {
  return person?.learner?.email || person?.lead?.email || "";
}
