import { eq, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { batch as batchTable } from "../../db/tables/schedule.ts";
import { seatsInUse } from "../../db/taken-seats.ts";
import { enqueue } from "../../jobs/queue.ts";
import { inSteps, rowsPerStep, workOnRow } from "../../steps.ts";
import { seatsFreed } from "../schedule/jobs.ts";
import { readClassSettings } from "../schedule/settings.ts";
import { type BatchRow, readToday, takesSomebody } from "./batches.ts";
import { type Offered, offerTeller, tellEnded } from "./tell.ts";

/** Looks after every line in which something may have changed, as time passed or staff added seats. */
export async function sweepLines(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  const at = sql`${clock.now().toISOString()}::timestamptz`;
  await inSteps(async (after: { batchId: string } | undefined) => {
    const isNext = after ? sql`and batch_id > ${after.batchId}` : sql``;
    const { rows } = await db.execute<{ batchId: string }>(sql`
      select distinct batch_id as "batchId" from waiting_place
      where (state = 'waiting' or state = 'offered' and offer_ends_at <= ${at}) ${isNext}
      order by batch_id limit ${rowsPerStep}`);
    for (const { batchId } of rows) await workOnRow(deps, { batchId }, () => offerSeats(deps, batchId));
    return rows;
  });
}

// Few enough that nobody waits long for the batch.
const mostAtOnce = 200;

/**
 * Offers the free seats of a batch to the next in line. The batch is locked, so each seat is offered once and the order is kept,
 * however many processes do this.
 */
export async function offerSeats(deps: Deps, batchId: string): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const { offerHours } = await readClassSettings(db);
  const tell = await offerTeller(deps);
  await db.transaction(async (tx) => {
    const [batch] = await tx.select().from(batchTable).where(eq(batchTable.id, batchId)).for("no key update");
    if (!batch) return;
    await endOffers(tx, { batch, now });
    if (!takesSomebody(batch, { now, today: await readToday(tx, now) })) return closeLine(tx, { batch, now });
    const free = Math.min(await countFree(tx, { batch, now }), mostAtOnce);
    if (free <= 0) return;
    const endsAt = new Date(now.getTime() + offerHours * 3_600_000);
    const offered = await offerNext(tx, { batchId, free, now, endsAt });
    await tell(tx, { batch, offered, endsAt });
    if (offered.length === mostAtOnce) await enqueue(tx, seatsFreed, { batchId });
  });
}

type Line = { batch: BatchRow; now: Date };

/** An offer ends with its hold, which lasts longer while the learner pays. */
async function endOffers(tx: Db, { batch, now }: Line): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ learnerId: string }>(sql`
    update waiting_place w set state = 'lapsed', ended_at = ${at}
    where w.batch_id = ${batch.id} and w.state = 'offered' and w.offer_ends_at <= ${at}
      and not exists (select from seat_hold h where h.waiting_id = w.id and h.ends_at > ${at})
    returning w.learner_id as "learnerId"`);
  await tx.execute(sql`
    delete from seat_hold where batch_id = ${batch.id} and waiting_id is not null and ends_at <= ${at}`);
  await tellEnded(tx, { batch, learnerIds: rows.map(({ learnerId }) => learnerId), why: "lapsed" });
}

/** The batch takes nobody any more: waiting has no sense. */
async function closeLine(tx: Db, { batch, now }: Line): Promise<void> {
  const { rows } = await tx.execute<{ learnerId: string }>(sql`
    update waiting_place set state = 'lapsed', ended_at = ${now.toISOString()}::timestamptz
    where id in (select id from waiting_place where batch_id = ${batch.id} and state = 'waiting' limit ${rowsPerStep})
    returning learner_id as "learnerId"`);
  await tellEnded(tx, { batch, learnerIds: rows.map(({ learnerId }) => learnerId), why: "closed" });
}

async function countFree(tx: Db, { batch, now }: Line): Promise<number> {
  if (batch.seats === null) return mostAtOnce;
  const { rows } = await tx.execute<{ taken: number }>(sql`
    select ${seatsInUse({ batchId: sql`${batch.id}::uuid`, now })} as taken`);
  return batch.seats - (rows[0]?.taken ?? 0);
}

type Offering = { batchId: string; free: number; now: Date; endsAt: Date };

async function offerNext(tx: Db, { batchId, free, now, endsAt }: Offering): Promise<Offered[]> {
  const [at, until] = [sql`${now.toISOString()}::timestamptz`, sql`${endsAt.toISOString()}::timestamptz`];
  const { rows } = await tx.execute<Offered>(sql`
    with next as (
      select id from waiting_place where batch_id = ${batchId} and state = 'waiting'
      order by asked_at, id limit ${free}
    ), offered as (
      update waiting_place w set state = 'offered', offered_at = ${at}, offer_ends_at = ${until}
      from next where w.id = next.id
      returning w.id, w.learner_id, w.purchase_id
    ), held as (
      insert into seat_hold (batch_id, learner_id, waiting_id, ends_at)
      select ${batchId}::uuid, learner_id, id, ${until} from offered
      on conflict (batch_id, learner_id) do update set waiting_id = excluded.waiting_id, ends_at = excluded.ends_at, order_id = null
    )
    select offered.learner_id as "learnerId", exists (
      select from batch b join purchase p on p.course_id = b.course_id
      where b.id = ${batchId} and p.learner_id = offered.learner_id and p.state in ('active', 'suspended')
    ) as "isBought"
    from offered`);
  return rows;
}
