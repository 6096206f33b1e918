import { and, asc, eq, sql } from "drizzle-orm";
import { prepared } from "../../db/connect.ts";
import { isCurrentPurchase } from "../../db/current-purchase.ts";
import { isOurTime } from "../../db/our-time.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { attendance, batchPlace, liveClass } from "../../db/tables/schedule.ts";
import { classEnd, isCounted, isOnHold } from "./queries.ts";

const now = sql`${sql.placeholder("now")}::timestamptz`;
/** A class that takes place, and whose times are not broken. */
const isPlanned = sql`(${liveClass.cancelledAt} is null and ${isOurTime(liveClass.startsAt)} and ${isOurTime(liveClass.changedAt)})`;
const isAhead = sql`(${isPlanned} and ${classEnd} > ${now})`;
const count = (condition: typeof isPlanned) => sql<number>`(count(*) filter (where ${condition}))::int`;

/**
 * A row for each course of a learner: how far it has come, and its class that runs or comes next. They are counted here, because
 * to read every class of every course takes several times as long. Classes from before the purchase are not held.
 */
export const listToday = prepared((db) => {
  const learnerId = sql.placeholder("learnerId");
  const ownCourse = db
    .select({
      courseId: course.courseId,
      courseName: course.name,
      batchTime: purchase.batchTime,
      batchType: purchase.batchType,
      isOnHold: sql<boolean>`bool_or(${isOnHold})`.as("is_on_hold"),
      isPlaced: sql<boolean>`count(${batchPlace.batchId}) > 0`.as("is_placed"),
      beginsAt: sql`min(${liveClass.startsAt})`.as("begins_at"),
      startsAt: sql<Date | null>`min(${liveClass.startsAt}) filter (where ${isPlanned})`
        .mapWith(liveClass.startsAt)
        .as("first_starts_at"),
      endsAt: sql<Date | null>`max(${classEnd}) filter (where ${isPlanned})`.mapWith(liveClass.startsAt).as("ends_at"),
      held: count(sql`${isPlanned} and ${classEnd} <= ${now} and ${isCounted(purchase.purchasedAt)}`).as("held"),
      attended: count(sql`${isPlanned} and ${attendance.classId} is not null`).as("attended"),
      left: count(isAhead).as("left_over"),
      nextId: sql<string | null>`(array_agg(${liveClass.id} order by ${liveClass.startsAt}, ${liveClass.number})
        filter (where ${isAhead}))[1]`.as("next_id"),
    })
    .from(purchase)
    .innerJoin(course, eq(course.id, purchase.courseId))
    .leftJoin(batchPlace, eq(batchPlace.purchaseId, purchase.id))
    .leftJoin(liveClass, eq(liveClass.batchId, batchPlace.batchId))
    .leftJoin(attendance, and(eq(attendance.learnerId, purchase.learnerId), eq(attendance.classId, liveClass.id)))
    .where(and(eq(purchase.learnerId, learnerId), isCurrentPurchase))
    .groupBy(purchase.id, course.id)
    .as("own_course");
  const { beginsAt, nextId, ...shown } = ownCourse._.selectedFields;
  return (
    db
      .select({ ...shown, next: liveClass, joinedAt: attendance.firstJoinedAt })
      .from(ownCourse)
      // Not `=`: the planner expects hundreds of courses and would read all classes instead of looking up a few.
      .leftJoin(liveClass, sql`${liveClass.id} = any(array[${ownCourse.nextId}])`)
      .leftJoin(attendance, and(eq(attendance.learnerId, learnerId), eq(attendance.classId, liveClass.id)))
      .orderBy(asc(ownCourse.beginsAt), asc(ownCourse.courseId))
      .prepare("schedule_today")
  );
});
