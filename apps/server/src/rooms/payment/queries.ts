import { randomUUID } from "node:crypto";
import { nextCheckAt, type OrderState, retryCheckAt } from "@shoreline/domain/payment";
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, like, lte, sql } from "drizzle-orm";
import type { Buyer, Item } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { payment, paymentFlag, paymentOrder, webhookEvent } from "../../db/tables/payment.ts";
import type { ProviderPayment } from "../../ports.ts";

export type OrderRow = typeof paymentOrder.$inferSelect;

export function isFor({ kind, itemId }: Pick<OrderRow, "kind" | "itemId">, item: Item): boolean {
  return kind === item.kind && itemId === item.itemId;
}

/** Two clicks of one buyer on one thing wait for each other. */
export async function lockItem(db: Db, { buyer, kind, itemId }: Item & { buyer: Buyer }): Promise<void> {
  const who = "learnerId" in buyer ? buyer.learnerId : buyer.email;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${who} ${kind} ${itemId}`}, 0))`);
}

const isItem = ({ kind, itemId }: Item) => and(eq(paymentOrder.kind, kind), eq(paymentOrder.itemId, itemId));

const open = ["created", "attempted"] satisfies OrderState[];

/** An order for the same thing with the same details that can still be paid: a second click finds the first one's order. */
export async function findOpenOrder(
  db: Db,
  wanted: Item & { buyer: Buyer; since: Date } & Pick<OrderRow, "amountInPaise" | "details">,
): Promise<OrderRow | null> {
  const { buyer } = wanted;
  const isTheirs =
    "learnerId" in buyer
      ? eq(paymentOrder.learnerId, buyer.learnerId)
      : and(isNull(paymentOrder.learnerId), sql`${paymentOrder.details} ->> 'buyer' = ${buyer.email}`);
  const [found] = await db
    .select()
    .from(paymentOrder)
    .where(
      and(
        isTheirs,
        isItem(wanted),
        eq(paymentOrder.amountInPaise, wanted.amountInPaise),
        sql`${paymentOrder.details} = ${JSON.stringify(wanted.details)}::jsonb`,
        inArray(paymentOrder.state, open),
        gt(paymentOrder.createdAt, wanted.since),
      ),
    )
    .orderBy(desc(paymentOrder.createdAt))
    .limit(1);
  return found ?? null;
}

const placeholder = "claimed:";

/** Claimed, but not at the provider yet. */
export function isPlaceholder(providerOrderId: string): boolean {
  return providerOrderId.startsWith(placeholder);
}

export async function addOrder(
  db: Db,
  values: Pick<OrderRow, "learnerId" | "kind" | "itemId" | "amountInPaise" | "details" | "createdAt">,
): Promise<OrderRow> {
  const providerOrderId = placeholder + randomUUID();
  const [added] = await db
    .insert(paymentOrder)
    .values({ ...values, providerOrderId, currency: "INR", state: "created" })
    .returning();
  return added as OrderRow;
}

/** One that never came to the provider. */
export async function removeOrder(db: Db, id: string): Promise<void> {
  await db
    .delete(paymentOrder)
    .where(and(eq(paymentOrder.id, id), like(paymentOrder.providerOrderId, `${placeholder}%`)));
}

/** Whoever has this row changes the order; everybody else waits. */
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

/** What is known of a payment, for good once it is captured. */
export async function keepPayment(db: Db, order: OrderRow, seen: ProviderPayment, now: Date): Promise<void> {
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
    })
    .onConflictDoUpdate({
      target: payment.providerPaymentId,
      set: { status: seen.status, method: seen.method, ...(isCaptured ? { capturedAt: now } : {}) },
      setWhere: sql`${payment.capturedAt} is null and ${payment.orderId} = ${order.id}`,
    });
}

export async function isCaptured(db: Db, providerPaymentId: string): Promise<boolean> {
  const isMeant = eq(payment.providerPaymentId, providerPaymentId);
  return (await db.$count(payment, and(isMeant, isNotNull(payment.capturedAt)))) > 0;
}

/** The payment that settled an order: of another amount or currency none does. */
export async function findCaptured(db: Db, order: Pick<OrderRow, "id" | "amountInPaise" | "currency">) {
  const isFit = and(eq(payment.amountInPaise, order.amountInPaise), eq(payment.currency, order.currency));
  const [found] = await db
    .select()
    .from(payment)
    .where(and(eq(payment.orderId, order.id), isNotNull(payment.capturedAt), isFit))
    .orderBy(asc(payment.capturedAt), asc(payment.providerPaymentId))
    .limit(1);
  return found ?? null;
}

/** False when this event has been worked on before. */
export async function isNewEvent(db: Db, values: typeof webhookEvent.$inferInsert): Promise<boolean> {
  const added = await db.insert(webhookEvent).values(values).onConflictDoNothing().returning();
  return added.length > 0;
}

/** False when it is flagged already: staff hear of it once. */
export async function addFlag(db: Db, values: typeof paymentFlag.$inferInsert): Promise<boolean> {
  const added = await db.insert(paymentFlag).values(values).onConflictDoNothing().returning();
  return added.length > 0;
}

type Lane = { isNamed: boolean; most: number };

/**
 * Orders to ask about, the longest waiting first. Each has its next turn already, so that one which never gets an answer, or
 * ends the process, does not stand in the way of the others. `isLast`: the schedule ends with this check.
 */
export function claimDue(db: Db, { now, isNamed, most }: Lane & { now: Date }) {
  const isInLane = isNamed ? isNotNull(paymentOrder.kind) : isNull(paymentOrder.kind);
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(paymentOrder)
      .where(and(lte(paymentOrder.nextCheckAt, now), isInLane))
      .orderBy(asc(paymentOrder.nextCheckAt))
      .limit(most)
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

/** Money is here for this thing, and it is not handed out yet. */
export async function listPaid(db: Db, wanted: Item & { learnerId: string }): Promise<string[]> {
  const isTheirs = and(eq(paymentOrder.learnerId, wanted.learnerId), isItem(wanted));
  const found = await db
    .select({ providerOrderId: paymentOrder.providerOrderId })
    .from(paymentOrder)
    .where(and(isTheirs, eq(paymentOrder.state, "paid")));
  return found.map(({ providerOrderId }) => providerOrderId);
}

/** Null when it has been told already: whoever has the row tells, in the same transaction. */
export async function markTold(
  db: Db,
  { providerPaymentId, reason, now }: { providerPaymentId: string; reason: string; now: Date },
): Promise<typeof paymentFlag.$inferSelect | null> {
  const isMeant = and(eq(paymentFlag.providerPaymentId, providerPaymentId), eq(paymentFlag.reason, reason));
  const [told] = await db
    .update(paymentFlag)
    .set({ toldAt: now })
    .where(and(isMeant, isNull(paymentFlag.toldAt)))
    .returning();
  return told ?? null;
}

/** Why staff must decide about an order. */
export async function listReasons(db: Db, orderId: string): Promise<string[]> {
  const flags = await db
    .select({ reason: paymentFlag.reason })
    .from(paymentFlag)
    .where(eq(paymentFlag.orderId, orderId));
  return flags.map(({ reason }) => reason);
}
