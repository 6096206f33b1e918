import { couponHoldMs, unknownCoupon } from "@shoreline/domain/coupon";
import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { coupon, couponUse } from "../../db/tables/coupon.ts";
import { paymentOrder } from "../../db/tables/payment.ts";
import type { OrderRow } from "../payment/queries.ts";
import { refused, refuseIfUnfit } from "./price.ts";
import { countUses, isHoldFor, lockCoupon } from "./queries.ts";

export type Buying = {
  couponId: string;
  learnerId: string;
  course: { id: string; courseId: string };
  discountInPaise: number;
  now: Date;
};

/**
 * Holds a use while somebody pays, or refuses when none is left. Call this in the transaction that claims the order. An order
 * that is taken up again holds it longer.
 */
export async function holdUse(tx: Db, orderId: string, { course, now, ...buying }: Buying): Promise<void> {
  const { couponId, learnerId } = buying;
  // The order first, as everywhere: its payment may just be arriving.
  await tx.select({ id: paymentOrder.id }).from(paymentOrder).where(eq(paymentOrder.id, orderId)).for("update");
  await lockFit(tx, { couponId, learnerId, course, now });
  // Who chooses another batch pays another order for the same course, and needs the code once.
  const isOther = ne(couponUse.orderId, orderId);
  await tx.delete(couponUse).where(and(isHoldFor({ learnerId, courseId: course.id }), isOther));
  const heldUntil = new Date(now.getTime() + couponHoldMs);
  const values = { ...buying, orderId, courseId: course.id, at: now, heldUntil };
  await tx
    .insert(couponUse)
    .values(values)
    .onConflictDoUpdate({
      target: couponUse.orderId,
      set: { at: now, heldUntil },
      // What is used stays so.
      setWhere: isNotNull(couponUse.heldUntil),
    });
}

async function lockFit(tx: Db, { couponId, learnerId, course, now }: Omit<Buying, "discountInPaise">): Promise<void> {
  const row = await lockCoupon(tx, couponId);
  if (!row) throw refused(unknownCoupon);
  const uses = await countUses(tx, { couponId, learnerId, courseId: course.id, now });
  refuseIfUnfit(row, { courseId: course.courseId, learnerId, now, ...uses });
}

/** The use of a course of which nothing is left to pay. Call this in the transaction that gives it. */
export async function takeFree(tx: Db, { course, now, ...buying }: Buying): Promise<void> {
  await lockFit(tx, { ...buying, course, now });
  await tx.insert(couponUse).values({ ...buying, courseId: course.id, at: now });
}

/** What an order knows about its discount: the seller writes it, and fulfilment reads it. */
export type Discounted = { listPriceInPaise: number; offer: string };

export function discountDetails({ listPriceInPaise, offer, couponId }: Discounted & { couponId?: string | undefined }) {
  return { listPriceInPaise: String(listPriceInPaise), offer, ...(couponId && { couponId }) };
}

export function readDiscount({ details }: Pick<OrderRow, "details">): Discounted | null {
  const { listPriceInPaise, offer } = details;
  return listPriceInPaise && offer ? { listPriceInPaise: Number(listPriceInPaise), offer } : null;
}

/**
 * Call this in the transaction that delivers what was paid. Whose hold has run out meanwhile gets it all the same: then the coupon
 * was used more often than it says.
 */
export async function markUsed(tx: Db, order: OrderRow, now: Date): Promise<void> {
  const { couponId } = order.details;
  const discount = readDiscount(order);
  if (!couponId || !discount) return;
  const discountInPaise = discount.listPriceInPaise - order.amountInPaise;
  // The coupon may be gone: the demonstration removes its own.
  await tx.execute(sql`
    insert into ${couponUse} (coupon_id, order_id, learner_id, course_id, discount_in_paise, at)
    select ${coupon.id}, ${order.id}, ${order.learnerId}, ${order.itemId}, ${discountInPaise}, ${now.toISOString()}
    from ${coupon} where ${coupon.id} = ${couponId}
    on conflict (order_id) do update set at = excluded.at, held_until = null where coupon_use.held_until is not null`);
}
