import { randomUUID } from "node:crypto";
import type { Mark, PresenceSource } from "@shoreline/domain/presence";
import { and, eq, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { attendance } from "../../db/tables/schedule.ts";

type OneMark = {
  learnerId: string;
  mark: Mark;
  source: PresenceSource;
  /** As the meeting provider reported. */
  minutes?: number | undefined;
  /** When it was marked, perhaps on a phone without a network. */
  at: Date;
  /** Chosen by who marks: the same id again is the same mark. */
  id?: string | undefined;
  staffId?: string | null | undefined;
  /** Why it was corrected. */
  reason?: string | undefined;
};

/** Stores one mark of a learner in a class. True when it holds from now on. */
export async function storePresence(tx: Db, { classId, now, ...mark }: OneMark & { classId: string; now: Date }) {
  const holding = await storePresences(tx, { classId, marks: [mark], now });
  return holding.size > 0;
}

type Marking = { classId: string; marks: OneMark[]; now: Date };

/**
 * Stores marks of one class, in the caller's transaction. Every mark goes into the history once. The latest one of a learner holds, by
 * the time at which it was marked: an older one that arrives later changes nothing. What the product noticed by itself never changes a
 * mark that a person gave for somebody who was there; a meeting knows more than a click on Join. Returns the ids of the marks that hold.
 */
export async function storePresences(tx: Db, { classId, marks, now }: Marking): Promise<Set<string>> {
  if (marks.length === 0) return new Set();
  const rows = marks.map((one) => ({
    ...one,
    id: one.id ?? randomUUID(),
    at: (one.at < now ? one.at : now).toISOString(),
  }));
  // One after the other for each class: who stores later sees the marks before. Foreign keys do not wait for it.
  await tx.execute(sql`select from live_class where id = ${classId} for no key update`);
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(
    id uuid, "learnerId" uuid, mark text, source text, minutes int, at timestamptz, "staffId" uuid, reason text)`;
  const stored = await tx.execute<{ id: string; learnerId: string }>(sql`
    insert into attendance_change (id, class_id, learner_id, mark, source, staff_id, reason, at, stored_at)
    select id, ${classId}, "learnerId", mark, source, "staffId", coalesce(reason, ''), at, ${now.toISOString()}::timestamptz
    from ${given} on conflict (id) do nothing
    returning id, learner_id as "learnerId"`);
  if (stored.rows.length === 0) return new Set();
  const latest = await readLatest(tx, { classId, learnerIds: stored.rows.map(({ learnerId }) => learnerId) });
  const fresh = new Set(stored.rows.flatMap(({ id }) => (latest.has(id) ? id : [])));
  await apply(tx, { classId, rows: rows.filter(({ id }) => fresh.has(id)) });
  await storeMinutes(tx, { classId, rows });
  return fresh;
}

/** The ids of the latest mark of each learner. */
async function readLatest(tx: Db, { classId, learnerIds }: { classId: string; learnerIds: string[] }) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct on (learner_id) id from attendance_change
    where class_id = ${classId} and learner_id = any(${sql.param(learnerIds)}::uuid[])
    order by learner_id, at desc, stored_at desc, id desc`);
  return new Set(rows.map(({ id }) => id));
}

type Row = Omit<OneMark, "at"> & { at: string };
const byPeople: readonly PresenceSource[] = ["roll-call", "corrected"];

async function apply(tx: Db, { classId, rows }: { classId: string; rows: Row[] }): Promise<void> {
  const absent = rows.filter(({ mark }) => mark === "absent").map(({ learnerId }) => learnerId);
  await tx.execute(sql`
    delete from attendance where class_id = ${classId} and learner_id = any(${sql.param(absent)}::uuid[])`);
  const there = rows.filter(({ mark }) => mark !== "absent");
  await tx.execute(sql`
    insert into attendance (class_id, learner_id, first_joined_at, last_joined_at, source, is_late)
    select ${classId}, "learnerId", at, at, source, mark = 'late'
    from jsonb_to_recordset(${JSON.stringify(there)}::jsonb) as given("learnerId" uuid, mark text, source text, at timestamptz)
    on conflict (learner_id, class_id) do update set
      source = excluded.source, is_late = excluded.is_late, last_joined_at = greatest(attendance.last_joined_at, excluded.last_joined_at)
    where excluded.source = any(${sql.param(byPeople)}::text[]) or (attendance.source = 'joined' and excluded.source = 'meeting')`);
}

async function storeMinutes(tx: Db, { classId, rows }: { classId: string; rows: Row[] }): Promise<void> {
  const known = rows.filter(({ minutes }) => minutes !== undefined);
  if (known.length === 0) return;
  await tx.execute(sql`
    update attendance set minutes = given.minutes
    from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as given("learnerId" uuid, minutes int)
    where attendance.class_id = ${classId} and attendance.learner_id = given."learnerId"`);
}

type Visit = { learnerId: string; classId: string; now: Date };

/**
 * A learner joins in the portal. The first time is a mark; joining again only updates the last time, so that somebody whom the trainer
 * has marked as absent meanwhile stays absent. One statement without a lock: a whole batch joins within a minute. True when the
 * learner counts as present.
 */
export async function markAttended(db: Db, { learnerId, classId, now }: Visit): Promise<boolean> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute(sql`
    with first as (
      insert into attendance_change (id, class_id, learner_id, mark, source, at, stored_at)
      values (md5(${`joined ${classId} ${learnerId}`})::uuid, ${classId}, ${learnerId}, 'present', 'joined', ${at}, ${at})
      on conflict (id) do nothing returning id
    ), here as (
      insert into attendance (class_id, learner_id, first_joined_at, last_joined_at)
      select ${classId}::uuid, ${learnerId}::uuid, ${at}, ${at} from first
      on conflict (learner_id, class_id) do update set last_joined_at = greatest(attendance.last_joined_at, excluded.last_joined_at)
      returning class_id
    ), again as (
      update attendance set last_joined_at = greatest(last_joined_at, ${at})
      where learner_id = ${learnerId} and class_id = ${classId} and not exists (select from first)
      returning class_id
    )
    select from here union all select from again`);
  // Who joins twice at the same moment does not see the other row yet in this statement.
  return rows.length > 0 || hasAttended(db, { learnerId, classId });
}

export async function hasAttended(db: Db, { learnerId, classId }: Omit<Visit, "now">): Promise<boolean> {
  return (await db.$count(attendance, and(eq(attendance.learnerId, learnerId), eq(attendance.classId, classId)))) > 0;
}
