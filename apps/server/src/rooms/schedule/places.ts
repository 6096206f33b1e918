import { Refusal } from "@shoreline/contract";
import { chooseBatch } from "@shoreline/domain/batch";
import { beginOf } from "@shoreline/domain/zone";
import { sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { isOurTime } from "../../db/our-time.ts";
import { unplacedPurchase } from "../../db/tables/schedule.ts";
import { takenSeats } from "../../db/taken-seats.ts";
import { enqueue } from "../../jobs/queue.ts";
import { inSteps, rowsPerStep } from "../../steps.ts";
import { endHolds } from "../enrolment/seat-hold.ts";
import { readInstitute } from "../site/queries.ts";
import { carryProgress } from "./carry.ts";
import { seatsFreed } from "./jobs.ts";
import { tellPlaced } from "./placed.ts";
import type { BatchKind } from "./plan.ts";

/**
 * Gives a batch place to every purchase without one, or only to those of one learner. It is in the next batch that starts at
 * the chosen time and days, or else in the running one. If there is no such batch or no seat, the purchase waits for the next call.
 */
export async function placeLearners(db: Db, { now, learnerId }: { now: Date; learnerId?: string }): Promise<void> {
  const isOfLearner = learnerId ? sql`and p.learner_id = ${learnerId}` : sql``;
  await inSteps(async (after: Waiting | undefined) => {
    const isNext = after ? sql`and unplaced.purchase_id > ${after.id}` : sql``;
    const { rows } = await db.execute<Waiting>(sql`
      select p.id from ${unplacedPurchase} unplaced join purchase p on p.id = unplaced.purchase_id
      where p.state in ('active', 'suspended') and ${isNotPaused}
        and not exists (select from batch_place placed where placed.purchase_id = p.id) ${isOfLearner} ${isNext}
      order by unplaced.purchase_id limit ${rowsPerStep}`);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await db.transaction((tx) => place(tx, { ids, now }));
    return rows;
  });
}

type Waiting = { id: string };

/** Who has paused gets a place by choosing a batch again. */
const isNotPaused = sql`not exists (select from pause where pause.purchase_id = p.id and pause.resumed_at is null)`;

async function place(tx: Db, { ids, now }: { ids: string[]; now: Date }): Promise<void> {
  const isWanted = sql`b.ends_at > ${now.toISOString()}::timestamptz and b.cancelled_at is null and ${isOurTime(sql`b.starts_at`)} and ${isOurTime(sql`b.ends_at`)} and (b.course_id, b.batch_time, b.batch_type) in (
    select p.course_id, p.batch_time, p.batch_type from purchase p where p.id = ${anyOf(ids)})`;
  // Two processes must not count the same seats: the second waits here until the first has taken its own.
  await tx.execute(sql`
    select from batch b where b.seats is not null and ${isWanted} order by b.id for no key update`);
  // Nor may a batch be cancelled while it gets learners.
  await tx.execute(sql`select from batch b where b.seats is null and ${isWanted} order by b.id for key share`);
  const { rows: batches } = await tx.execute<Possible>(sql`
    select b.id, b.course_id as "courseId", b.batch_time as "batchTime", b.batch_type as "batchType", b.starts_at as "startsAt", b.ends_at as "endsAt",
      b.seats, b.join_until::text as "joinUntil", case when b.seats is null then 0 else ${takenSeats({ batchId: sql`b.id`, now })} end as taken
    from batch b where ${isWanted}`);
  if (batches.length === 0) return;
  // Another process may have placed some of them while we waited.
  const { rows: purchases } = await tx.execute<Bought>(sql`
    select p.id, p.course_id as "courseId", p.batch_time as "batchTime", p.batch_type as "batchType",
      p.purchased_at as "purchasedAt"
    from purchase p
    where p.id = ${anyOf(ids)} and p.state in ('active', 'suspended') and ${isNotPaused} and not exists (select from batch_place placed where placed.purchase_id = p.id)
    order by p.purchased_at, p.id`);
  const { timeZone } = await readInstitute(tx);
  const chosen = chooseAll(purchases, batches, { timeZone, now });
  const { rows: placed } = await tx.execute<Chosen>(sql`
    insert into batch_place (purchase_id, batch_id, placed_at)
    select "purchaseId", "batchId", ${now.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(chosen)}::json) as chosen ("purchaseId" uuid, "batchId" uuid)
    on conflict do nothing returning purchase_id as "purchaseId", batch_id as "batchId"`);
  await carryProgress(tx, placed, now);
  await tellPlaced(tx, { purchaseIds: placed.map(({ purchaseId }) => purchaseId), now });
}

type Offer = BatchKind & { courseId: string };
type Possible = Offer & {
  id: string;
  startsAt: string;
  endsAt: string;
  joinUntil: string | null;
  seats: number | null;
  taken: number;
};
type Bought = Offer & { id: string; purchasedAt: string };

type Chosen = { purchaseId: string; batchId: string };

// A job may be late by hours, and the buyer saw what was offered then. Who has waited longer than this starts now.
const judgedByPurchaseMs = 86_400_000;

type Situation = { timeZone: string; now: Date };

function chooseAll(purchases: Bought[], batches: Possible[], { timeZone, now }: Situation): Chosen[] {
  const offers = Map.groupBy(
    batches.map((one) => ({
      ...one,
      startsAt: new Date(one.startsAt),
      endsAt: new Date(one.endsAt),
      closesAt: one.joinUntil ? beginOf(one.joinUntil, { timeZone, later: 1 }) : null,
    })),
    keyOf,
  );
  return purchases.flatMap((one) => {
    const purchasedAt = new Date(one.purchasedAt);
    const hasWaited = now.getTime() - purchasedAt.getTime() > judgedByPurchaseMs;
    const batch = chooseBatch(offers.get(keyOf(one)) ?? [], hasWaited ? now : purchasedAt);
    if (!batch) return [];
    batch.taken++;
    return [{ purchaseId: one.id, batchId: batch.id }];
  });
}

function keyOf({ courseId, batchTime, batchType }: Offer): string {
  return [courseId, batchTime, batchType].join(" ");
}

/** Removes the place of a learner who has just chosen another batch; `placeLearners` then gives a new one. */
export async function leaveOtherBatch(db: Db, purchaseId: string): Promise<void> {
  const { rows } = await db.execute<{ batchId: string }>(sql`
    delete from batch_place placed using purchase p, batch b
    where placed.purchase_id = ${purchaseId} and p.id = placed.purchase_id and b.id = placed.batch_id
      and (b.batch_time <> p.batch_time or b.batch_type <> p.batch_type)
    returning placed.batch_id as "batchId"`);
  for (const { batchId } of rows) await enqueue(db, seatsFreed, { batchId });
}

type Wanted = BatchKind & { purchaseId: string; courseId: string; batchId: string; now: Date };

/** Gives a purchase a place in the batch that staff chose, in their transaction. A batch without a seat is refused. */
export async function placeIn(tx: Db, { purchaseId, courseId, batchId, now, ...kind }: Wanted): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select b.id from batch b
    where b.id::text = ${batchId} and b.course_id = ${courseId} and b.ends_at > ${at} and b.cancelled_at is null
      and b.batch_time = ${kind.batchTime} and b.batch_type = ${kind.batchType}`);
  const [batch] = rows;
  if (!batch) throw new Refusal("UNKNOWN_BATCH");
  await takeSeat(tx, { purchaseId, batchId: batch.id, now });
}

type Seat = { purchaseId: string; batchId: string; now: Date };

/** The place of a purchase in this batch, or a refusal when no seat is left. Nothing is held for its learner there any more. */
async function takeSeat(tx: Db, { purchaseId, batchId, now }: Seat): Promise<void> {
  // Who else counts these seats waits until this place is taken.
  const { rows: locked } = await tx.execute<{ seats: number | null; learnerId: string }>(sql`
    select b.seats, p.learner_id as "learnerId" from batch b, purchase p
    where b.id = ${batchId} and p.id = ${purchaseId} for no key update of b`);
  const [about] = locked;
  if (!about) throw new Refusal("UNKNOWN_BATCH");
  const taken = takenSeats({ batchId: sql`${batchId}::uuid`, now, learnerIds: [about.learnerId] });
  const { rows } = await tx.execute<{ taken: number; isThere: boolean }>(sql`
    select ${taken} as taken,
      exists (select from batch_place where purchase_id = ${purchaseId} and batch_id = ${batchId}) as "isThere"`);
  const { taken: others = 0, isThere = false } = rows[0] ?? {};
  if (!isThere && about.seats !== null && others >= about.seats) throw new Refusal("BATCH_JUST_FULL");
  await tx.execute(sql`
    insert into batch_place (purchase_id, batch_id, placed_at)
    values (${purchaseId}, ${batchId}, ${now.toISOString()}::timestamptz)
    on conflict (purchase_id) do update set batch_id = excluded.batch_id, placed_at = excluded.placed_at`);
  await endHolds(tx, { purchaseIds: [purchaseId], now });
}
