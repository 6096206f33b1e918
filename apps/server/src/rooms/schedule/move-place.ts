import { Refusal } from "@shoreline/contract";
import { sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { takenSeats } from "../../db/taken-seats.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import { endHolds } from "../enrolment/seat-hold.ts";
import { carryProgress } from "./carry.ts";
import { seatsFreed } from "./jobs.ts";
import type { BatchKind } from "./plan.ts";

/**
 * Moves a purchase to another batch of its course, in the caller's transaction: place, kind and attendance; the old seat goes to the next in line. A batch that is cancelled, over
 * or of another course is refused (UNKNOWN_BATCH), and so is one without a seat (BATCH_JUST_FULL). The caller tells the learner.
 */
export async function movePlace(tx: Db, moving: { purchaseId: string; toBatchId: string; now: Date }): Promise<void> {
  const { purchaseId, ...to } = moving;
  await movePlaces(tx, { purchaseIds: [purchaseId], ...to });
}

type Moving = { purchaseIds: string[]; toBatchId: string; now: Date };
type Held = { id: string; learnerId: string; courseId: string; fromBatchId: string | null };

/** All of them, or none. */
export async function movePlaces(tx: Db, { purchaseIds, toBatchId, now }: Moving): Promise<void> {
  // Sales, then purchases, then batches: as payments and transfers do.
  await tx.execute(sql`select from sale where purchase_id = ${anyOf(purchaseIds)} order by id for update`);
  await tx.execute(sql`select from purchase where id = ${anyOf(purchaseIds)} order by id for no key update`);
  // Read after the lock: the same form sent twice finds the learner there.
  const { rows: held } = await tx.execute<Held>(sql`
    select p.id, p.learner_id as "learnerId", p.course_id as "courseId", placed.batch_id as "fromBatchId"
    from purchase p left join batch_place placed on placed.purchase_id = p.id
    where p.id = ${anyOf(purchaseIds)} and p.state in ('active', 'suspended') order by p.id`);
  if (held.length < new Set(purchaseIds).size) throw new Refusal("UNKNOWN_PURCHASE");
  const moved = held.filter(({ fromBatchId }) => fromBatchId !== toBatchId);
  if (moved.length === 0) return;
  const kind = await takeSeats(tx, { moved, toBatchId, now });
  const ids = anyOf(moved.map(({ id }) => id));
  const { batchTime, batchType } = kind;
  await tx.execute(sql`
    insert into batch_place (purchase_id, batch_id, placed_at)
    select id, ${toBatchId}::uuid, ${now.toISOString()}::timestamptz from purchase where id = ${ids}
    on conflict (purchase_id) do update set batch_id = excluded.batch_id, placed_at = excluded.placed_at`);
  await tx.execute(sql`update purchase set batch_time = ${batchTime}, batch_type = ${batchType} where id = ${ids}`);
  // Receipts of later instalments name the batch.
  await tx.execute(
    sql`update sale set batch_time = ${batchTime}, batch_type = ${batchType} where purchase_id = ${ids}`,
  );
  await carryProgress(
    tx,
    moved.map(({ id }) => ({ purchaseId: id, batchId: toBatchId })),
    now,
  );
  await endHolds(tx, { purchaseIds: moved.map(({ id }) => id), now });
  const left = new Set(moved.flatMap(({ fromBatchId }) => fromBatchId ?? []));
  await enqueueAll(
    tx,
    seatsFreed,
    [...left].map((batchId) => ({ batchId })),
  );
}

type Seats = { moved: Held[]; toBatchId: string; now: Date };

/** Who else counts these seats waits until the places are stored. */
async function takeSeats(tx: Db, { moved, toBatchId, now }: Seats): Promise<BatchKind> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<BatchKind & { courseId: string; seats: number | null }>(sql`
    select batch_time as "batchTime", batch_type as "batchType", course_id as "courseId", seats from batch
    where id::text = ${toBatchId} and cancelled_at is null and ends_at > ${at} for no key update`);
  const [batch] = rows;
  if (!batch || moved.some(({ courseId }) => courseId !== batch.courseId)) throw new Refusal("UNKNOWN_BATCH");
  const learnerIds = moved.map(({ learnerId }) => learnerId);
  const { rows: counted } = await tx.execute<{ taken: number }>(sql`
    select ${takenSeats({ batchId: sql`${toBatchId}::uuid`, now, learnerIds })} as taken`);
  const taken = counted[0]?.taken ?? 0;
  if (batch.seats !== null && taken + moved.length > batch.seats) throw new Refusal("BATCH_JUST_FULL");
  return batch;
}
