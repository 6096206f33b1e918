import { createHmac } from "node:crypto";
import type { Coupon } from "@shoreline/domain/coupon";
import { and, eq, gt, inArray, isNotNull, isNull, lt, not, or, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { eraseWhere } from "../../db/erase-where.ts";
import { readServerSecret } from "../../db/server-secret.ts";
import { learner } from "../../db/tables/account.ts";
import { coupon, couponUse } from "../../db/tables/coupon.ts";
import type { PersonalPlace } from "../../person/who.ts";
import { numberOf, type Phone } from "../account/queries.ts";

export type CouponRow = typeof coupon.$inferSelect;

export async function findCoupon(db: Db, code: string): Promise<CouponRow | null> {
  const [found] = await db.select().from(coupon).where(eq(coupon.code, code));
  return found ?? null;
}

/** Holds the coupon until the transaction ends, so that its last use goes to one buyer. Uses can still be stored by others. */
export async function lockCoupon(tx: Db, id: string): Promise<CouponRow | null> {
  const [found] = await tx.select().from(coupon).where(eq(coupon.id, id)).for("no key update");
  return found ?? null;
}

/** Paid, or being paid now. */
export const counts = (now: Date) => or(isNull(couponUse.heldUntil), gt(couponUse.heldUntil, now));

export const isHoldFor = ({ learnerId, courseId }: { learnerId: string; courseId: string }) =>
  and(eq(couponUse.learnerId, learnerId), eq(couponUse.courseId, courseId), isNotNull(couponUse.heldUntil));

type Counted = { couponId: string; learnerId: string; courseId: string; now: Date };

/**
 * How often the coupon counts as used for a learner who buys this course: that they are paying for it with the code does not. Uses of
 * an account that the same person has deleted count too.
 */
export async function countUses(db: Db, { couponId, learnerId, courseId, now }: Counted) {
  const [who] = await db.select().from(learner).where(eq(learner.id, learnerId));
  const personHash = who ? await hashPerson(db, who) : "";
  const isOwnHold = sql`(${isHoldFor({ learnerId, courseId })}) is true`;
  const [found] = await db
    .select({
      usedInAll: sql<number>`count(*)::int`,
      usedByPerson: sql<number>`(count(*) filter (where ${couponUse.learnerId} = ${learnerId}
        or ${couponUse.personHash} = ${personHash}))::int`,
    })
    .from(couponUse)
    .where(and(eq(couponUse.couponId, couponId), counts(now), not(isOwnHold)));
  return found ?? { usedInAll: 0, usedByPerson: 0 };
}

/** What nobody paid in time. Who pays after all still gets what they ordered, and the use is stored then. */
export async function removeOldHolds(db: Db, now: Date): Promise<void> {
  await eraseWhere(db, couponUse, and(isNotNull(couponUse.heldUntil), lt(couponUse.heldUntil, now)));
}

export function toRule({ code, discount, courseIds, ...row }: CouponRow): Coupon {
  const { startsAt, endsAt, usesInAll, usesPerPerson, isStackable, isWithdrawn } = row;
  return { code, discount, courseIds, startsAt, endsAt, usesInAll, usesPerPerson, isStackable, isWithdrawn };
}

/** With a key of the server: who reads the table alone cannot find out a number by trying. */
async function hashPerson(db: Db, who: Phone): Promise<string> {
  const key = await readServerSecret(db, "coupon-use");
  return createHmac("sha256", key).update(numberOf(who)).digest("base64url");
}

/** A use stays without the person. Where each person has a limit, a hash of the number keeps it. */
export const usePlace: PersonalPlace = {
  table: "coupon_use",
  learner: sql`learner_id`,
  async erase(db, { rows }) {
    const limited = db.select({ id: coupon.id }).from(coupon).where(isNotNull(coupon.usesPerPerson));
    const used = sql`(select learner_id from coupon_use where ${rows})`;
    for (const who of await db.select().from(learner).where(sql`${learner.id} in ${used}`)) {
      const personHash = await hashPerson(db, who);
      const isTheirs = and(eq(couponUse.learnerId, who.id), inArray(couponUse.couponId, limited));
      await db.update(couponUse).set({ personHash }).where(isTheirs);
    }
  },
};

/** The code stays with its uses; it is nobody's referral code any more when the account goes. */
export const referrerPlace: PersonalPlace = { table: "coupon", learner: sql`referrer_id`, erase: "keep" };
