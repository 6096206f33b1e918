import { couponPattern, normaliseCoupon } from "@shoreline/domain/coupon";
import { minAmountInPaise } from "@shoreline/domain/payment";
import { hasNoHiddenCharacters } from "@shoreline/domain/text";
import { z } from "zod";
import { NamedCourse } from "./course-choice.ts";
import { endpoint } from "./endpoint.ts";
import { Amount, Percent } from "./money-shapes.ts";
import { day, StaffNumber, version } from "./staff-shapes.ts";

const moment = z.iso.datetime();
const owners = { staff: "change offers" as const };
const couponId = z.uuid("Choose one from the list");
const courseId = z.string().min(1, "Choose a course").max(100);

const Discount = z.union(
  [z.strictObject({ percent: Percent }), z.strictObject({ amountInPaise: Amount.min(1, "Enter an amount") })],
  "Enter a percentage or an amount",
);

const Referrer = z.object({ learnerId: z.string(), name: z.string(), number: z.string() });

const StaffCoupon = z.object({
  couponId: z.string(),
  code: z.string(),
  note: z.string(),
  discount: Discount,
  courses: z.array(NamedCourse).describe("Empty: every course"),
  firstDay: z.string(),
  lastDay: z.string().nullable().describe("Null: no end"),
  usesInAll: z.int().nullable().describe("Null: no limit"),
  usesPerPerson: z.int().nullable(),
  isStackable: z.boolean().describe("Also counts on an early-bird price"),
  referrer: Referrer.nullable().describe("Whose referral code it is"),
  state: z.enum(["active", "not yet", "over", "used up", "withdrawn"]),
  used: z.int(),
  held: z.int().describe("Somebody is paying with it now"),
  version: z.int(),
});
export type StaffCoupon = z.infer<typeof StaffCoupon>;

const StaffEarlyBird = z.object({
  courseId: z.string(),
  courseName: z.string(),
  listPriceInPaise: z.int(),
  priceInPaise: z.int(),
  lastDay: z.string(),
  isOver: z.boolean(),
  version: z.int(),
});
export type StaffEarlyBird = z.infer<typeof StaffEarlyBird>;

const Offers = z.object({
  coupons: z.array(StaffCoupon).describe("Those that are not withdrawn first, then the newest; 25 at a time"),
  next: z.string().nullable().describe("Where the next coupons begin; null: there are no more"),
  earlyBirds: z.array(StaffEarlyBird),
  referrers: z
    .array(Referrer.extend({ used: z.int(), held: z.int() }))
    .describe("Uses of all codes of each, most first; at most 100"),
});
export type Offers = z.infer<typeof Offers>;

const CouponUse = z.object({
  useId: z.string(),
  learner: z.string().nullable().describe("Null after the account is deleted"),
  course: z.string().nullable(),
  discountInPaise: z.int(),
  at: moment,
  isHeld: z.boolean(),
});
export type CouponUse = z.infer<typeof CouponUse>;

const times = (most: number) =>
  z.int("Enter a whole number").min(1, "At least 1").max(most, `At most ${most}`).nullable();

/** Codes that make courses cheaper, and early-bird prices, as staff manage them. */
export const coupon = {
  list: endpoint({
    summary: "Coupons and early-bird prices",
    input: z.object({ after: z.string().max(200).optional().describe("`next` of the page before") }),
    reply: Offers,
    ...owners,
  }),
  read: endpoint({
    summary: "One coupon",
    input: z.object({ couponId }),
    reply: StaffCoupon,
    refusals: ["UNKNOWN_COUPON"],
    ...owners,
  }),
  save: endpoint({
    summary: "Make a coupon, or change one. Its code stays",
    input: z
      .object({
        couponId: couponId.optional(),
        version: version.optional(),
        code: z
          .string()
          .max(100)
          .transform(normaliseCoupon)
          .pipe(z.string().regex(couponPattern, "Use 3 to 24 letters, digits and dashes")),
        note: z
          .string()
          .trim()
          .max(200, "Use at most 200 characters")
          .refine(hasNoHiddenCharacters, "Contains hidden characters")
          .default(""),
        discount: Discount,
        courseIds: z.array(courseId).max(200),
        firstDay: day,
        lastDay: day.nullable(),
        usesInAll: times(1_000_000),
        usesPerPerson: times(1000),
        isStackable: z.boolean(),
        referrerNumber: StaffNumber.describe("Of a learner whose referral code it is"),
      })
      .superRefine(({ firstDay, lastDay }, check) => {
        if (lastDay && lastDay < firstDay)
          check.addIssue({ code: "custom", path: ["lastDay"], message: "This is before the first day" });
      }),
    reply: Offers,
    refusals: ["UNKNOWN_COUPON", "CHANGED_MEANWHILE", "KNOWN_COUPON", "TOO_MANY_COUPONS"],
    ...owners,
    needsFreshProof: true,
  }),
  withdraw: endpoint({
    summary: "Withdraw a coupon. Who is paying with it still gets the lower price",
    input: z.object({ couponId }),
    reply: Offers,
    refusals: ["UNKNOWN_COUPON"],
    ...owners,
  }),
  uses: endpoint({
    summary: "Who used a coupon, the latest first, 100 at a time",
    input: z.object({ couponId, after: z.string().max(200).optional().describe("`next` of the page before") }),
    reply: z.object({ uses: z.array(CouponUse), next: z.string().nullable() }),
    refusals: ["UNKNOWN_COUPON"],
    ...owners,
  }),
  saveEarlyBird: endpoint({
    summary: "Set a lower price of a course until the end of a day",
    input: z.object({
      courseId,
      priceInPaise: Amount.min(minAmountInPaise, "At least ₹1"),
      lastDay: day,
      version: version.optional().describe("Of the one that it replaces"),
    }),
    reply: Offers,
    refusals: ["UNKNOWN_COURSE", "CHANGED_MEANWHILE"],
    ...owners,
    needsFreshProof: true,
  }),
  removeEarlyBird: endpoint({
    summary: "End the early-bird price of a course now",
    input: z.object({ courseId }),
    reply: Offers,
    refusals: ["UNKNOWN_COURSE"],
    ...owners,
  }),
};
