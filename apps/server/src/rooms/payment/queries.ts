import { randomUUID } from "node:crypto";
import { payingHoldMs } from "@shoreline/domain/batch-place";
import { nextCheckAt, type OrderState, retryCheckAt } from "@shoreline/domain/payment";
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, like, lt, lte, type SQL, sql } from "drizzle-orm";
import type { Buyer, Item } from "../../context.ts";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { eraseWhere } from "../../db/erase-where.ts";
import { payment, paymentFlag, paymentOrder, webhookEvent } from "../../db/tables/payment.ts";
import type { PersonalPlace } from "../../person/who.ts";
import type { ProviderPayment } from "../../ports.ts";
import { inSteps, rowsPerStep } from "../../steps.ts";

export type OrderRow = typeof paymentOrder.$inferSelect;

export function isFor({ kind, itemId }: Pick<OrderRow, "kind" | "itemId">, item: Item): boolean {
  return kind === item.kind && itemId === item.itemId;
}

/** Parallel orders of one buyer for one item wait for each other. */
export async function lockItem(db: Db, { buyer, kind, itemId }: Item & { buyer: Buyer }): Promise<void> {
  const who = "learnerId" in buyer ? buyer.learnerId : buyer.email;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${who} ${kind} ${itemId}`}, 0))`);
}

const isItem = ({ kind, itemId }: Item) => and(eq(paymentOrder.kind, kind), eq(paymentOrder.itemId, itemId));

const open = ["created", "attempted"] satisfies OrderState[];

/** Finds an unpaid order with the same item and details, so that a second click reuses the order of the first. */
export async function findOpenOrder(
  db: Db,
  criteria: Item & { buyer: Buyer; since: Date } & Pick<OrderRow, "amountInPaise" | "details">,
): Promise<OrderRow | null> {
  const { buyer } = criteria;
  const isOfBuyer =
    "learnerId" in buyer
      ? eq(paymentOrder.learnerId, buyer.learnerId)
      : and(isNull(paymentOrder.learnerId), sql`${paymentOrder.details} ->> 'buyer' = ${buyer.email}`);
  const [found] = await db
    .select()
    .from(paymentOrder)
    .where(
      and(
        isOfBuyer,
        isItem(criteria),
        eq(paymentOrder.amountInPaise, criteria.amountInPaise),
        sql`${paymentOrder.details} = ${JSON.stringify(criteria.details)}::jsonb`,
        inArray(paymentOrder.state, open),
        gt(paymentOrder.createdAt, criteria.since),
      ),
    )
    .orderBy(desc(paymentOrder.createdAt))
    .limit(1);
  return found ?? null;
}

const placeholder = "claimed:";

/** Whether the order is claimed, but not placed at the provider yet. */
export function isPlaceholder(providerOrderId: string): boolean {
  return providerOrderId.startsWith(placeholder);
}

const claimLifetimeMs = 3_600_000;

/** Removes claims whose process died before the provider's answer was stored. Nobody can have paid: no browser knows the order. */
export async function removeDeadClaims(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - claimLifetimeMs);
  const isClaim = sql`provider_order_id like 'claimed:%' and created_at < ${before.toISOString()}`;
  await eraseWhere(db, paymentOrder, isClaim);
}

// Providers deliver an event again for a day.
const eventsKeptMs = 90 * 86_400_000;

/** What we could not read stays, for staff. */
export async function forgetOldEvents(db: Db, now: Date): Promise<void> {
  const isOld = lt(webhookEvent.receivedAt, new Date(now.getTime() - eventsKeptMs));
  await eraseWhere(db, webhookEvent, and(isOld, isNull(webhookEvent.body)));
}

export async function addOrder(
  db: Db,
  values: Pick<OrderRow, "learnerId" | "kind" | "itemId" | "amountInPaise" | "details" | "createdAt"> &
    Partial<Pick<OrderRow, "channel">>,
): Promise<OrderRow> {
  const providerOrderId = placeholder + randomUUID();
  const [added] = await db
    .insert(paymentOrder)
    .values({ ...values, providerOrderId, currency: "INR", state: "created" })
    .returning();
  return added as OrderRow;
}

/** Removes an order that was never placed at the provider. */
export async function removeOrder(db: Db, id: string): Promise<void> {
  await db
    .delete(paymentOrder)
    .where(and(eq(paymentOrder.id, id), like(paymentOrder.providerOrderId, `${placeholder}%`)));
}

/** Holds the order until the transaction ends; others wait. */
export async function lockOrder(db: Db, providerOrderId: string): Promise<OrderRow | null> {
  const [found] = await db
    .select()
    .from(paymentOrder)
    .where(eq(paymentOrder.providerOrderId, providerOrderId))
    .for("update");
  return found ?? null;
}

export async function findOrder(db: Db, providerOrderId: string): Promise<OrderRow | null> {
  const [found] = await db.select().from(paymentOrder).where(eq(paymentOrder.providerOrderId, providerOrderId));
  return found ?? null;
}

export async function findOrderById(db: Db, id: string): Promise<OrderRow | null> {
  const [found] = await db.select().from(paymentOrder).where(eq(paymentOrder.id, id));
  return found ?? null;
}

export async function updateOrder(db: Db, { id, ...values }: { id: string } & Partial<OrderRow>): Promise<OrderRow> {
  const [changed] = await db.update(paymentOrder).set(values).where(eq(paymentOrder.id, id)).returning();
  return changed as OrderRow;
}

/** Stores the latest state of a payment. A captured payment never changes again. */
export async function storePayment(db: Db, order: OrderRow, seen: ProviderPayment, now: Date): Promise<void> {
  const isCaptured = seen.status === "captured";
  await db
    .insert(payment)
    .values({
      providerPaymentId: seen.id,
      orderId: order.id,
      status: seen.status,
      method: seen.method,
      amountInPaise: seen.amount,
      currency: seen.currency,
      firstSeenAt: now,
      capturedAt: isCaptured ? now : null,
      ...feeOf(seen),
    })
    .onConflictDoUpdate({
      target: payment.providerPaymentId,
      set: { status: seen.status, method: seen.method, ...(isCaptured ? { capturedAt: now } : {}), ...feeOf(seen) },
      setWhere: sql`${payment.capturedAt} is null and ${payment.orderId} = ${order.id}`,
    });
}

function feeOf({ fee, feeTax }: ProviderPayment) {
  return fee == null ? {} : { feeInPaise: fee, feeTaxInPaise: feeTax ?? 0 };
}

/** The provider says that a payment is under way: the seat that is held for it does not go to somebody else meanwhile. */
export async function keepSeat(tx: Db, { learnerId, itemId }: OrderRow, now: Date): Promise<void> {
  if (!learnerId || !itemId) return;
  const until = new Date(now.getTime() + payingHoldMs).toISOString();
  await tx.execute(sql`
    update seat_hold h set ends_at = greatest(h.ends_at, ${until}::timestamptz) from batch b
    where h.learner_id = ${learnerId} and b.id = h.batch_id and b.course_id = ${itemId}
      and h.ends_at > ${now.toISOString()}::timestamptz`);
}

export async function isCaptured(db: Db, providerPaymentId: string): Promise<boolean> {
  const hasId = eq(payment.providerPaymentId, providerPaymentId);
  return (await db.$count(payment, and(hasId, isNotNull(payment.capturedAt)))) > 0;
}

const settles = and(
  eq(payment.amountInPaise, paymentOrder.amountInPaise),
  eq(payment.currency, paymentOrder.currency),
  isNotNull(payment.capturedAt),
);

/** The captured payment that settled an order. It has the amount and the currency of the order. */
export async function findCaptured(db: Db, { id }: Pick<OrderRow, "id">) {
  const [found] = await db
    .select({ payment })
    .from(payment)
    .innerJoin(paymentOrder, and(eq(paymentOrder.id, payment.orderId), settles))
    .where(eq(payment.orderId, id))
    .orderBy(asc(payment.capturedAt), asc(payment.providerPaymentId))
    .limit(1);
  return found?.payment ?? null;
}

export type Settled = { orderId: string; providerOrderId: string; providerPaymentId: string };

/** As `findCaptured`, for many orders. */
export async function listSettled(db: Db, orderIds: string[]): Promise<Settled[]> {
  return db
    .selectDistinctOn([payment.orderId], {
      orderId: payment.orderId,
      providerOrderId: paymentOrder.providerOrderId,
      providerPaymentId: payment.providerPaymentId,
    })
    .from(payment)
    .innerJoin(paymentOrder, and(eq(paymentOrder.id, payment.orderId), settles))
    .where(sql`${payment.orderId} = ${anyOf(orderIds)}`)
    .orderBy(asc(payment.orderId), asc(payment.capturedAt), asc(payment.providerPaymentId));
}

/** False when this event has been processed before. */
export async function isNewEvent(db: Db, values: typeof webhookEvent.$inferInsert): Promise<boolean> {
  const added = await db.insert(webhookEvent).values(values).onConflictDoNothing().returning();
  return added.length > 0;
}

/** Returns the payments that were not flagged for this reason before, so that staff are notified once. */
export async function addFlags(db: Db, values: (typeof paymentFlag.$inferInsert)[]): Promise<Set<string>> {
  const added = await db
    .insert(paymentFlag)
    .values(values)
    .onConflictDoNothing()
    .returning({ providerPaymentId: paymentFlag.providerPaymentId });
  return new Set(added.map(({ providerPaymentId }) => providerPaymentId));
}

type Selection = { isNamed: boolean; limit: number };

/**
 * Claims orders to check at the provider, the longest waiting first. The time of the next check is stored before this one, so
 * that an order whose check fails or kills the process does not block the others. `isNamed`: orders with an item. `isLast`:
 * the schedule ends with this check.
 */
export function claimDue(db: Db, { now, isNamed, limit }: Selection & { now: Date }) {
  const isSelected = isNamed ? isNotNull(paymentOrder.kind) : isNull(paymentOrder.kind);
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(paymentOrder)
      .where(and(lte(paymentOrder.nextCheckAt, now), isSelected))
      .orderBy(asc(paymentOrder.nextCheckAt))
      .limit(limit)
      .for("update", { skipLocked: true });
    const claimed: { order: OrderRow; isLast: boolean }[] = [];
    for (const { id, state, checks: before } of due) {
      const checks = before + 1;
      const next = state === "spent" ? null : nextCheckAt({ checks, now, isNamed });
      const order = await updateOrder(tx, { id, checks, nextCheckAt: next ?? retryCheckAt({ checks, now }) });
      claimed.push({ order, isLast: next === null });
    }
    return claimed;
  });
}

/** The learner's orders for this item that are paid but not fulfilled yet. */
export async function listPaid(db: Db, { learnerId, ...item }: Item & { learnerId: string }): Promise<string[]> {
  const found = await db
    .select({ providerOrderId: paymentOrder.providerOrderId })
    .from(paymentOrder)
    .where(and(eq(paymentOrder.learnerId, learnerId), isItem(item), eq(paymentOrder.state, "paid")));
  return found.map(({ providerOrderId }) => providerOrderId);
}

/** Null when staff have been notified before. Otherwise the caller notifies them in the same transaction. */
export async function markNotified(
  db: Db,
  { providerPaymentId, reason, now }: { providerPaymentId: string; reason: string; now: Date },
): Promise<typeof paymentFlag.$inferSelect | null> {
  const isThisFlag = and(eq(paymentFlag.providerPaymentId, providerPaymentId), eq(paymentFlag.reason, reason));
  const [marked] = await db
    .update(paymentFlag)
    .set({ notifiedAt: now })
    .where(and(isThisFlag, isNull(paymentFlag.notifiedAt)))
    .returning();
  return marked ?? null;
}

/** The reasons why staff must decide about an order. */
export async function listReasons(db: Db, orderId: string): Promise<string[]> {
  const flags = await db
    .select({ reason: paymentFlag.reason })
    .from(paymentFlag)
    .where(eq(paymentFlag.orderId, orderId));
  return flags.map(({ reason }) => reason);
}

const isUnpaid = inArray(paymentOrder.state, open);

/** Removes the visitor from orders, which stay. The index `payment_order_buyer` has the orders that name one. */
async function forgetBuyers(db: Db, condition: SQL | undefined): Promise<void> {
  await inSteps(async (after: { createdAt: Date } | undefined) => {
    const named = db
      .select({ id: paymentOrder.id })
      .from(paymentOrder)
      .where(
        and(
          sql`${paymentOrder.details} ? 'email'`,
          // Paid orders before this one stay as they are.
          after && gte(paymentOrder.createdAt, after.createdAt),
          condition,
        ),
      )
      .orderBy(asc(paymentOrder.createdAt))
      .limit(rowsPerStep)
      .for("update", { skipLocked: true });
    const changed = await db
      .update(paymentOrder)
      .set({ details: sql`${paymentOrder.details} - '{username,email,mobileNumber,buyer,firstVisit}'::text[]` })
      .where(sql`${paymentOrder.id} = any(array(${named}))`)
      .returning({ createdAt: paymentOrder.createdAt });
    return changed.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  });
}

/** Paid orders are accounting records: their buyer stays until the period of invoices is over. */
export const orderPlace: PersonalPlace = {
  table: "payment_order",
  learner: sql`learner_id`,
  email: sql`(details ->> 'email')`,
  number: sql`('+91' || (details ->> 'mobileNumber'))`,
  erase: (db, { rows }) => forgetBuyers(db, and(isUnpaid, rows)),
};

export const forgetUnpaidBuyers = (db: Db, before: Date) =>
  forgetBuyers(db, and(isUnpaid, lt(paymentOrder.createdAt, before)));

export const forgetPaidBuyers = (db: Db, before: Date) => forgetBuyers(db, lt(paymentOrder.createdAt, before));
