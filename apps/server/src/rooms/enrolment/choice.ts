import { type Institute, Refusal } from "@shoreline/contract";
import { type BatchType, batchTypes } from "@shoreline/domain/course";
import { type BatchTime, isBatchTime } from "@shoreline/domain/site";
import { and, eq } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { isCurrentPurchase } from "../../db/current-purchase.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { enqueue } from "../../jobs/queue.ts";
import { type OrderRow, updateOrder } from "../payment/queries.ts";
import { readInstitute } from "../site/queries.ts";
import { confirmPurchase } from "./jobs.ts";

export type Choice = { batchTime: BatchTime; batchType: BatchType; query: string };
export type Given = { [Name in keyof Choice]?: Choice[Name] | undefined };

/**
 * The choice in the order, with defaults for what the learner did not choose. A paid order keeps an hour that the institute has
 * taken off its list since.
 */
export function readChoice(details: Partial<Record<string, string>>, { batchTimes }: Institute): Choice {
  return {
    batchTime: details.batchTime && isBatchTime(details.batchTime) ? details.batchTime : (batchTimes[0] ?? ""),
    batchType: batchTypes.find((type) => type === details.batchType) ?? batchTypes[0],
    query: details.query ?? "",
  };
}

export function refuseUnknownTime(time: string | undefined, { batchTimes }: Institute): void {
  if (time && !batchTimes.includes(time)) throw new Refusal("UNKNOWN_BATCH_TIME");
}

/** The details of an order after its learner has confirmed: the choice sent with the proof replaces the one in the order. */
export function withChoice({ details }: OrderRow, { batchTime, batchType, query }: Given): OrderRow["details"] {
  const given = { ...(batchTime && { batchTime }), ...(batchType && { batchType }), ...(query && { query }) };
  return { ...details, ...given, isConfirmed: "yes" };
}

// A browser confirms right after the payment; later confirmations change nothing.
const confirmedWithinMs = 15 * 60_000;

/** Moves a purchase that the webhook has already fulfilled to the batch that the learner chose with the proof. */
export async function applyChoice(tx: Db, order: OrderRow, { given, now }: { given: Given; now: Date }): Promise<void> {
  const isLate = now.getTime() - (order.spentAt?.getTime() ?? 0) > confirmedWithinMs;
  if (order.details.isConfirmed || isLate) return;
  const details = withChoice(order, given);
  await updateOrder(tx, { id: order.id, details });
  const institute = await readInstitute(tx);
  const [old, choice] = [readChoice(order.details, institute), readChoice(details, institute)];
  const isMoved = old.batchTime !== choice.batchTime || old.batchType !== choice.batchType;
  const [changed] = await tx
    .update(purchase)
    .set({ ...choice, ...(isMoved ? { confirmedAt: null } : {}) })
    .where(and(eq(purchase.orderId, order.id), isCurrentPurchase))
    .returning();
  if (changed && isMoved) await enqueue(tx, confirmPurchase, { purchaseId: changed.id });
}
