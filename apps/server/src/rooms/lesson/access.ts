import { Refusal } from "@shoreline/contract";
import { and, eq, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { isCurrentPurchase } from "../../db/current-purchase.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { batchPlace } from "../../db/tables/schedule.ts";
import { isOnHold } from "../schedule/queries.ts";

/** Where a learner stands in a course. `courseId` is the key of the course; `batchId` is null without a place in a batch. */
export type Place = {
  courseId: string;
  courseName: string;
  batchId: string | null;
  purchaseId: string;
  isOnHold: boolean;
};

type Asked = { learnerId: string; courseId: string };

/**
 * Takes the public id of the course. Null when the course is not the learner's, or not any more. Who is on hold has a place, but
 * reaches nothing in it.
 */
export async function findPlace(db: Db, { learnerId, courseId }: Asked): Promise<Place | null> {
  const [found] = await db
    .select({
      ...{ courseId: course.id, courseName: course.name, batchId: batchPlace.batchId },
      ...{ purchaseId: purchase.id, isOnHold },
    })
    .from(purchase)
    .innerJoin(course, eq(course.id, purchase.courseId))
    .leftJoin(batchPlace, eq(batchPlace.purchaseId, purchase.id))
    .where(and(eq(purchase.learnerId, learnerId), eq(course.courseId, courseId), isCurrentPurchase));
  return found ?? null;
}

/** The same for who may open things of the course now. */
export async function openPlace(db: Db, asked: Asked): Promise<Place> {
  const place = await findPlace(db, asked);
  if (!place) throw new Refusal("UNKNOWN_COURSE");
  if (place.isOnHold) throw new Refusal("CLASS_ON_HOLD");
  return place;
}

type Thing = { learnerId: string; courseId: SQLWrapper; batchId: SQLWrapper };

/** In a query about things of courses and batches: whether this learner may open the thing now. No batch: a thing of the course. */
export function mayOpen({ learnerId, courseId, batchId }: Thing): SQL<boolean> {
  return sql<boolean>`exists (
    select from purchase p left join batch_place placed on placed.purchase_id = p.id
    where p.learner_id = ${learnerId}::uuid and p.course_id = ${courseId} and p.state = 'active'
      and (${batchId} is null or placed.batch_id = ${batchId}))`;
}
