import { dayAt } from "@shoreline/domain/batch";
import { homeworkNeeded, missingFor } from "@shoreline/domain/certificate";
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { anyOf } from "../../db/any-of.ts";
import type { Db } from "../../db/connect.ts";
import { certificateRule } from "../../db/tables/certificate.ts";
import { homework, homeworkWork } from "../../db/tables/class-homework.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { attendance, batchPlace, liveClass } from "../../db/tables/schedule.ts";
import { attendanceColumns, classEnd, isCounted } from "../schedule/queries.ts";

/** The best result since the purchase of the test that the rule names, in whole percent. */
const bestResult = sql<number | null>`(
  select max(r.correct * 100 / r.total) from result r
  where r.learner_id = ${purchase.learnerId} and r.collection_id = ${certificateRule.testCollectionId}
    and r.topic = ${certificateRule.testTopic} and r.taken_at >= ${purchase.purchasedAt} and r.total > 0)`;

type OpenDue = { dueOn: string; amountInPaise: number };

const openDues = sql<OpenDue[]>`(
  select coalesce(json_agg(json_build_object('dueOn', d.due_on, 'amountInPaise', d.amount_in_paise)), '[]')
  from sale s join due d on d.sale_id = s.id
  where s.purchase_id = ${purchase.id} and s.state in ('open', 'bought') and d.state = 'open')`;

/**
 * Everything that decides about the certificate of some purchases, in one query. `now` decides which classes are over. The classes are
 * counted for each purchase by itself, from the indexes: together PostgreSQL would read all attendances.
 */
export function selectFacts(db: Db, { whose, now }: { whose: SQL | undefined; now: SQL }) {
  const done = countClasses(db, now);
  const work = countHomework(db);
  return db
    .select({
      purchaseId: purchase.id,
      courseId: course.courseId,
      courseName: course.name,
      isPlaced: sql<boolean>`${batchPlace.batchId} is not null`,
      classes: done.classes,
      attended: done.attended,
      lastEndsAt: done.lastEndsAt,
      over: done.over,
      /** Missed classes that count as attended once their recording is watched, where the class settings say so. */
      watchable: done.watchable,
      homeworkSet: work.set,
      homeworkDone: work.done,
      rule: {
        // First the key: drizzle takes the whole rule for null when its first column is.
        courseId: certificateRule.courseId,
        attendancePercent: certificateRule.attendancePercent,
        homeworkPercent: certificateRule.homeworkPercent,
        testCollectionId: certificateRule.testCollectionId,
        testTopic: certificateRule.testTopic,
        testPercent: certificateRule.testPercent,
      },
      best: bestResult,
      openDues,
    })
    .from(purchase)
    .innerJoin(course, eq(course.id, purchase.courseId))
    .leftJoin(certificateRule, eq(certificateRule.courseId, purchase.courseId))
    .leftJoin(batchPlace, eq(batchPlace.purchaseId, purchase.id))
    .innerJoinLateral(done, sql`true`)
    .innerJoinLateral(work, sql`true`)
    .where(whose);
}

/** What somebody of the staff has corrected stays so, whatever the learner watches. */
const isWatchable = sql`exists (
    select from recording film join lesson_file file on file.id = film.file_id and file.state = 'ready'
    where film.class_id = ${liveClass.id})
  and not exists (
    select from attendance_change change where change.class_id = ${liveClass.id}
    and change.learner_id = ${purchase.learnerId} and change.source in ('corrected', 'recording'))`;

/** Of the batch of one purchase; without a batch all are 0. */
function countClasses(db: Db, now: SQL) {
  const counted = isCounted(purchase.purchasedAt);
  const { classes, attended, lastEndsAt } = attendanceColumns(purchase.purchasedAt);
  const isMissed = sql`${classEnd} <= ${now} and ${counted} and ${attendance.classId} is null`;
  return db
    .select({
      classes: classes.as("classes"),
      attended: attended.as("attended"),
      lastEndsAt: lastEndsAt.as("last_ends_at"),
      over: sql<number>`(count(*) filter (where ${classEnd} <= ${now} and ${counted}))::int`.as("over_now"),
      watchable: sql<number>`(count(*) filter (where ${isMissed} and ${isWatchable}))::int`.as("watchable"),
    })
    .from(liveClass)
    .leftJoin(attendance, and(eq(attendance.classId, liveClass.id), eq(attendance.learnerId, purchase.learnerId)))
    .where(and(eq(liveClass.batchId, batchPlace.batchId), isNull(liveClass.cancelledAt)))
    .as("done");
}

const homeworkSince = sql`coalesce(${liveClass.startsAt}, ${homework.setAt})`;

/**
 * Homework of classes that count for the learner, and of the batch since the purchase. What was done counts in any case: who came from
 * another batch could not do what this one had set before. A class that is cancelled takes its homework with it.
 */
export const isCountedHomework = sql`(${homeworkWork.state} = 'done' or (${homeworkSince} >= ${batchPlace.placedAt}
  and (${attendance.classId} is not null or ${homeworkSince} > ${purchase.purchasedAt})))`;

function countHomework(db: Db) {
  return db
    .select({
      set: sql<number>`(count(*) filter (where ${isCountedHomework}))::int`.as("homework_set"),
      done: sql<number>`(count(*) filter (where ${homeworkWork.state} = 'done'))::int`.as("homework_done"),
    })
    .from(homework)
    .leftJoin(liveClass, eq(liveClass.id, homework.classId))
    .leftJoin(attendance, and(eq(attendance.classId, liveClass.id), eq(attendance.learnerId, purchase.learnerId)))
    .leftJoin(
      homeworkWork,
      and(eq(homeworkWork.homeworkId, homework.id), eq(homeworkWork.learnerId, purchase.learnerId)),
    )
    .where(and(eq(homework.batchId, batchPlace.batchId), isNull(liveClass.cancelledAt)))
    .as("work");
}

export type Facts = Awaited<ReturnType<typeof selectFacts>>[number];

export async function readFacts(db: Db, purchaseIds: string[], now: Date): Promise<Map<string, Facts>> {
  const whose = sql`${purchase.id} = ${anyOf(purchaseIds)}`;
  const rows = await selectFacts(db, { whose, now: sql`${now.toISOString()}::timestamptz` });
  return new Map(rows.map((row) => [row.purchaseId, row]));
}

type Given = { now: Date; institute: { certificateAttendancePercent: number; timeZone: string } };

/** What the rule of the course asks of a learner, and how far the learner is. */
export function judge(facts: Facts, { now, institute }: Given) {
  const { rule, best, homeworkSet: set, homeworkDone: done } = facts;
  const percent = rule?.attendancePercent ?? institute.certificateAttendancePercent;
  const today = dayAt(now, institute.timeZone);
  const sum = (dues: OpenDue[]) => dues.reduce((total, { amountInPaise }) => total + amountInPaise, 0);
  const overdueInPaise = sum(facts.openDues.filter(({ dueOn }) => dueOn < today));
  const asked = {
    percent,
    homework: rule?.homeworkPercent == null ? null : { set, done, percent: rule.homeworkPercent },
    test: rule?.testPercent == null ? null : { best, percent: rule.testPercent },
    overdueInPaise,
  };
  return {
    percent,
    homework: asked.homework && { set, done, needed: homeworkNeeded(asked.homework) },
    test: asked.test && { ...asked.test, collectionId: rule?.testCollectionId ?? "", topic: rule?.testTopic ?? "" },
    openInPaise: sum(facts.openDues),
    overdueInPaise,
    missing: missingFor({ ...facts, ...asked, now }),
    /** The same at the end of the batch: what the learner still has to do until then. */
    stillNeeded: missingFor({ ...facts, ...asked, now: laterOf(now, facts.lastEndsAt) }),
  };
}

function laterOf(now: Date, end: Date | null): Date {
  return end && end > now ? end : now;
}
