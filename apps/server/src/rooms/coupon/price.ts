import { Refusal } from "@shoreline/contract";
import { earlyGraceMs, normaliseCoupon, priceOf, unknownCoupon, whyCouponRefused } from "@shoreline/domain/coupon";
import { earlyPriceOf } from "@shoreline/domain/course";
import type { Ctx } from "../../context.ts";
import { type CourseRow, earlyBirdOf } from "../course/queries.ts";
import { type CouponRow, countUses, findCoupon, toRule } from "./queries.ts";

export type Quote = {
  listPriceInPaise: number;
  priceInPaise: number;
  /** What the discount is called on the invoice; null without one. */
  offer: string | null;
  /** Null also where the early-bird price alone is as low: the code is kept for another day. */
  coupon: CouponRow | null;
};

type Asked = {
  course: CourseRow;
  learnerId: string;
  couponCode?: string | undefined;
  /** What the buyer was shown. */
  amountInPaise?: number;
};

/** What this learner pays for a course now. Refuses a code that does not count here. */
export async function quoteCourse(
  ctx: Ctx,
  { course: row, learnerId, couponCode, amountInPaise }: Asked,
): Promise<Quote> {
  const now = ctx.clock.now();
  const coupon = couponCode?.trim() ? await readCoupon(ctx, { typed: couponCode, row, learnerId, now }) : null;
  const listPriceInPaise = row.priceInPaise;
  const earlyBird = earlyBirdOf(row);
  const offer = { listPriceInPaise, earlyBird, coupon: coupon && toRule(coupon), now };
  const current = priceOf(offer);
  const late = earlyBird && { ...earlyBird, endsAt: new Date(earlyBird.endsAt.getTime() + earlyGraceMs) };
  const shown = priceOf({ ...offer, earlyBird: late });
  const price = shown.priceInPaise === amountInPaise ? shown : current;
  const used = price.isCouponUsed ? coupon : null;
  const names = [...(price.isEarly ? ["early-bird price"] : []), ...(used ? [`code ${used.code}`] : [])];
  return { listPriceInPaise, priceInPaise: price.priceInPaise, offer: names.join(", ") || null, coupon: used };
}

/** Whether an order without an item, made at this moment, can have been for this course. */
export function wasPrice(row: CourseRow, { amountInPaise, createdAt }: { amountInPaise: number; createdAt: Date }) {
  const earlyBird = earlyBirdOf(row);
  const now = new Date(createdAt.getTime() - earlyGraceMs);
  const early = earlyPriceOf({ listPriceInPaise: row.priceInPaise, earlyBird, now });
  return amountInPaise === row.priceInPaise || amountInPaise === early;
}

const hour = 3600;
/** Somebody reads a code aloud, and somebody mistypes it. */
const wrongPerLearner = { points: 10, seconds: hour };
/** A class of 60 behind one IP address. */
const wrongPerAddress = { points: 60, seconds: hour };

type Typed = { typed: string; row: CourseRow; learnerId: string; now: Date };

/** Few wrong codes an hour, however they are tried: else a stranger would find codes by trying. */
async function readCoupon(ctx: Ctx, { typed, row, learnerId, now }: Typed): Promise<CouponRow> {
  const [mine, here] = [ctx.counter("coupon.learner", wrongPerLearner), ctx.counter("coupon.address", wrongPerAddress)];
  const address = ctx.address ?? "";
  const [tried, triedHere] = await Promise.all([mine.used(learnerId), here.used(address)]);
  if (tried >= wrongPerLearner.points || triedHere >= wrongPerAddress.points)
    throw new Refusal("TOO_MANY_REQUESTS", { fields: { couponCode: tooManyCodes } });
  const found = await findCoupon(ctx.db, normaliseCoupon(typed));
  if (!found || found.isWithdrawn) {
    await Promise.all([mine.count(learnerId), here.count(address)]);
    throw refused(unknownCoupon);
  }
  const uses = await countUses(ctx.db, { couponId: found.id, learnerId, courseId: row.id, now });
  refuseIfUnfit(found, { courseId: row.courseId, learnerId, now, ...uses });
  return found;
}

const tooManyCodes = "These were too many wrong codes. Try again in an hour, or buy without a code.";

type Fit = { courseId: string; learnerId: string; now: Date; usedInAll: number; usedByPerson: number };

export function refuseIfUnfit(row: CouponRow, { learnerId, ...use }: Fit): void {
  const why =
    row.referrerId === learnerId ? "You cannot use your own referral code." : whyCouponRefused(toRule(row), use);
  if (why) throw refused(why);
}

export const refused = (why: string) => new Refusal("COUPON_REFUSED", { fields: { couponCode: why } });
