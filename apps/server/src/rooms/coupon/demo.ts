import { dayOf } from "@shoreline/domain/zone";
import { and, eq, ne, sql } from "drizzle-orm";
import { countDeleted, type DemoMaker, demoItems } from "../../content/demo.ts";
import type { Db } from "../../db/connect.ts";
import { coupon } from "../../db/tables/coupon.ts";
import { course, earlyBird } from "../../db/tables/course.ts";
import { readInstitute } from "../site/queries.ts";

const day = 86_400_000;
const code = "WELCOME10";
const earlyCourse = "software-testing";

/** One coupon and one early-bird price are invented. What visitors of a demonstration made goes every day. */
export const couponDemo: DemoMaker = {
  async load({ db, now }) {
    await bringBack(db, now);
    return 2;
  },
  async freshen({ db, now }) {
    await db.execute(
      sql`delete from coupon_use where coupon_id in (select id from coupon where is_demo and code <> ${code})`,
    );
    await db.delete(coupon).where(and(isOfDemo, ne(coupon.code, code)));
    await db.delete(earlyBird).where(eq(earlyBird.isDemo, true));
    await bringBack(db, now);
  },
  has: async (db) =>
    (await db.$count(coupon, isOfDemo)) > 0 || (await db.$count(earlyBird, eq(earlyBird.isDemo, true))) > 0,
  // Strangers know these codes.
  async keep(db) {
    await removeDemo(db);
  },
  async remove(db) {
    // All money of a demonstration is play money, and its uses with it.
    await db.execute(sql`delete from coupon_use`);
    return removeDemo(db);
  },
};

const isOfDemo = eq(coupon.isDemo, true);

async function removeDemo(db: Db): Promise<Record<string, number>> {
  await db.execute(sql`delete from coupon_use where coupon_id in (select id from coupon where is_demo)`);
  return {
    coupons: await countDeleted(db, sql`delete from coupon where is_demo`),
    "early-bird prices": await countDeleted(db, sql`delete from early_bird where is_demo`),
  };
}

async function bringBack(db: Db, now: Date): Promise<void> {
  const { begins } = dayOf(now, (await readInstitute(db)).timeZone);
  const after = (days: number) => new Date(begins.getTime() + days * day);
  const period = { startsAt: after(-30), endsAt: after(31) };
  const values = {
    ...{ code, note: "On the leaflet of the open day", discount: { percent: 10 }, ...period },
    ...{
      usesInAll: 100,
      usesPerPerson: 1,
      courseIds: [],
      isStackable: false,
      referrerId: null,
      madeAt: now,
      isDemo: true,
    },
  };
  await db
    .insert(coupon)
    .values(values)
    .onConflictDoUpdate({ target: coupon.code, set: { ...values, isWithdrawn: false }, setWhere: isOfDemo });
  const [sold] = await db
    .select()
    .from(course)
    .where(and(eq(course.courseId, earlyCourse), sql`${course.courseId} in ${demoItems("course")}`));
  // Staff removed it.
  if (!sold) return;
  const priceInPaise = Math.round((sold.priceInPaise * 0.85) / 10_000) * 10_000 - 100;
  await db
    .insert(earlyBird)
    .values({ courseId: sold.id, priceInPaise, endsAt: after(15), isDemo: true })
    .onConflictDoNothing();
}
