import { Refusal } from "@shoreline/contract";
import { takesLearners } from "@shoreline/domain/batch";
import { holdAgainMs, longestHoldMs, seatHoldMs } from "@shoreline/domain/batch-place";
import { beginOf } from "@shoreline/domain/zone";
import { sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { eraseWhere } from "../../db/erase-where.ts";
import { seatHold } from "../../db/tables/seat.ts";
import { takenSeats } from "../../db/taken-seats.ts";
import { enqueue } from "../../jobs/queue.ts";
import { notifyLearner } from "../notification/jobs.ts";
import { readInstitute } from "../site/queries.ts";
import { courseKind } from "./queries.ts";

type Wanted = {
  /** As the browser sent it; an unknown batch holds nothing. */
  batchId: string;
  /** Of the course, not of its address. */
  courseId: string;
  learnerId: string;
  orderId?: string;
  now: Date;
};

/**
 * Holds a seat while somebody pays, or refuses when none is left or the batch takes nobody any more. Who has one of this course already keeps one: the seat of the
 * batch chosen last. An offer from the waiting list is such a seat too, and is never shortened.
 */
export async function holdSeat(tx: Db, { batchId, courseId, learnerId, orderId, now }: Wanted): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  // Who else counts these seats waits until this one is held.
  const { rows: locked } = await tx.execute<WantedBatch>(sql`
    select b.id, b.seats, b.starts_at as "startsAt", b.ends_at as "endsAt", b.join_until::text as "joinUntil",
      b.cancelled_at is not null as "isCancelled",
      exists (select from seat_hold h where h.batch_id = b.id and h.learner_id = ${learnerId} and h.ends_at > ${at}) as "isHeld"
    from batch b where b.id::text = ${batchId} and b.course_id = ${courseId}
    for no key update`);
  const [batch] = locked;
  if (!batch) return;
  if (batch.isCancelled || !(batch.isHeld || (await isOpen(tx, batch, now)))) throw new Refusal("BATCH_CLOSED");
  const { rows } = await tx.execute<{ taken: number }>(sql`
    select ${takenSeats({ batchId: sql`${batch.id}::uuid`, now, learnerIds: [learnerId] })} as taken`);
  if (batch.seats !== null && (rows[0]?.taken ?? 0) >= batch.seats) throw new Refusal("BATCH_FULL");
  await tx.execute(sql`
    delete from seat_hold h using batch b
    where h.learner_id = ${learnerId} and b.id = h.batch_id and b.course_id = ${courseId} and b.id <> ${batch.id}
      and h.waiting_id is null`);
  // Staff at the desk know for whom they hold it.
  const latest = orderId ? await latestEnd(tx, { learnerId, courseId, now }) : Number.POSITIVE_INFINITY;
  const until = Math.min(now.getTime() + seatHoldMs, latest);
  // Ordered too often: they get the seat if it is free when they have paid.
  if (until <= now.getTime()) return;
  const endsAt = new Date(until).toISOString();
  await tx.execute(sql`
    insert into seat_hold (batch_id, learner_id, order_id, ends_at)
    values (${batch.id}, ${learnerId}, ${orderId ?? null}, ${endsAt}::timestamptz)
    on conflict (batch_id, learner_id) do update set
      ends_at = greatest(seat_hold.ends_at, excluded.ends_at),
      order_id = case when seat_hold.waiting_id is null then excluded.order_id end`);
}

type WantedBatch = {
  id: string;
  seats: number | null;
  startsAt: string;
  endsAt: string;
  joinUntil: string | null;
  isCancelled: boolean;
  /** For who asks. */
  isHeld: boolean;
};

async function isOpen(tx: Db, { startsAt, endsAt, joinUntil }: WantedBatch, now: Date): Promise<boolean> {
  const { timeZone } = await readInstitute(tx);
  const closesAt = joinUntil ? beginOf(joinUntil, { timeZone, later: 1 }) : null;
  return takesLearners({ startsAt: new Date(startsAt), endsAt: new Date(endsAt), closesAt }, now);
}

type Ordering = { learnerId: string; courseId: string; now: Date };

/** Until when this learner may hold a seat of the course, however often they order. */
async function latestEnd(tx: Db, { learnerId, courseId, now }: Ordering): Promise<number> {
  const since = new Date(now.getTime() - holdAgainMs).toISOString();
  const { rows } = await tx.execute<{ first: string | null }>(sql`
    select min(created_at) as first from payment_order
    where learner_id = ${learnerId} and kind = ${courseKind} and item_id = ${courseId} and created_at > ${since}::timestamptz`);
  const first = rows[0]?.first;
  return (first ? new Date(first) : now).getTime() + longestHoldMs;
}

type Buying = {
  learnerId: string;
  courseId: string;
  batchTime: string | undefined;
  batchType: string | undefined;
  now: Date;
};

/** The batch of this course in which the learner has been offered a place that still waits for them. */
export async function findOfferedSeat(
  db: Db,
  { learnerId, courseId, batchTime, batchType, now }: Buying,
): Promise<string | null> {
  const { rows } = await db.execute<{ batchId: string }>(sql`
    select h.batch_id as "batchId" from seat_hold h join batch b on b.id = h.batch_id
    where h.learner_id = ${learnerId} and b.course_id = ${courseId} and h.waiting_id is not null
      and h.ends_at > ${now.toISOString()}::timestamptz
      and b.batch_time = coalesce(${batchTime ?? null}, b.batch_time)
      and b.batch_type = coalesce(${batchType ?? null}, b.batch_type)
    order by h.ends_at limit 1`);
  return rows[0]?.batchId ?? null;
}

type Bought = { purchaseId: string; now: Date };

/**
 * Turns the seat that was held for the buyer into a place, in the transaction that adds the purchase. Whose hold has ended gets the
 * seat if it is still free; otherwise the purchase waits for a place as any other.
 */
export async function takeHeldSeat(tx: Db, { purchaseId, now }: Bought): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const found = await findHeld(tx, { purchaseId, now });
  if (!found) return;
  await tx.execute(sql`select from batch where id = ${found.batchId} for no key update`);
  const held = await findHeld(tx, { purchaseId, now });
  if (!held) return;
  const { batchId, learnerId, seats } = held;
  const isFree = held.isRunning || seats === null || (await countTaken(tx, { batchId, learnerId, now })) < seats;
  if (isFree)
    await tx.execute(sql`
      insert into batch_place (purchase_id, batch_id, placed_at) values (${purchaseId}, ${batchId}, ${at})
      on conflict do nothing`);
  else await enqueue(tx, notifyLearner, seatLost(held));
  await endHolds(tx, { purchaseIds: [purchaseId], now });
}

type Held = {
  batchId: string;
  learnerId: string;
  seats: number | null;
  isRunning: boolean;
  courseKey: string;
  courseName: string;
};

/** The next batch of the same kind may have other days and hours. */
function seatLost({ learnerId, courseKey, courseName }: Held) {
  return {
    learnerId,
    title: `${courseName}: the batch you chose is full`,
    text: "Its last seat went while you paid. The course is yours, and we find you a place in another batch and tell you its days and hours. If they do not suit you, ask for another batch in your schedule.",
    link: `/dashboard/schedule/${encodeURIComponent(courseKey)}`,
  };
}

/** Of the kind that was bought: who chose another one with the payment gives the seat back. */
async function findHeld(tx: Db, { purchaseId, now }: Bought): Promise<Held | null> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<Held>(sql`
    select b.id as "batchId", b.seats, h.learner_id as "learnerId", h.ends_at > ${at} as "isRunning",
      c.course_id as "courseKey", c.name as "courseName"
    from purchase p
    join course c on c.id = p.course_id
    join seat_hold h on h.learner_id = p.learner_id
    join batch b on b.id = h.batch_id and b.course_id = p.course_id
    where p.id = ${purchaseId} and b.batch_time = p.batch_time and b.batch_type = p.batch_type
      and b.ends_at > ${at} and b.cancelled_at is null
    order by h.ends_at desc limit 1`);
  return rows[0] ?? null;
}

type Counted = { batchId: string; learnerId: string; now: Date };

async function countTaken(tx: Db, { batchId, learnerId, now }: Counted): Promise<number> {
  const taken = takenSeats({ batchId: sql`${batchId}::uuid`, now, learnerIds: [learnerId] });
  const { rows } = await tx.execute<{ taken: number }>(sql`select ${taken} as taken`);
  return rows[0]?.taken ?? 0;
}

/** Nothing is held any more for learners who have a place, and their turn in its line has come. */
export async function endHolds(tx: Db, { purchaseIds, now }: { purchaseIds: string[]; now: Date }): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`
    update waiting_place w set state = 'taken', ended_at = ${at}, purchase_id = p.id
    from batch_place placed join purchase p on p.id = placed.purchase_id
    where p.id = ${anyOf(purchaseIds)} and w.batch_id = placed.batch_id and w.learner_id = p.learner_id
      and w.state in ('waiting', 'offered')`);
  await tx.execute(sql`
    delete from seat_hold h using purchase p, batch_place placed
    where p.id = ${anyOf(purchaseIds)} and placed.purchase_id = p.id and h.learner_id = p.learner_id
      and h.batch_id = placed.batch_id`);
}

/** Time ends a hold; this only removes the rows. An hour later nobody pays for it any more. */
export async function removeEndedHolds(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 3_600_000).toISOString();
  await eraseWhere(db, seatHold, sql`ends_at < ${before}::timestamptz`);
}
