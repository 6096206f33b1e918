import type { CourseProgress, HeldClass, TakenTest } from "@shoreline/contract";
import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { isOurTime } from "../../db/our-time.ts";
import { certificateRule } from "../../db/tables/certificate.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { collection, result } from "../../db/tables/quiz.ts";
import { attendance, batchPlace, liveClass } from "../../db/tables/schedule.ts";
import { classEnd, isCounted } from "../schedule/queries.ts";
import type { Measured } from "./facts.ts";

const mostClasses = 500;
const mostTests = 50;

/** One course of a learner with its classes and tests. */
export async function withDetail(db: Db, { measures, progress }: Measured, now: Date): Promise<CourseProgress> {
  const { purchaseId } = measures;
  return { ...progress, heldClasses: await listHeld(db, purchaseId, now), tests: await listTests(db, purchaseId) };
}

async function listHeld(db: Db, purchaseId: string, now: Date): Promise<HeldClass[]> {
  const isOver = sql`${classEnd} <= ${now.toISOString()}::timestamptz`;
  const rows = await db
    .select({
      ...{ number: liveClass.number, topic: liveClass.topic, topicHeld: liveClass.topicHeld },
      ...{ startsAt: liveClass.startsAt, recordingUrl: liveClass.recordingUrl },
      isAttended: sql<boolean>`${attendance.classId} is not null`,
      recordingId: sql<string | null>`(
        select film.id from recording film join lesson_file file on file.id = film.file_id and file.state = 'ready'
        where film.class_id = ${liveClass.id} order by film.added_at limit 1)`,
    })
    .from(purchase)
    .innerJoin(batchPlace, eq(batchPlace.purchaseId, purchase.id))
    .innerJoin(liveClass, and(eq(liveClass.batchId, batchPlace.batchId), isNull(liveClass.cancelledAt)))
    .leftJoin(attendance, and(eq(attendance.classId, liveClass.id), eq(attendance.learnerId, purchase.learnerId)))
    .where(
      and(eq(purchase.id, purchaseId), isOurTime(liveClass.startsAt), isOver, isCounted(sql`${purchase.purchasedAt}`)),
    )
    .orderBy(desc(liveClass.startsAt), desc(liveClass.number))
    .limit(mostClasses);
  return rows.map(({ topicHeld, startsAt, ...one }) => ({
    ...one,
    topic: topicHeld || one.topic,
    startsAt: startsAt.toISOString(),
  }));
}

/** The test that the certificate asks for, and those of collections that belong to the course. */
async function listTests(db: Db, purchaseId: string): Promise<TakenTest[]> {
  const isFinal: SQL<boolean> = sql`coalesce(${result.collectionId} = ${certificateRule.testCollectionId}
    and ${result.topic} = ${certificateRule.testTopic}, false)`;
  const takenAt = sql<Date>`max(${result.takenAt})`.mapWith(result.takenAt);
  const rows = await db
    .select({
      ...{ collectionId: result.collectionId, name: sql<string>`max(${result.languageName})`, topic: result.topic },
      best: sql<number>`max(${result.correct} * 100 / ${result.total})`,
      ...{ times: sql<number>`count(*)::int`, takenAt, isFinal },
    })
    .from(purchase)
    .innerJoin(course, eq(course.id, purchase.courseId))
    .innerJoin(result, eq(result.learnerId, purchase.learnerId))
    .leftJoin(certificateRule, eq(certificateRule.courseId, purchase.courseId))
    .leftJoin(collection, eq(collection.id, result.collectionId))
    .where(
      and(
        eq(purchase.id, purchaseId),
        sql`${result.takenAt} >= ${purchase.purchasedAt} and ${isOurTime(result.takenAt)} and ${result.total} > 0`,
        sql`(${isFinal} or ${collection.courseId} = ${course.courseId})`,
      ),
    )
    .groupBy(result.collectionId, result.topic, certificateRule.testCollectionId, certificateRule.testTopic)
    .orderBy(desc(takenAt), result.collectionId, result.topic)
    .limit(mostTests);
  return rows.map((row) => ({ ...row, takenAt: row.takenAt.toISOString() }));
}
