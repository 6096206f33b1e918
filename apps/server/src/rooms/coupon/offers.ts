import { type Offers, Refusal, type StaffCoupon, type StaffEarlyBird } from "@shoreline/contract";
import { dayAt } from "@shoreline/domain/batch";
import { whyCouponRefused } from "@shoreline/domain/coupon";
import { asc, desc, eq, gt, type SQL, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { cutPage, inTime, notAnEnd, readCursor } from "../../db/cursor.ts";
import { learner } from "../../db/tables/account.ts";
import { coupon, couponUse } from "../../db/tables/coupon.ts";
import { course, earlyBird } from "../../db/tables/course.ts";
import { fullName, numberOf } from "../account/queries.ts";
import { nameCourses } from "../course/choose.ts";
import { readInstitute } from "../site/queries.ts";
import { type CouponRow, toRule } from "./queries.ts";

const couponsAtOnce = 25;
const mostReferrers = 100;

type Asked = { after?: string | undefined };

/** Everything on the page of offers, with one page of the coupons. */
export async function listOffers(
  { db, clock }: Pick<StaffCtx, "db" | "clock">,
  { after }: Asked = {},
): Promise<Offers> {
  const now = clock.now();
  const { timeZone } = await readInstitute(db);
  const [page, earlyBirds, referrers] = await Promise.all([
    listCoupons(db, { now, timeZone, after }),
    listEarlyBirds(db, { now, timeZone }),
    listReferrers(db, now),
  ]);
  return { ...page, earlyBirds, referrers };
}

type At = { now: Date; timeZone: string };

const used = sql<number>`(count(${couponUse.id}) filter (where ${couponUse.heldUntil} is null))::int`;
const held = (now: Date) => sql<number>`(count(*) filter (where ${gt(couponUse.heldUntil, now)}))::int`;

const byMaking = inTime(sql`${coupon.madeAt}`);

/** Those that are not withdrawn come first, the latest of each before the others. Uses are counted for the page only. */
async function listCoupons(db: Db, { now, timeZone, after }: At & Asked) {
  const rows = await db
    .select({
      ...{ id: coupon.id, coupon, referrer: learner },
      key: sql<string>`${coupon.isWithdrawn} || ' ' || ${byMaking.key}`,
    })
    .from(coupon)
    .leftJoin(learner, eq(learner.id, coupon.referrerId))
    .where(after ? comesAfter(after) : undefined)
    .orderBy(asc(coupon.isWithdrawn), desc(coupon.madeAt), desc(coupon.id))
    .limit(couponsAtOnce + 1);
  const { page, next } = cutPage(rows, couponsAtOnce);
  return { coupons: await toStaffCoupons(db, page, { now, timeZone }), next };
}

export async function readCoupon({ db, clock }: StaffCtx, { couponId }: { couponId: string }): Promise<StaffCoupon> {
  const { timeZone } = await readInstitute(db);
  const rows = await db
    .select({ id: coupon.id, coupon, referrer: learner })
    .from(coupon)
    .leftJoin(learner, eq(learner.id, coupon.referrerId))
    .where(eq(coupon.id, couponId));
  const [found] = await toStaffCoupons(db, rows, { now: clock.now(), timeZone });
  if (!found) throw new Refusal("UNKNOWN_COUPON");
  return found;
}

type Row = { id: string; coupon: CouponRow; referrer: typeof learner.$inferSelect | null };

async function toStaffCoupons(db: Db, page: Row[], { now, timeZone }: At): Promise<StaffCoupon[]> {
  const [usesOf, named] = await Promise.all([
    countUses(db, { couponIds: page.map(({ id }) => id), now }),
    nameCourses(
      db,
      page.flatMap((row) => row.coupon.courseIds),
    ),
  ]);
  return page.map(({ coupon: row, referrer }): StaffCoupon => {
    const count = usesOf.get(row.id) ?? { used: 0, held: 0 };
    const { id, code, note, discount, courseIds, usesInAll, usesPerPerson, isStackable, version } = row;
    return {
      ...{ couponId: id, code, note, discount, usesInAll, usesPerPerson, isStackable, version, ...count },
      courses: named(courseIds),
      ...daysOf(row, timeZone),
      referrer: referrer && { learnerId: referrer.id, name: fullName(referrer), number: numberOf(referrer) },
      state: stateOf(row, { now, used: count.used }),
    };
  });
}

function comesAfter(after: string): SQL {
  const { key, id } = readCursor(after);
  const [isWithdrawn = "", madeAt = ""] = key.split(" ");
  if (isWithdrawn !== "true" && isWithdrawn !== "false")
    throw new Refusal("INVALID_INPUT", { fields: { after: notAnEnd } });
  return sql`(${coupon.isWithdrawn} > ${isWithdrawn}::boolean or (${coupon.isWithdrawn} = ${isWithdrawn}::boolean
    and (${coupon.madeAt}, ${coupon.id}) < (${byMaking.from(madeAt)}, ${id}::uuid)))`;
}

async function countUses(db: Db, { couponIds, now }: { couponIds: string[]; now: Date }) {
  const rows = await db
    .select({
      couponId: couponUse.couponId,
      used: used.as("used"),
      held: held(now).as("held"),
    })
    .from(couponUse)
    .where(eq(couponUse.couponId, anyOf(couponIds)))
    .groupBy(couponUse.couponId);
  return new Map(rows.map(({ couponId, ...count }) => [couponId, count]));
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
