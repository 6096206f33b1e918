import type { Offers, StaffCoupon, StaffEarlyBird } from "@shoreline/contract";
import { dayAt } from "@shoreline/domain/batch";
import { whyCouponRefused } from "@shoreline/domain/coupon";
import { asc, desc, eq, gt, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { learner } from "../../db/tables/account.ts";
import { coupon, couponUse } from "../../db/tables/coupon.ts";
import { course, earlyBird } from "../../db/tables/course.ts";
import { fullName, numberOf } from "../account/queries.ts";
import { listAllCourses } from "../course/queries.ts";
import { readInstitute } from "../site/queries.ts";
import { type CouponRow, toRule } from "./queries.ts";

const mostListed = 400;
const mostReferrers = 100;

/** Everything on the page of offers. */
export async function listOffers({ db, clock }: Pick<StaffCtx, "db" | "clock">): Promise<Offers> {
  const now = clock.now();
  const { timeZone } = await readInstitute(db);
  const [coupons, earlyBirds, courses, referrers] = await Promise.all([
    listCoupons(db, { now, timeZone }),
    listEarlyBirds(db, { now, timeZone }),
    listAllCourses(db),
    listReferrers(db, now),
  ]);
  return {
    ...{ coupons, earlyBirds, referrers },
    courses: courses.map(({ courseId, name, priceInPaise }) => ({ courseId, name, priceInPaise })),
  };
}

type At = { now: Date; timeZone: string };

// Not of all rows: a coupon without a use is joined with nothing.
const used = sql<number>`(count(${couponUse.id}) filter (where ${couponUse.heldUntil} is null))::int`;
const held = (now: Date) => sql<number>`(count(*) filter (where ${gt(couponUse.heldUntil, now)}))::int`;

async function listCoupons(db: Db, at: At): Promise<StaffCoupon[]> {
  const listed = db
    .select()
    .from(coupon)
    .orderBy(asc(coupon.isWithdrawn), desc(coupon.madeAt), asc(coupon.id))
    .limit(mostListed);
  const [rows, uses] = await Promise.all([
    db
      .select({ coupon, referrer: learner })
      .from(coupon)
      .leftJoin(learner, eq(learner.id, coupon.referrerId))
      .orderBy(asc(coupon.isWithdrawn), desc(coupon.madeAt), asc(coupon.id))
      .limit(mostListed),
    db
      .select({ couponId: couponUse.couponId, used: used.as("used"), held: held(at.now).as("held") })
      .from(couponUse)
      .where(sql`${couponUse.couponId} in (select id from (${listed}) listed)`)
      .groupBy(couponUse.couponId),
  ]);
  const usesOf = new Map(uses.map((one) => [one.couponId, one]));
  return rows.map(({ coupon: row, referrer }) => {
    const count = { used: usesOf.get(row.id)?.used ?? 0, held: usesOf.get(row.id)?.held ?? 0 };
    const { id, code, note, discount, courseIds, usesInAll, usesPerPerson, isStackable, version } = row;
    return {
      ...{ couponId: id, code, note, discount, courseIds, usesInAll, usesPerPerson, isStackable, version, ...count },
      ...daysOf(row, at.timeZone),
      referrer: referrer && { learnerId: referrer.id, name: fullName(referrer), number: numberOf(referrer) },
      state: stateOf(row, { now: at.now, used: count.used }),
    };
  });
}

/** The last day is the one that ends with the coupon. */
export function daysOf({ startsAt, endsAt }: Pick<CouponRow, "startsAt" | "endsAt">, timeZone: string) {
  return { firstDay: dayAt(startsAt, timeZone), lastDay: endsAt && lastDayOf(endsAt, timeZone) };
}

export const lastDayOf = (endsAt: Date, timeZone: string) => dayAt(new Date(endsAt.getTime() - 1), timeZone);

function stateOf(row: CouponRow, { now, used: usedInAll }: { now: Date; used: number }): StaffCoupon["state"] {
  if (row.isWithdrawn) return "withdrawn";
  if (now < row.startsAt) return "not yet";
  if (row.endsAt && now >= row.endsAt) return "over";
  const rule = { ...toRule(row), courseIds: [] };
  return whyCouponRefused(rule, { courseId: "", now, usedInAll, usedByPerson: 0 }) ? "used up" : "active";
}

async function listEarlyBirds(db: Db, { now, timeZone }: At): Promise<StaffEarlyBird[]> {
  const rows = await db
    .select({ earlyBird, courseId: course.courseId, name: course.name, listPriceInPaise: course.priceInPaise })
    .from(earlyBird)
    .innerJoin(course, eq(course.id, earlyBird.courseId))
    .orderBy(asc(earlyBird.endsAt), asc(course.name));
  return rows.map(({ earlyBird: { priceInPaise, endsAt, version }, courseId, name, listPriceInPaise }) => ({
    ...{ courseId, courseName: name, listPriceInPaise, priceInPaise, version },
    ...{ lastDay: lastDayOf(endsAt, timeZone), isOver: endsAt <= now },
  }));
}

async function listReferrers(db: Db, now: Date): Promise<Offers["referrers"]> {
  const rows = await db
    .select({ referrer: learner, used: used.as("used"), held: held(now).as("held") })
    .from(coupon)
    .innerJoin(learner, eq(learner.id, coupon.referrerId))
    .leftJoin(couponUse, eq(couponUse.couponId, coupon.id))
    .where(sql`${coupon.referrerId} is not null`)
    .groupBy(learner.id)
    .orderBy(desc(sql`count(${couponUse.id})`), asc(learner.id))
    .limit(mostReferrers);
  return rows.map(({ referrer, ...uses }) => ({
    ...{ learnerId: referrer.id, name: fullName(referrer), number: numberOf(referrer), ...uses },
  }));
}
