import { and, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { course } from "../../db/tables/course.ts";
import { meeting, meetingAccount } from "../../db/tables/meeting.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import type { AccountRow } from "./provider.ts";

export const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;

/** The meeting is of another time than the class. */
export const isMoved = sql`(${meeting.startsAt} <> ${liveClass.startsAt} or ${meeting.minutes} <> ${liveClass.minutes})`;
export const classEnd = sql`(${liveClass.startsAt} + ${liveClass.minutes} * interval '1 minute')`;
export const isWanted = sql`(${batch.makesMeetings} and ${batch.cancelledAt} is null and ${liveClass.cancelledAt} is null)`;

/** After a failure it waits for a while, and while a process asks the provider, it is left to that one. */
export const isDue = (now: Date) =>
  sql`coalesce(greatest((${meeting.details} ->> 'nextTryAt')::timestamptz, (${meeting.details} ->> 'claimedUntil')::timestamptz) <= ${at(now)}, true)`;

/** A meeting with its account, and with what it is called. */
export function listMeetings(db: Db, { where, limit }: { where: SQL | undefined; limit: number }) {
  return db
    .select({
      meeting: getTableColumns(meeting),
      account: getTableColumns(meetingAccount),
      named: { course: course.name, number: liveClass.number, topic: liveClass.topic },
      endsAt: sql<Date>`${classEnd}`.mapWith(liveClass.startsAt),
    })
    .from(meeting)
    .innerJoin(meetingAccount, eq(meetingAccount.id, meeting.accountId))
    .innerJoin(liveClass, eq(liveClass.id, meeting.classId))
    .innerJoin(batch, eq(batch.id, liveClass.batchId))
    .innerJoin(course, eq(course.id, batch.courseId))
    .where(where)
    .orderBy(meeting.startsAt, meeting.classId)
    .limit(limit);
}
export type Listed = Awaited<ReturnType<typeof listMeetings>>[number];

/** The earliest first: it is used before the others. */
export function listOpenAccounts(db: Db): Promise<AccountRow[]> {
  return db
    .select()
    .from(meetingAccount)
    .where(isNull(meetingAccount.closedAt))
    .orderBy(meetingAccount.addedAt, meetingAccount.id);
}

/** Classes that take place in the time from now, in a batch that makes meetings, and have none. */
export function listWithout(db: Db, { now, until, classId }: { now: Date; until: Date; classId?: string | undefined }) {
  return db
    .select({ classId: liveClass.id, startsAt: liveClass.startsAt, minutes: liveClass.minutes })
    .from(liveClass)
    .innerJoin(batch, eq(batch.id, liveClass.batchId))
    .leftJoin(meeting, eq(meeting.classId, liveClass.id))
    .where(
      and(
        // Longer than a class: the index finds those that still run.
        sql`${liveClass.startsAt} > ${at(now)} - interval '12 hours' and ${liveClass.startsAt} < ${at(until)}`,
        sql`${classEnd} > ${at(now)}`,
        isWanted,
        isNull(meeting.classId),
        classId ? eq(liveClass.id, classId) : undefined,
      ),
    )
    .orderBy(liveClass.startsAt, liveClass.id)
    .limit(500);
}
