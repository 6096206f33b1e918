import { type Api, type ParsedInput, Refusal } from "@shoreline/contract";
import { maxCoupons } from "@shoreline/domain/coupon";
import type { Discount } from "@shoreline/domain/discount";
import { beginOf } from "@shoreline/domain/zone";
import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { learner } from "../../db/tables/account.ts";
import { coupon } from "../../db/tables/coupon.ts";
import { course } from "../../db/tables/course.ts";
import { formatMoney } from "../../format.ts";
import { readInstitute } from "../site/queries.ts";
import { recordChange } from "../staff/audit.ts";
import { daysOf } from "./offers.ts";
import { type CouponRow, lockCoupon } from "./queries.ts";

type Written = ParsedInput<Api["coupon"]["save"]>;

export async function saveCoupon(ctx: StaffCtx, { couponId, version, ...written }: Written): Promise<void> {
  const { timeZone } = await readInstitute(ctx.db);
  await ctx.db.transaction(async (tx) => {
    const values = await toValues(tx, written, timeZone);
    if (!couponId) return addCoupon(tx, ctx, { values, timeZone });
    const row = await lockCoupon(tx, couponId);
    if (!row) throw new Refusal("UNKNOWN_COUPON");
    if (row.version !== version) throw new Refusal("CHANGED_MEANWHILE");
    // People have the code already.
    const changed = { ...row, ...values, code: row.code };
    await tx
      .update(coupon)
      .set({ ...values, code: row.code, version: version + 1 })
      .where(eq(coupon.id, couponId));
    const [before, after] = [shown(row, timeZone), shown(changed, timeZone)];
    await record(tx, ctx, { action: "Changed a coupon", row, before, after });
  });
}

type Values = Awaited<ReturnType<typeof toValues>>;

async function addCoupon(
  tx: Db,
  ctx: StaffCtx,
  { values, timeZone }: { values: Values; timeZone: string },
): Promise<void> {
  // One at a time, or two who make the last one would make one too many.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('coupons', 0))`);
  if ((await tx.$count(coupon, eq(coupon.isWithdrawn, false))) >= maxCoupons) throw new Refusal("TOO_MANY_COUPONS");
  const { staff, clock } = ctx;
  const [row] = await tx
    .insert(coupon)
    .values({ ...values, madeAt: clock.now(), isDemo: staff.isDemo })
    .onConflictDoNothing({ target: coupon.code })
    .returning();
  if (!row) throw new Refusal("KNOWN_COUPON", { fields: { code: "There is a coupon with this code already." } });
  await record(tx, ctx, { action: "Made a coupon", row, after: shown(row, timeZone) });
}

type Given = Omit<Written, "couponId" | "version">;

async function toValues(tx: Db, { firstDay, lastDay, referrerNumber, ...given }: Given, timeZone: string) {
  const courseIds = [...new Set(given.courseIds)];
  const known = courseIds.length ? await tx.$count(course, inArray(course.courseId, courseIds)) : 0;
  if (known < courseIds.length) throw new Refusal("INVALID_INPUT", { fields: { courseIds: "Choose from the list" } });
  return {
    ...{ ...given, courseIds },
    startsAt: beginOf(firstDay, { timeZone }),
    endsAt: lastDay ? beginOf(lastDay, { timeZone, later: 1 }) : null,
    referrerId: referrerNumber ? await findReferrer(tx, referrerNumber) : null,
  };
}

/** A number without a country code is Indian. */
async function findReferrer(tx: Db, typed: string): Promise<string> {
  const digits = typed.replace(/\D/g, "");
  const codes = typed.startsWith("+") ? [1, 2, 3, 4].map((length) => digits.slice(0, length)) : ["91"];
  const isNumber = codes.map((code) =>
    and(
      eq(learner.countryCode, `+${code}`),
      eq(learner.mobileNumber, typed.startsWith("+") ? digits.slice(code.length) : digits.slice(-10)),
    ),
  );
  const [found] = await tx
    .select({ id: learner.id })
    .from(learner)
    .where(or(...isNumber))
    .limit(1);
  if (found) return found.id;
  throw new Refusal("INVALID_INPUT", { fields: { referrerNumber: "No learner has this number" } });
}

/** As the audit log shows it. */
function shown(row: CouponRow, timeZone: string) {
  const { note, discount, courseIds, usesInAll, usesPerPerson, isStackable, referrerId } = row;
  return {
    ...{ note, discount: discountText(discount), courses: courseIds, ...daysOf(row, timeZone) },
    ...{ usesInAll, usesPerPerson, isStackable, isReferralCode: referrerId !== null, referrerId },
  };
}

function discountText(discount: Discount): string {
  return "percent" in discount ? `${discount.percent} %` : formatMoney({ ...discount, currency: "INR" });
}

/** A second press changes nothing. */
export async function withdrawCoupon(ctx: StaffCtx, couponId: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockCoupon(tx, couponId);
    if (!row) throw new Refusal("UNKNOWN_COUPON");
    if (row.isWithdrawn) return;
    await tx
      .update(coupon)
      .set({ isWithdrawn: true, version: row.version + 1 })
      .where(eq(coupon.id, couponId));
    const [before, after] = [{ isWithdrawn: false }, { isWithdrawn: true }];
    await record(tx, ctx, { action: "Withdrew a coupon", row, before, after });
  });
}

type Line = { action: string; row: CouponRow; before?: Record<string, unknown>; after?: Record<string, unknown> };

function record(tx: Db, ctx: StaffCtx, { row, ...line }: Line): Promise<void> {
  return recordChange(tx, ctx, { ...line, kind: "offer", thingId: row.id, thing: row.code });
}
