import { sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";

/** Who helps out where the demo's own trainers teach something else: as many as courses run in one hour. */
const guests = ["Aravind", "Bhavani", "Charles", "Deepa", "Gayatri", "Hari", "Ilango", "Jasmine"].flatMap((first) =>
  ["Perumal", "Subramani", "Thilagam", "Velu"].map((last) => `${first} ${last}`),
);

const block = 5 * 60_000;

type Row = { batchId: string; trainerName: string; starts: string[]; isFixed: boolean };

/**
 * The demo has a batch of each course in each hour, more than its trainers can teach. A batch whose trainer, known by name
 * only, has another class then goes to a guest. Batches with an account or with learners keep their trainer.
 */
export async function nameGuests(db: Db, now: Date): Promise<void> {
  const taken = new Map<string, Set<number>>();
  const renamed: { batchId: string; name: string }[] = [];
  for (const { batchId, trainerName, starts, isFixed } of await listBatches(db, now)) {
    const hours = starts.map((at) => Math.floor(Date.parse(at) / block));
    const isFree = (name: string) => !hours.some((one) => isTaken(taken.get(name), one));
    const name = isFixed || isFree(trainerName) ? trainerName : (guests.find(isFree) ?? trainerName);
    const held = taken.get(name) ?? new Set();
    taken.set(name, held);
    for (const one of hours) held.add(one);
    if (name !== trainerName) renamed.push({ batchId, name });
  }
  await db.execute(sql`
    update live_class c set trainer_name = given.name
    from json_to_recordset(${JSON.stringify(renamed)}::json) as given ("batchId" uuid, name text) where c.batch_id = given."batchId"`);
}

const blocksOfAClass = 12;

/** Two classes overlap if they begin less than an hour apart. */
function isTaken(held: Set<number> | undefined, start: number): boolean {
  if (!held) return false;
  return Array.from({ length: 2 * blocksOfAClass - 1 }, (_, n) => start - blocksOfAClass + 1 + n).some((one) =>
    held.has(one),
  );
}

/** Those that keep their trainer come first. */
async function listBatches(db: Db, now: Date): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select b.id as "batchId", min(c.trainer_name) as "trainerName", json_agg(c.starts_at order by c.starts_at) as starts,
      b.trainer_id is not null or exists (select from batch_place placed where placed.batch_id = b.id) as "isFixed"
    from batch b join live_class c on c.batch_id = b.id and c.cancelled_at is null
    where b.is_demo and b.pattern is null and b.cancelled_at is null and b.ends_at > ${now.toISOString()}::timestamptz
    group by b.id
    having count(distinct c.trainer_name) = 1 and min(c.trainer_name) <> ''
    order by 4 desc, b.starts_at, b.id`);
  return rows;
}
