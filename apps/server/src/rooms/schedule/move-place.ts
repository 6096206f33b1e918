import { Refusal } from "@shoreline/contract";
import { sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import type { BatchKind } from "./plan.ts";

/**
 * Moves a purchase to another batch of its course, in the caller's transaction: place, kind and attendance. A batch that is cancelled, over
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
  const { rows: held } = await tx.execute<Held>(sql`
    select p.id, p.learner_id as "learnerId", p.course_id as "courseId", placed.batch_id as "fromBatchId"
    from purchase p left join batch_place placed on placed.purchase_id = p.id
    where p.id = ${anyOf(purchaseIds)} and p.state in ('active', 'suspended') order by p.id for no key update of p`);
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
  await carry(tx, { from: moved, toBatchId });
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
  const learners = anyOf(moved.map(({ learnerId }) => learnerId));
  await tx.execute(sql`delete from seat_hold where batch_id = ${toBatchId} and learner_id = ${learners}`);
  if (batch.seats === null) return batch;
  const { rows: taken } = await tx.execute<{ count: number }>(sql`
    select (select count(*) from batch_place where batch_id = ${toBatchId})::int
      + (select count(*) from seat_hold where batch_id = ${toBatchId} and ends_at > ${at})::int as count`);
  if ((taken[0]?.count ?? 0) + moved.length > batch.seats) throw new Refusal("BATCH_JUST_FULL");
  return batch;
}

/** Who lost the place because a batch was cancelled keeps what they have attended when they get another one. */
export async function carryFromCancelled(tx: Db, placed: { purchaseId: string; batchId: string }[]): Promise<void> {
  if (placed.length === 0) return;
  await tx.execute(sql`
    insert into attendance (learner_id, class_id, first_joined_at, last_joined_at, source, is_late, minutes)
    select a.learner_id, there.id, a.first_joined_at, a.last_joined_at, 'carried', a.is_late, a.minutes
    from json_to_recordset(${JSON.stringify(placed)}::json) as placed ("purchaseId" uuid, "batchId" uuid)
    join purchase p on p.id = placed."purchaseId"
    join attendance a on a.learner_id = p.learner_id
    join live_class here on here.id = a.class_id
    join batch cancelled on cancelled.id = here.batch_id and cancelled.course_id = p.course_id
      and cancelled.cancelled_at is not null
    join live_class there on there.batch_id = placed."batchId" and there.number = here.number
    on conflict do nothing`);
}

type Carrying = { learnerIds: string[]; fromBatchId: string; toBatchId: string };

/** Who was in the third class before has been in the third class here. */
export async function carryAttendance(tx: Db, { learnerIds, fromBatchId, toBatchId }: Carrying): Promise<void> {
  await carry(tx, { from: learnerIds.map((learnerId) => ({ learnerId, fromBatchId })), toBatchId });
}

type From = Pick<Held, "learnerId" | "fromBatchId">[];

async function carry(tx: Db, { from, toBatchId }: { from: From; toBatchId: string }): Promise<void> {
  await tx.execute(sql`
    insert into attendance (learner_id, class_id, first_joined_at, last_joined_at, source, is_late, minutes)
    select a.learner_id, there.id, a.first_joined_at, a.last_joined_at, 'carried', a.is_late, a.minutes
    from json_to_recordset(${JSON.stringify(from)}::json) as moved ("learnerId" uuid, "fromBatchId" uuid)
    join live_class here on here.batch_id = moved."fromBatchId"
    join attendance a on a.class_id = here.id and a.learner_id = moved."learnerId"
    join live_class there on there.batch_id = ${toBatchId}::uuid and there.number = here.number
    on conflict do nothing`);
}
