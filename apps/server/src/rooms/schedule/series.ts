import { Refusal } from "@shoreline/contract";
import { eq, type SQL, sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { type BatchFacts, type ChangedClass, type ClassFacts, classChange } from "../../db/tables/class-change.ts";
import { batch } from "../../db/tables/schedule.ts";
import { formatMoment } from "../../format.ts";
import { enqueue } from "../../jobs/queue.ts";
import { readInstitute } from "../site/queries.ts";
import { classesChanged } from "./jobs.ts";

/** What becomes of one class; what is left out stays. */
export type ClassWish = {
  classId: string;
  /** As the caller saw the class: refused (CHANGED_MEANWHILE) if somebody has changed it since. */
  sequence?: number;
  startsAt?: Date;
  /** The account, and the name that learners read. */
  trainer?: { id: string | null; name: string };
  roomId?: string | null;
  isCancelled?: true;
};

type Changing = {
  batchId: string;
  wishes: ClassWish[];
  staffId: string | null;
  now: Date;
  /** Whether learners get a notice; one for all of it. */
  isTold: boolean;
  /** The notice waits until then, so that it can be undone before. */
  tellAt?: Date;
  note?: string;
  /** What the batch itself becomes, where the rest of its series changes for good. */
  forBatch?: BatchFacts | undefined;
};

/**
 * Changes classes of one batch at once, in the caller's transaction. Two classes of a trainer or in a room at the same time are
 * refused (CLASS_CLASH), and the refusal names them. Returns the id of the change, or null when nothing differs.
 */
export async function changeSeries(tx: Db, changing: Changing): Promise<string | null> {
  const { batchId, wishes, staffId, now, isTold, tellAt, note = "", forBatch } = changing;
  await lockBatchOf(tx, { batchId });
  const found = await lockClasses(tx, { batchId, ids: wishes.map(({ classId }) => classId) });
  const changed = wishes.flatMap((wish) => {
    const old = found.get(wish.classId);
    if (!old) throw new Refusal("UNKNOWN_CLASS");
    if ((wish.sequence ?? old.sequence) !== old.sequence) throw new Refusal("CHANGED_MEANWHILE");
    return differs(old, wish);
  });
  if (changed.length === 0) return null;
  const next = changed.map(({ classId, after }) => ({ classId, ...after }));
  await takeTurns(
    tx,
    next.flatMap(({ classId, trainerId = found.get(classId)?.trainerId, roomId = found.get(classId)?.roomId }) => [
      trainerId,
      roomId,
    ]),
  );
  await refuseClashes(tx, next, () => tx.transaction((inner) => store(inner, { next, now })));
  await updateBatch(tx, batchId);
  const ofBatch = forBatch ? { batch: await changeBatch(tx, { batchId, forBatch }) } : {};
  const classes = changed.map((one, at) => (at === 0 ? { ...one, ...ofBatch } : one));
  const [change] = await tx
    .insert(classChange)
    .values({ batchId, classes, isTold, note, staffId, at: now })
    .returning({ id: classChange.id });
  const changeId = change?.id ?? "";
  if (isTold) await enqueue(tx, classesChanged, { changeId }, tellAt ? { runAt: tellAt } : {});
  return changeId;
}

/**
 * Holds the batch until the transaction ends. Everything that changes classes holds their batch first, as planning does; in the other
 * order two of them could wait for each other.
 */
export async function lockBatchOf(tx: Db, of: { batchId: string } | { classId: string }): Promise<void> {
  const id = "batchId" in of ? sql`${of.batchId}` : sql`(select batch_id from live_class where id = ${of.classId})`;
  await tx.execute(sql`select from batch where id = ${id} for no key update`);
}

/**
 * Two who plan for one trainer or room would each wait for the other, and the database would end one of them. Whatever adds or moves
 * classes asks once, for all of its trainers and rooms.
 */
export async function takeTurns(tx: Db, ids: (string | null | undefined)[]): Promise<void> {
  const sorted = [...new Set(ids.flatMap((id) => id ?? []))].sort();
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(id, 0)) from unnest(${sql.param(sorted)}::text[]) with ordinality one (id, turn)
    order by turn`);
}

type Row = {
  id: string;
  number: number;
  startsAt: Date;
  trainerId: string | null;
  trainerName: string;
  roomId: string | null;
  isCancelled: boolean;
  sequence: number;
};

async function lockClasses(tx: Db, { batchId, ids }: { batchId: string; ids: string[] }): Promise<Map<string, Row>> {
  const { rows } = await tx.execute<Omit<Row, "startsAt"> & { startsAt: string }>(sql`
    select id, number, starts_at as "startsAt", trainer_id as "trainerId", trainer_name as "trainerName", room_id as "roomId",
      cancelled_at is not null as "isCancelled", sequence
    from live_class where batch_id = ${batchId} and id = ${anyOf(ids)} order by id for update`);
  return new Map(rows.map((row) => [row.id, { ...row, startsAt: new Date(row.startsAt) }]));
}

function differs(old: Row, { startsAt, trainer, roomId, isCancelled }: ClassWish): ChangedClass[] {
  const before: ClassFacts = {};
  const after: ClassFacts = {};
  if (startsAt && startsAt.getTime() !== old.startsAt.getTime()) {
    before.startsAt = old.startsAt.toISOString();
    after.startsAt = startsAt.toISOString();
  }
  if (trainer && (trainer.id !== old.trainerId || trainer.name !== old.trainerName)) {
    Object.assign(before, { trainerId: old.trainerId, trainerName: old.trainerName });
    Object.assign(after, { trainerId: trainer.id, trainerName: trainer.name });
  }
  if (roomId !== undefined && roomId !== old.roomId) {
    before.roomId = old.roomId;
    after.roomId = roomId;
  }
  if (isCancelled && !old.isCancelled) {
    before.isCancelled = false;
    after.isCancelled = true;
  }
  return Object.keys(after).length > 0
    ? [{ classId: old.id, number: old.number, sequence: old.sequence + 1, before, after }]
    : [];
}

type Next = ClassFacts & { classId: string };

/** `?` tells what was left out from what becomes null. */
const asTable = (next: Next[]) => sql`(
  select (one ->> 'classId')::uuid as id, one ? 'trainerId' as has_trainer, (one ->> 'trainerId')::uuid as trainer_id,
    one ->> 'trainerName' as trainer_name, one ? 'roomId' as has_room, (one ->> 'roomId')::uuid as room_id,
    (one ->> 'startsAt')::timestamptz as starts_at, coalesce((one ->> 'isCancelled')::boolean, false) as is_cancelled
  from jsonb_array_elements(${JSON.stringify(next)}::jsonb) one
)`;

/** One statement: classes of the same series may take each other's times. */
async function store(tx: Db, { next, now }: { next: Next[]; now: Date }): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`
    update live_class c set
      starts_at = coalesce(n.starts_at, c.starts_at),
      trainer_id = case when n.has_trainer then n.trainer_id else c.trainer_id end,
      trainer_name = case when n.has_trainer then n.trainer_name else c.trainer_name end,
      room_id = case when n.has_room then n.room_id else c.room_id end,
      cancelled_at = case when n.is_cancelled then ${at} else c.cancelled_at end,
      sequence = c.sequence + 1, changed_at = ${at}
    from ${asTable(next)} n where n.id = c.id`);
}

/**
 * What the database says when it refuses a second class of a trainer, or in a room, at the same time. Two who store clashing classes at
 * the same moment wait for each other; then it ends one of them.
 */
const clashCodes: unknown[] = ["23P01", "40P01"];

/** Runs what adds or changes classes; a clash becomes a refusal that names both classes. `work` runs in a transaction of its own. */
async function refuseClashes<Result>(db: Db, next: Next[], work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isClash(error)) throw error;
    const clashes = await listClashes(db, next);
    throw new Refusal("CLASS_CLASH", {
      fields: { clash: clashes.join(" ") || "Somebody has just planned another class then." },
    });
  }
}

export function isClash(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && clashCodes.includes(error.code)) || isClash(error.cause);
}

/** Another class of the trainer or in the room of a wish, at its time. */
export type Clash = { classId: string; startsAt: Date; text: string };
const mostClashes = 5;

/** In words, for staff: who teaches what, and which room is taken, at the time of the wishes. */
async function listClashes(db: Db, next: Next[]): Promise<string[]> {
  return (await findClashes(db, next)).map(({ text }) => text);
}

type Found = { classId: string; startsAt: string; course: string; trainer: string; room: string };

/** The first few. */
export async function findClashes(db: Db, next: Next[]): Promise<Clash[]> {
  // One search by trainer and one by room: each has an index of its own.
  const other = (isSame: SQL) => sql`
    select other.id as "classId", other.starts_at as "startsAt", course.name as course,
      case when other.trainer_id = w.trainer_id then other.trainer_name else '' end as trainer,
      case when other.room_id = w.room_id then coalesce(r.name, '') else '' end as room
    from wished w
    join live_class other on ${isSame} and class_period(other.starts_at, other.minutes) && class_period(w.starts_at, w.minutes)
      and other.cancelled_at is null and other.id <> w.id
    join batch b on b.id = other.batch_id join course on course.id = b.course_id
    left join campus_room r on r.id = other.room_id
    where not exists (select from ${asTable(next)} moved where moved.id = other.id)`;
  const { rows } = await db.execute<Found>(sql`
    with wished as (
      select n.id, coalesce(n.starts_at, c.starts_at) as starts_at, c.minutes,
        case when n.has_trainer then n.trainer_id else c.trainer_id end as trainer_id,
        case when n.has_room then n.room_id else c.room_id end as room_id
      from ${asTable(next)} n join live_class c on c.id = n.id where not n.is_cancelled
    )
    ${other(sql`other.trainer_id = w.trainer_id`)} union ${other(sql`other.room_id = w.room_id`)}
    order by 2, 3, 1 limit ${mostClashes}`);
  const { timeZone } = await readInstitute(db);
  return rows.map(({ classId, course, trainer, room, ...row }) => {
    const startsAt = new Date(row.startsAt);
    const when = formatMoment(startsAt, { timeZone });
    const text = trainer
      ? `${trainer} teaches ${course} then: ${when}.`
      : `${room} is taken by ${course} then: ${when}.`;
    return { classId, startsAt, text };
  });
}

/** A batch starts with its first class and ends with its last. */
export async function updateBatch(tx: Db, batchId: string): Promise<void> {
  const { rows } = await tx.execute<{ startsAt: Date | null; endsAt: Date | null }>(sql`
    select min(starts_at) as "startsAt", max(starts_at + minutes * interval '1 minute') as "endsAt"
    from live_class where batch_id = ${batchId} and cancelled_at is null`);
  const [span] = rows;
  if (span?.startsAt && span.endsAt)
    await tx
      .update(batch)
      .set({ startsAt: new Date(span.startsAt), endsAt: new Date(span.endsAt) })
      .where(eq(batch.id, batchId));
}

type ForBatch = { batchId: string; forBatch: BatchFacts };

/** Returns what the batch was, so that it can be undone. */
async function changeBatch(tx: Db, { batchId, forBatch }: ForBatch): Promise<NonNullable<ChangedClass["batch"]>> {
  const [old] = await tx.select().from(batch).where(eq(batch.id, batchId));
  if (!old) throw new Refusal("UNKNOWN_CLASS");
  const { trainerId, roomId, pattern } = old;
  const version = old.version + 1;
  await tx
    .update(batch)
    .set({ ...forBatch, version })
    .where(eq(batch.id, batchId));
  return { before: { trainerId, roomId, pattern }, version };
}
