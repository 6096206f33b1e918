import { Refusal } from "@shoreline/contract";
import { isCurrent } from "@shoreline/domain/purchase";
import { eq, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { batch, batchPlace } from "../../db/tables/schedule.ts";
import { enqueue } from "../../jobs/queue.ts";
import { carryAttendance } from "./carry.ts";
import { seatsFreed } from "./jobs.ts";
import { takeSeat } from "./places.ts";

type Move = { purchaseId: string; toBatchId: string; now: Date };

/**
 * Gives a purchase a place in another batch of its course, with what was attended, and offers the old seat to the next in line. It
 * locks sale, purchase and batch, in this order. A batch without a seat is refused.
 */
export async function movePlace(tx: Db, { purchaseId, toBatchId, now }: Move): Promise<void> {
  await tx.execute(sql`select from sale where purchase_id = ${purchaseId} for update`);
  const [bought] = await tx.select().from(purchase).where(eq(purchase.id, purchaseId)).for("no key update");
  if (!bought || !isCurrent(bought.state)) throw new Refusal("UNKNOWN_PURCHASE");
  const [to] = await tx.select().from(batch).where(eq(batch.id, toBatchId));
  if (!to || to.courseId !== bought.courseId || to.cancelledAt || to.endsAt <= now) throw new Refusal("UNKNOWN_BATCH");
  const [before] = await tx.select().from(batchPlace).where(eq(batchPlace.purchaseId, purchaseId));
  if (before?.batchId === toBatchId) return;
  await takeSeat(tx, { purchaseId, batchId: toBatchId, now });
  const kind = { batchTime: to.batchTime, batchType: to.batchType };
  await tx.update(purchase).set(kind).where(eq(purchase.id, purchaseId));
  // Receipts of later instalments name the batch.
  await tx.execute(sql`
    update sale set batch_time = ${to.batchTime}, batch_type = ${to.batchType} where purchase_id = ${purchaseId}`);
  await carryAttendance(tx, { purchaseId, toBatchId, now });
  if (before) await enqueue(tx, seatsFreed, { batchId: before.batchId });
}
