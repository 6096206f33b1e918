import type { Api, Input, NamedCourse, StaffCoupon } from "@shoreline/contract";
import { periodText, readPaise, today } from "./offer-words.ts";

/** A coupon as it stands in the form. */
export type WrittenCoupon = {
  code: string;
  note: string;
  kind: "percent" | "amount";
  value: string;
  courses: NamedCourse[];
  firstDay: string;
  lastDay: string;
  usesInAll: string;
  usesPerPerson: string;
  isStackable: boolean;
  referrerNumber: string;
};

export function newCoupon(): WrittenCoupon {
  return {
    ...{ code: "", note: "", kind: "percent", value: "10", courses: [], firstDay: today(), lastDay: "" },
    ...{ usesInAll: "", usesPerPerson: "1", isStackable: false, referrerNumber: "" },
  };
}

export function toWritten({ discount, referrer, ...coupon }: StaffCoupon): WrittenCoupon {
  const isPercent = "percent" in discount;
  return {
    ...{ code: coupon.code, note: coupon.note, courses: coupon.courses, isStackable: coupon.isStackable },
    kind: isPercent ? "percent" : "amount",
    value: String(isPercent ? discount.percent : discount.amountInPaise / 100),
    ...{ firstDay: coupon.firstDay, lastDay: coupon.lastDay ?? "" },
    ...{ usesInAll: String(coupon.usesInAll ?? ""), usesPerPerson: String(coupon.usesPerPerson ?? "") },
    referrerNumber: referrer?.number ?? "",
  };
}

/** What is no number stays one that the server refuses. */
const readCount = (text: string) => (text === "" ? null : Number(text));

export function toInput({ kind, value, courses, ...written }: WrittenCoupon): Input<Api["coupon"]["save"]> {
  return {
    ...written,
    courseIds: courses.map(({ courseId }) => courseId),
    discount: kind === "percent" ? { percent: Number(value || Number.NaN) } : { amountInPaise: readPaise(value) },
    lastDay: written.lastDay || null,
    usesInAll: readCount(written.usesInAll),
    usesPerPerson: readCount(written.usesPerPerson),
    referrerNumber: written.referrerNumber || null,
  };
}

type Part = {
  label: string;
  names: (keyof WrittenCoupon)[];
  toText(written: WrittenCoupon): string;
};

/** What is compared when a colleague was quicker. */
export const couponParts: Part[] = [
  {
    label: "Discount",
    names: ["kind", "value"],
    toText: ({ kind, value }) => (kind === "percent" ? `${value} %` : `₹${value}`),
  },
  {
    label: "Period",
    names: ["firstDay", "lastDay"],
    toText: ({ firstDay, lastDay }) => periodText({ firstDay, lastDay: lastDay || null }),
  },
  { label: "Uses in all", names: ["usesInAll"], toText: ({ usesInAll }) => usesInAll || "No limit" },
  { label: "Uses per person", names: ["usesPerPerson"], toText: ({ usesPerPerson }) => usesPerPerson || "No limit" },
  {
    label: "Courses",
    names: ["courses"],
    toText: ({ courses }) => courses.map(({ name }) => name).join(", ") || "All courses",
  },
  {
    label: "On an early-bird price",
    names: ["isStackable"],
    toText: ({ isStackable }) => (isStackable ? "Counts too" : "The lower one"),
  },
  { label: "Referral code of", names: ["referrerNumber"], toText: ({ referrerNumber }) => referrerNumber },
  { label: "Note", names: ["note"], toText: ({ note }) => note },
];

/** Part by part, one of the two. */
export function mergeCoupon(
  yours: WrittenCoupon,
  theirs: WrittenCoupon,
  choices: ("yours" | "theirs")[],
): WrittenCoupon {
  const kept = couponParts.flatMap(({ names }, n) => (choices[n] === "yours" ? names : []));
  return { ...theirs, ...Object.fromEntries(kept.map((name) => [name, yours[name]])) };
}
