import { sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";

type Person = { id: string; name: string };
type Row = { batchId: string; trainerName: string; starts: string[] };
type Staffed = { batchId: string; trainerId: string; roomId: string | null };

const block = 5 * 60_000;
const blocksOfAClass = 12;
const mostBatches = 4;

/**
 * Gives some batches of the demo the account of the trainer whose name they carry, and some of these a room: as many as somebody
 * teaches in a week, and none at the same time.
 */
export async function staffDemoBatches(db: Db, { people, now }: { people: Person[]; now: Date }): Promise<void> {
  const idOf = new Map(people.map(({ name, id }) => [name, id]));
  const open = await listUnstaffed(db, { names: [...idOf.keys()], now });
  if (open.length === 0) return;
  const { trainers, rooms } = await readTaken(db);
  const batches = await countStaffed(db, now);
  const roomIds = [...rooms.keys()];
  const staffed: Staffed[] = [];
  for (const { batchId, trainerName, starts } of open) {
    const trainerId = idOf.get(trainerName);
    const taken = trainerId ? (trainers.get(trainerId) ?? new Set<number>()) : null;
    const blocks = starts.flatMap((at) => blocksOf(Date.parse(at)));
    const held = batches.get(trainerId ?? "") ?? 0;
    if (!trainerId || !taken || held >= mostBatches || blocks.some((one) => taken.has(one))) continue;
    batches.set(trainerId, held + 1);
    trainers.set(trainerId, addAll(taken, blocks));
    const roomId =
      staffed.length % 2 === 0 ? roomIds.find((id) => !blocks.some((one) => rooms.get(id)?.has(one))) : null;
    if (roomId) addAll(rooms.get(roomId) as Set<number>, blocks);
    staffed.push({ batchId, trainerId, roomId: roomId ?? null });
  }
  await store(db, staffed);
}

function addAll(set: Set<number>, blocks: number[]): Set<number> {
  for (const one of blocks) set.add(one);
  return set;
}

/** A class that does not begin at a full five minutes counts for one block more. */
function blocksOf(startsAt: number): number[] {
  const first = Math.floor(startsAt / block);
  return Array.from({ length: blocksOfAClass + (startsAt % block > 0 ? 1 : 0) }, (_, n) => first + n);
}

async function listUnstaffed(db: Db, { names, now }: { names: string[]; now: Date }): Promise<Row[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute<Row>(sql`
    select b.id as "batchId", min(c.trainer_name) as "trainerName", json_agg(c.starts_at order by c.starts_at) as starts
    from batch b join live_class c on c.batch_id = b.id and c.cancelled_at is null
    where b.is_demo and b.trainer_id is null and b.pattern is null and b.cancelled_at is null and b.ends_at > ${at}
    group by b.id
    having count(distinct c.trainer_name) = 1 and count(c.trainer_id) = 0 and min(c.trainer_name) = any(${sql.param(names)}::text[])
    order by b.batch_time, b.batch_type, b.starts_at desc, b.id`);
  return rows;
}

/** How many batches that are not over each trainer has. */
async function countStaffed(db: Db, now: Date): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ id: string; count: number }>(sql`
    select trainer_id as id, count(*)::int as count from batch
    where trainer_id is not null and cancelled_at is null and ends_at > ${now.toISOString()}::timestamptz group by trainer_id`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

type Taken = { ofTrainer: string | null; ofRoom: string | null; startsAt: string };

/** When trainers teach, and when the demo's rooms are in use. */
async function readTaken(db: Db) {
  const { rows } = await db.execute<Taken>(sql`
    select trainer_id as "ofTrainer", room_id as "ofRoom", starts_at as "startsAt" from live_class
    where cancelled_at is null and (trainer_id is not null or room_id is not null)`);
  const { rows: free } = await db.execute<{ id: string }>(sql`select id from campus_room where is_demo order by name`);
  const trainers = new Map<string, Set<number>>();
  const rooms = new Map(free.map(({ id }) => [id, new Set<number>()]));
  for (const { ofTrainer, ofRoom, startsAt } of rows) {
    const blocks = blocksOf(new Date(startsAt).getTime());
    if (ofTrainer) trainers.set(ofTrainer, addAll(trainers.get(ofTrainer) ?? new Set(), blocks));
    if (ofRoom && rooms.has(ofRoom)) addAll(rooms.get(ofRoom) as Set<number>, blocks);
  }
  return { trainers, rooms };
}

async function store(db: Db, staffed: Staffed[]): Promise<void> {
  const given = sql`json_to_recordset(${JSON.stringify(staffed)}::json) as given ("batchId" uuid, "trainerId" uuid, "roomId" uuid)`;
  await db.execute(sql`
    update live_class c set trainer_id = given."trainerId", room_id = given."roomId"
    from ${given} where c.batch_id = given."batchId" and c.cancelled_at is null`);
  await db.execute(sql`
    update batch b set trainer_id = given."trainerId", room_id = given."roomId" from ${given} where b.id = given."batchId"`);
}
