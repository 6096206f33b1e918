import { type BatchTime, type BatchType, batchTimes, batchTypes } from "@shoreline/domain/course";
import { eq } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { enqueue } from "../../jobs/queue.ts";
import { type OrderRow, updateOrder } from "../payment/queries.ts";
import { confirmPurchase } from "./jobs.ts";

export type Choice = { batchTime: BatchTime; batchType: BatchType; query: string };
export type Given = { [Name in keyof Choice]?: Choice[Name] | undefined };

/** What was chosen with the order, or what is chosen for those who did not. */
export function readChoice(details: Partial<Record<string, string>>): Choice {
  return {
    batchTime: batchTimes.find((time) => time === details.batchTime) ?? batchTimes[0],
    batchType: batchTypes.find((type) => type === details.batchType) ?? batchTypes[0],
    query: details.query ?? "",
  };
}

/** The order with what its learner says along with the proof; that counts more than what was said before, and counts once. */
export function withChoice({ details }: OrderRow, { batchTime, batchType, query }: Given): OrderRow["details"] {
  const given = { ...(batchTime && { batchTime }), ...(batchType && { batchType }), ...(query && { query }) };
  return { ...details, ...given, isConfirmed: "yes" };
}

// A browser that has just paid confirms at once; whoever comes later changes nothing.
const confirmedWithinMs = 15 * 60_000;

/** The webhook was quicker, and handed out what was ordered: the learner's own word on the batch may still come. */
export async function takeChoice(tx: Db, order: OrderRow, { given, now }: { given: Given; now: Date }): Promise<void> {
  const isLate = now.getTime() - (order.spentAt?.getTime() ?? 0) > confirmedWithinMs;
  if (order.details.isConfirmed || isLate) return;
  const details = withChoice(order, given);
  await updateOrder(tx, { id: order.id, details });
  const [old, choice] = [readChoice(order.details), readChoice(details)];
  const isMoved = old.batchTime !== choice.batchTime || old.batchType !== choice.batchType;
  const [changed] = await tx
    .update(purchase)
    .set({ ...choice, ...(isMoved ? { confirmedAt: null } : {}) })
    .where(eq(purchase.orderId, order.id))
    .returning();
  if (changed && isMoved) await enqueue(tx, confirmPurchase, { purchaseId: changed.id });
}
