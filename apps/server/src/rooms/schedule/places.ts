import { Refusal } from "@shoreline/contract";
import { chooseBatch } from "@shoreline/domain/batch";
import { beginOf } from "@shoreline/domain/zone";
import { sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { isOurTime } from "../../db/our-time.ts";
import { inSteps, rowsPerStep } from "../../steps.ts";
import { readInstitute } from "../site/queries.ts";
import { carryFromCancelled } from "./move-place.ts";
import type { BatchKind } from "./plan.ts";

/**
 * Gives a batch place to every purchase without one, or only to those of one learner. It is in the next batch that starts at
 * the chosen time and days, or else in the running one. If there is no such batch or no seat, the purchase waits for the next call.
 */
export async function placeLearners(db: Db, { now, learnerId }: { now: Date; learnerId?: string }): Promise<void> {
  const isOfLearner = learnerId ? sql`and p.learner_id = ${learnerId}` : sql``;
  await inSteps(async (after: Waiting | undefined) => {
    const isNext = after ? sql`and p.id > ${after.id}` : sql``;
    const { rows } = await db.execute<Waiting>(sql`
      select p.id from purchase p
      where p.state in ('active', 'suspended')
        and not exists (select from batch_place placed where placed.purchase_id = p.id) ${isOfLearner} ${isNext}
      order by p.id limit ${rowsPerStep}`);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await db.transaction((tx) => place(tx, { ids, now }));
    return rows;
  });
}

type Waiting = { id: string };

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
      b.seats, b.join_until::text as "joinUntil", case when b.seats is null then 0 else (
        select count(*)::int from batch_place placed where placed.batch_id = b.id
      ) end as taken
    from batch b where ${isWanted}`);
  if (batches.length === 0) return;
  // Another process may have placed some of them while we waited.
  const { rows: purchases } = await tx.execute<Bought>(sql`
    select p.id, p.course_id as "courseId", p.batch_time as "batchTime", p.batch_type as "batchType",
      p.purchased_at as "purchasedAt"
    from purchase p
    where p.id = ${anyOf(ids)} and p.state in ('active', 'suspended') and not exists (select from batch_place placed where placed.purchase_id = p.id)
    order by p.purchased_at, p.id`);
  const { timeZone } = await readInstitute(tx);
  const chosen = chooseAll(purchases, batches, timeZone);
  await tx.execute(sql`
    insert into batch_place (purchase_id, batch_id, placed_at)
    select "purchaseId", "batchId", ${now.toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(chosen)}::json) as chosen ("purchaseId" uuid, "batchId" uuid)
    on conflict do nothing`);
  await carryFromCancelled(tx, chosen);
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

function chooseAll(purchases: Bought[], batches: Possible[], timeZone: string): Chosen[] {
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
    const batch = chooseBatch(offers.get(keyOf(one)) ?? [], new Date(one.purchasedAt));
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
  await db.execute(sql`
    delete from batch_place placed using purchase p, batch b
    where placed.purchase_id = ${purchaseId} and p.id = placed.purchase_id and b.id = placed.batch_id
      and (b.batch_time <> p.batch_time or b.batch_type <> p.batch_type)`);
}

type Wanted = BatchKind & { purchaseId: string; courseId: string; batchId: string; now: Date };

/** Gives a purchase a place in the batch that staff chose, in their transaction. A batch without a seat is refused. */
export async function placeIn(tx: Db, { purchaseId, courseId, batchId, now, ...kind }: Wanted): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  // Who else counts these seats waits until this place is taken.
  const { rows } = await tx.execute<{ id: string; seats: number | null }>(sql`
    select b.id, b.seats from batch b
    where b.id::text = ${batchId} and b.course_id = ${courseId} and b.ends_at > ${at} and b.cancelled_at is null
      and b.batch_time = ${kind.batchTime} and b.batch_type = ${kind.batchType} for no key update`);
  const [batch] = rows;
  if (!batch) throw new Refusal("UNKNOWN_BATCH");
  const { rows: others } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from batch_place placed
    where placed.batch_id = ${batch.id} and placed.purchase_id <> ${purchaseId}`);
  if (batch.seats !== null && (others[0]?.count ?? 0) >= batch.seats) throw new Refusal("BATCH_JUST_FULL");
  await tx.execute(sql`
    insert into batch_place (purchase_id, batch_id, placed_at) values (${purchaseId}, ${batch.id}, ${at})
    on conflict (purchase_id) do update set batch_id = excluded.batch_id, placed_at = excluded.placed_at`);
}
