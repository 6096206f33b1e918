import { type AnyColumn, and, asc, eq, gt, isNull, lte, max, type Placeholder, type SQL, sql } from "drizzle-orm";
import { type Db, prepared } from "../../db/connect.ts";
import { isCurrentPurchase } from "../../db/current-purchase.ts";
import { isOurTime } from "../../db/our-time.ts";
import { campusRoom } from "../../db/tables/batch-plan.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { attendance, batch, batchPlace, calendarFeed, liveClass } from "../../db/tables/schedule.ts";
import { isOffered } from "../course/queries.ts";

export const classEnd = sql`(${liveClass.startsAt} + ${liveClass.minutes} * interval '1 minute')`;

/** Without classes whose time is broken. */
const lastEnd = sql<Date | null>`max(${classEnd}) filter (where ${isOurTime(liveClass.startsAt)})`.mapWith(
  liveClass.startsAt,
);

/** Whether a class counts for the certificate: who joins a batch that has begun is not asked for what was before. */
export function isCounted(purchasedAt: AnyColumn | SQL): SQL {
  return sql`(${liveClass.startsAt} > ${purchasedAt} or ${attendance.classId} is not null)`;
}

/** Of classes joined with attendances, grouped by purchase. */
export function attendanceColumns(purchasedAt: AnyColumn | SQL) {
  return {
    classes: sql<number>`(count(${liveClass.id}) filter (where ${isCounted(purchasedAt)}))::int`,
    attended: sql<number>`count(${attendance.classId})::int`,
    lastEndsAt: lastEnd,
  };
}

/** Suspended: the course is the learner's, but its classes cannot be joined. */
export const isOnHold = sql<boolean>`${purchase.state} = 'suspended'`;

export type ClassRow = typeof liveClass.$inferSelect;

type Own = { learnerId: string | Placeholder };

/**
 * A learner's schedule in one row. `version` changes with every change of its classes: PostgreSQL stores a changed row at another
 * place, by another transaction. `attended` has the numbers of the classes that the learner joined.
 */
export function scheduleQuery(db: Db, { learnerId, courseId }: Own & { courseId: string | Placeholder }) {
  const stored = sql`live_class.ctid::text || live_class.xmin::text`;
  return db
    .select({
      batchId: batchPlace.batchId,
      courseId: course.courseId,
      courseName: course.name,
      batchTime: purchase.batchTime,
      batchType: purchase.batchType,
      isOnHold,
      version: sql<string | null>`md5(string_agg(${stored}, ' ' order by ${liveClass.number}))`,
      attended: sql<
        string | null
      >`string_agg(${liveClass.number}::text, ' ') filter (where ${attendance.classId} is not null)`,
    })
    .from(purchase)
    .innerJoin(course, eq(course.id, purchase.courseId))
    .leftJoin(batchPlace, eq(batchPlace.purchaseId, purchase.id))
    .leftJoin(liveClass, eq(liveClass.batchId, batchPlace.batchId))
    .leftJoin(attendance, and(eq(attendance.learnerId, purchase.learnerId), eq(attendance.classId, liveClass.id)))
    .where(and(eq(purchase.learnerId, learnerId), eq(course.courseId, courseId), isCurrentPurchase))
    .groupBy(purchase.id, course.id, batchPlace.purchaseId);
}

export const findSchedule = prepared((db) =>
  scheduleQuery(db, { learnerId: sql.placeholder("learnerId"), courseId: sql.placeholder("courseId") }).prepare(
    "schedule_view",
  ),
);

export const listClassesOf = prepared((db) =>
  db
    .select()
    .from(liveClass)
    .where(eq(liveClass.batchId, sql.placeholder("batchId")))
    .orderBy(asc(liveClass.startsAt), asc(liveClass.number))
    .prepare("schedule_classes"),
);

/** Finds a class in the learner's own batches; null for every other class. */
export async function findOwnClass(
  db: Db,
  { learnerId, classId }: { learnerId: string; classId: string },
): Promise<{ liveClass: ClassRow; purchaseId: string; isOnHold: boolean } | null> {
  const [found] = await db
    .select({ liveClass, purchaseId: purchase.id, isOnHold })
    .from(liveClass)
    .innerJoin(batchPlace, eq(batchPlace.batchId, liveClass.batchId))
    .innerJoin(purchase, eq(purchase.id, batchPlace.purchaseId))
    .where(and(eq(sql`${liveClass.id}::text`, classId), eq(purchase.learnerId, learnerId)));
  return found ?? null;
}

/** A class of the batch that the learner has left for a pause. */
export async function isPausedClass(
  db: Db,
  { learnerId, classId }: { learnerId: string; classId: string },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from pause join live_class c on c.batch_id = pause.batch_id
    where pause.learner_id = ${learnerId} and pause.resumed_at is null and c.id::text = ${classId}`);
  return rows.length > 0;
}

type Visit = { learnerId: string; classId: string; now: Date };

/** Updates the last time of a learner who leaves. False when the learner had not joined. */
export async function markLeft(db: Db, { learnerId, classId, now }: Visit): Promise<boolean> {
  const changed = await db
    .update(attendance)
    .set({ lastJoinedAt: sql`greatest(${attendance.lastJoinedAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(attendance.learnerId, learnerId), eq(attendance.classId, classId)))
    .returning();
  return changed.length > 0;
}

/** The query carries the institute's time zone, in which days end. */
const isJoinable = sql`(${batch.joinUntil} is null
  or ${batch.joinUntil} >= (${sql.placeholder("now")}::timestamptz at time zone ${sql.placeholder("timeZone")}::text)::date)`;

export const nextBatches = prepared((db) =>
  db
    .selectDistinctOn([batch.courseId], {
      courseId: course.courseId,
      startsAt: batch.startsAt,
      batchTime: batch.batchTime,
      batchType: batch.batchType,
    })
    .from(batch)
    .innerJoin(course, eq(course.id, batch.courseId))
    .where(and(isOffered, isNull(batch.cancelledAt), isJoinable, gt(batch.startsAt, sql.placeholder("now"))))
    .orderBy(asc(batch.courseId), asc(batch.startsAt), asc(batch.batchTime))
    .prepare("schedule_next"),
);

/** Not a class that had ended when the learner bought the course. */
export const isSincePurchase = sql`${classEnd} > ${purchase.purchasedAt}`;

/** Empty online. */
export const roomName = sql<string>`coalesce(${campusRoom.name}, '')`;

/** Another trainer raises the sequence too. A class that was moved before changes were kept has only its sequence. */
export const isMoved = sql<boolean>`(${liveClass.sequence} > 0 and coalesce((
  select bool_or(one -> 'after' ? 'startsAt') from class_change change, jsonb_array_elements(change.classes) one
  where change.batch_id = ${liveClass.batchId} and one ->> 'classId' = ${liveClass.id}::text
), true))`;

/** The learner's classes since a moment, including cancelled ones, so that calendars mark them as cancelled. */
export async function listCalendar(db: Db, { learnerId, since }: { learnerId: string; since: Date }) {
  return db
    .select({ courseId: course.courseId, courseName: course.name, liveClass, room: roomName, isMoved })
    .from(purchase)
    .innerJoin(course, eq(course.id, purchase.courseId))
    .innerJoin(batchPlace, eq(batchPlace.purchaseId, purchase.id))
    .innerJoin(liveClass, eq(liveClass.batchId, batchPlace.batchId))
    .leftJoin(campusRoom, eq(campusRoom.id, liveClass.roomId))
    .where(and(eq(purchase.learnerId, learnerId), gt(liveClass.startsAt, since), isSincePurchase))
    .orderBy(asc(liveClass.startsAt), asc(liveClass.id));
}

/** Returns the learner's token. Stores the given one if the learner has none yet, or renews it. */
export async function storeFeed(
  db: Db,
  { learnerId, token, now, isRenewed }: { learnerId: string; token: string; now: Date; isRenewed: boolean },
): Promise<string> {
  const [stored] = await db
    .insert(calendarFeed)
    .values({ learnerId, token, madeAt: now })
    .onConflictDoUpdate({
      target: calendarFeed.learnerId,
      set: isRenewed ? { token, madeAt: now } : { token: sql`${calendarFeed.token}` },
    })
    .returning({ token: calendarFeed.token });
  return stored?.token ?? token;
}

export async function findFeedOwner(db: Db, token: string): Promise<string | null> {
  const [found] = await db
    .select({ learnerId: calendarFeed.learnerId })
    .from(calendarFeed)
    .where(eq(calendarFeed.token, token));
  return found?.learnerId ?? null;
}

/** The number of classes in the batch since the purchase, how many were attended, and the last end; null without a batch. */
export async function readAttendance(db: Db, purchaseId: string) {
  const [found] = await db
    .select(attendanceColumns(purchase.purchasedAt))
    .from(purchase)
    .innerJoin(batchPlace, eq(batchPlace.purchaseId, purchase.id))
    .innerJoin(liveClass, and(eq(liveClass.batchId, batchPlace.batchId), isNull(liveClass.cancelledAt)))
    .leftJoin(attendance, and(eq(attendance.classId, liveClass.id), eq(attendance.learnerId, purchase.learnerId)))
    .where(eq(purchase.id, purchaseId))
    .groupBy(purchase.id);
  return found ?? null;
}

/** By course: when the last finished batch ended. */
export async function lastEnds(db: Db, now: Date): Promise<Map<string, Date>> {
  const rows = await db
    .select({ courseId: batch.courseId, endsAt: max(batch.endsAt) })
    .from(batch)
    .where(and(lte(batch.endsAt, now), isNull(batch.cancelledAt)))
    .groupBy(batch.courseId);
  return new Map(rows.flatMap(({ courseId, endsAt }) => (endsAt ? [[courseId, endsAt]] : [])));
}
