import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { homework, homeworkWork, submission } from "../../db/tables/class-homework.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { recording, watch } from "../../db/tables/lesson.ts";
import { attendance, batchPlace, liveClass } from "../../db/tables/schedule.ts";
import { isCountedHomework } from "../certificate/facts.ts";
import { classEnd, isCounted } from "../schedule/queries.ts";

type Row = {
  purchaseId: string;
  learnerId: string;
  firstName: string;
  lastName: string;
  courseId: string;
  course: string;
  batchId: string | null;
  isOnHold: boolean;
  /** Since when the learner is in the batch, or has the course, in milliseconds. */
  since: number;
  issued: "issued" | "revoked" | null;
  /** Classes that are over and count for the learner. */
  over: number;
  attended: number;
  missedInARow: number;
  recordings: number;
  watched: number;
  open: number;
  overdue: number;
  handedIn: number;
  givenBack: number;
  done: number;
  points: number;
  mostPoints: number;
  /** In milliseconds; null: never. */
  lastSeen: number | null;
};
export type Measures = Row;

type Asked = { whose: SQL; now: Date; today: string; most?: number };

const ms = (moment: SQL) => sql`(extract(epoch from ${moment}) * 1000)::float8`;
const count = (condition: SQL) => sql`(count(*) filter (where ${condition}))::int`;

/**
 * What staff and learners see of some purchases besides what decides about the certificate (`readFacts`), in one query. All is counted
 * for each purchase by itself, from the indexes: together PostgreSQL would read all attendances.
 */
export async function measure(db: Db, { whose, now, today, most = 1000 }: Asked): Promise<Measures[]> {
  const { rows } = await db.execute<Row>(sql`
    select ${purchase.id} as "purchaseId", ${purchase.learnerId} as "learnerId", learner.first_name as "firstName",
      learner.last_name as "lastName", ${course.courseId} as "courseId", ${course.name} as "course",
      ${batchPlace.batchId} as "batchId", ${purchase.state} = 'suspended' as "isOnHold",
      ${ms(sql`coalesce(${batchPlace.placedAt}, ${purchase.purchasedAt})`)} as since,
      (select case when bool_or(c.revoked_at is null) then 'issued' else 'revoked' end
        from certificate c where c.purchase_id = ${purchase.id} having count(*) > 0) as issued,
      joined.over_now as over, joined.attended, joined.missed as "missedInARow", watching.recordings, watching.watched, working.*,
      greatest(joined.seen, watching.seen, handing.seen) as "lastSeen"
    from ${purchase}
    join ${course} on ${course.id} = ${purchase.courseId}
    join learner on learner.id = ${purchase.learnerId}
    left join ${batchPlace} on ${batchPlace.purchaseId} = ${purchase.id}
    cross join lateral (${joinedClasses(now)}) joined
    cross join lateral (${watchedRecordings}) watching
    cross join lateral (${homeworkStates(today)}) working
    cross join lateral (${lastHandedIn}) handing
    where ${whose}
    order by learner.first_name, learner.last_name, ${purchase.id}
    limit ${most}`);
  return rows;
}

/** `missed`: the classes since the last one that the learner attended. */
function joinedClasses(now: Date): SQL {
  const isOver = sql`${classEnd} <= ${now.toISOString()}::timestamptz`;
  const counts = isCounted(purchase.purchasedAt);
  return sql`
    select ${count(sql`one.is_over`)} as over_now, ${count(sql`one.is_attended`)} as attended,
      ${count(sql`one.is_missed and one.starts_at > coalesce(one.last_at, '-infinity')`)} as missed, max(one.seen) as seen
    from (
      select ${liveClass.id}, ${liveClass.startsAt}, ${attendance.classId} is not null as is_attended,
        ${isOver} and ${counts} as is_over, ${isOver} and ${attendance.classId} is null and ${counts} as is_missed,
        max(${liveClass.startsAt}) filter (where ${attendance.classId} is not null) over () as last_at,
        ${ms(sql`${attendance.lastJoinedAt}`)} as seen
      from ${liveClass}
      left join ${attendance} on ${attendance.classId} = ${liveClass.id} and ${attendance.learnerId} = ${purchase.learnerId}
      where ${liveClass.batchId} = ${batchPlace.batchId} and ${liveClass.cancelledAt} is null
    ) one`;
}

/** Of the batch and of the whole course, as far as they can be watched. */
const watchedRecordings = sql`
  select count(*)::int as recordings, count(${watch.watchedAt})::int as watched, ${ms(sql`max(${watch.reportedAt})`)} as seen
  from ${recording}
  join lesson_file file on file.id = ${recording.fileId} and file.state = 'ready'
  left join ${watch} on ${watch.recordingId} = ${recording.id} and ${watch.learnerId} = ${purchase.learnerId}
  where ${recording.courseId} = ${purchase.courseId}
    and (${recording.batchId} is null or ${recording.batchId} = ${batchPlace.batchId})`;

/** Of homework that counts for the learner, and of what the learner has handed in. */
function homeworkStates(today: string): SQL {
  const { state, points, mostPoints } = homeworkWork;
  const isOpen = sql`${state} is null`;
  const isGraded = sql`${state} = 'done' and ${points} is not null`;
  return sql`
    select ${count(isOpen)} as open, ${count(sql`${isOpen} and ${homework.dueOn} < ${today}::date`)} as overdue,
      ${count(sql`${state} = 'handed in'`)} as "handedIn", ${count(sql`${state} = 'given back'`)} as "givenBack",
      ${count(sql`${state} = 'done'`)} as done,
      coalesce(sum(${points}) filter (where ${isGraded}), 0)::int as points,
      coalesce(sum(${mostPoints}) filter (where ${isGraded}), 0)::int as "mostPoints"
    from ${homework}
    left join ${liveClass} on ${liveClass.id} = ${homework.classId}
    left join ${attendance} on ${attendance.classId} = ${liveClass.id} and ${attendance.learnerId} = ${purchase.learnerId}
    left join ${homeworkWork} on ${homeworkWork.homeworkId} = ${homework.id} and ${homeworkWork.learnerId} = ${purchase.learnerId}
    where ${homework.batchId} = ${batchPlace.batchId} and ${liveClass.cancelledAt} is null
      and (${isCountedHomework} or ${state} is not null)`;
}

const lastHandedIn = sql`
  select ${ms(sql`max(${submission.at})`)} as seen
  from ${submission} join ${homework} on ${homework.id} = ${submission.homeworkId}
  where ${submission.learnerId} = ${purchase.learnerId} and ${homework.batchId} = ${batchPlace.batchId}`;
