import { endsAt } from "@shoreline/domain/schedule";
import { eq, sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { campusRoom } from "../../db/tables/batch-plan.ts";
import type { ChangedClass, ClassFacts } from "../../db/tables/class-change.ts";
import { doneJob } from "../../db/tables/house.ts";
import { liveClass } from "../../db/tables/schedule.ts";
import type { ClassRow } from "./queries.ts";

/** How a class differs now from what somebody was last told of it. */
export type ClassNews = {
  /** A cancelled class with the start that they know. */
  liveClass: ClassRow;
  /** The name of its room; empty online. */
  room: string;
  isCancelled: boolean;
  /** The start before, if it differs. */
  before: Date | null;
  hasOtherTrainer: boolean;
  hasOtherRoom: boolean;
};

type Current = { liveClass: ClassRow; room: string };
type Change = { id: string; classes: ChangedClass[]; note: string; staffId: string | null };

/** Changes of one batch of which learners are to hear, the oldest first, and the classes in them as they are now. */
export type BatchChanges = {
  batchId: string;
  courseId: string;
  courseName: string;
  changes: Change[];
  current: Current[];
};

export type BatchNews = Pick<BatchChanges, "batchId" | "courseId" | "courseName"> & {
  news: ClassNews[];
  notes: string[];
  /** Who taught these classes before. */
  trainerIds: string[];
  /** Who made the changes, if it was one person. */
  staffId: string | null;
};

/** What to say to somebody who has not heard of some of the changes. */
export function newsOf({ changes, current, ...batch }: BatchChanges, untold: string[], now: Date): BatchNews {
  const missed = changes.filter(({ id }) => untold.includes(id));
  const known = lastTold(missed);
  const news = current.flatMap((one) => compare(known.get(one.liveClass.id) ?? {}, one, now));
  const told = new Set(news.map(({ liveClass }) => liveClass.id));
  const heard = missed.filter(({ classes }) => classes.some(({ classId }) => told.has(classId)));
  const [first] = heard;
  return {
    ...batch,
    news: news.sort((one, other) => one.liveClass.startsAt.getTime() - other.liveClass.startsAt.getTime()),
    notes: [...new Set(heard.flatMap(({ note }) => note || []))],
    trainerIds: [...told].flatMap((id) => known.get(id)?.trainerId ?? []),
    staffId: heard.every(({ staffId }) => staffId === first?.staffId) ? (first?.staffId ?? null) : null,
  };
}

/** Of each class what it was before the first of these changes; what did not change is left out. */
function lastTold(changes: Change[]): Map<string, ClassFacts> {
  const known = new Map<string, ClassFacts>();
  for (const { classId, before } of changes.flatMap(({ classes }) => classes))
    known.set(classId, { ...before, ...known.get(classId) });
  return known;
}

/** Nothing for a class that is over, that is as they know it, or whose cancellation is told elsewhere. */
function compare(known: ClassFacts, { liveClass, room }: Current, now: Date): ClassNews[] {
  const { startsAt, cancelledAt, trainerName, roomId } = liveClass;
  if (endsAt(liveClass) <= now) return [];
  const before = known.startsAt ? new Date(known.startsAt) : startsAt;
  if (cancelledAt) {
    const none = { before: null, hasOtherTrainer: false, hasOtherRoom: false };
    const isNews = known.isCancelled === false;
    return isNews ? [{ liveClass: { ...liveClass, startsAt: before }, room, isCancelled: true, ...none }] : [];
  }
  const news = {
    ...{ liveClass, room, isCancelled: false },
    before: before.getTime() === startsAt.getTime() ? null : before,
    hasOtherTrainer: known.trainerName !== undefined && known.trainerName !== trainerName,
    hasOtherRoom: known.roomId !== undefined && known.roomId !== roomId,
  };
  return news.before || news.hasOtherTrainer || news.hasOtherRoom ? [news] : [];
}

/**
 * This change, those of the day before it and all later ones. Holds the batch until the transaction ends: nobody changes its classes
 * or tells of them meanwhile. Null when the batch is gone.
 */
export async function readChanges(tx: Db, changeId: string): Promise<BatchChanges | null> {
  await tx.execute(sql`
    select from batch where id = (select batch_id from class_change where id = ${changeId}) for no key update`);
  const { rows } = await tx.execute<Omit<BatchChanges, "current">>(sql`
    select b.id as "batchId", course.course_id as "courseId", course.name as "courseName", coalesce((
      select jsonb_agg(jsonb_build_object('id', id, 'classes', classes, 'note', note, 'staffId', staff_id) order by at)
      from class_change where batch_id = b.id and is_told and at >= this.at - interval '1 day'
    ), '[]') as changes
    from class_change this join batch b on b.id = this.batch_id join course on course.id = b.course_id
    where this.id = ${changeId}`);
  const [found] = rows;
  return found ? { ...found, current: await listChanged(tx, found.changes) } : null;
}

async function listChanged(tx: Db, changes: Change[]): Promise<Current[]> {
  const ids = new Set(changes.flatMap(({ classes }) => classes.map(({ classId }) => classId)));
  return tx
    .select({ liveClass, room: sql<string>`coalesce(${campusRoom.name}, '')` })
    .from(liveClass)
    .leftJoin(campusRoom, eq(campusRoom.id, liveClass.roomId))
    .where(sql`${liveClass.id} = ${anyOf([...ids])}`);
}

const trainersKey = (changeId: string) => `trainers of change ${changeId}`;

/** Returns the changes of which trainers have not been told before. */
export async function markTrainersTold(tx: Db, { changes }: BatchChanges): Promise<string[]> {
  if (changes.length === 0) return [];
  const rows = await tx
    .insert(doneJob)
    .values(changes.map(({ id }) => ({ jobId: trainersKey(id) })))
    .onConflictDoNothing()
    .returning({ key: doneJob.jobId });
  const marked = new Set(rows.map(({ key }) => key));
  return changes.flatMap(({ id }) => (marked.has(trainersKey(id)) ? id : []));
}

/** Whether anybody has heard of a change. Holds its batch, so that nobody does until the transaction ends. */
export async function wasTold(tx: Db, { id, batchId }: { id: string; batchId: string }): Promise<boolean> {
  await tx.execute(sql`select from batch where id = ${batchId} for no key update`);
  const { rows } = await tx.execute(sql`
    select from change_news where change_id = ${id} union all select from done_job where job_id = ${trainersKey(id)} limit 1`);
  return rows.length > 0;
}
