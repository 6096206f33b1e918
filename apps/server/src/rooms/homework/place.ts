import { Refusal } from "@shoreline/contract";
import { and, eq } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { isCurrentPurchase } from "../../db/current-purchase.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { batchPlace } from "../../db/tables/schedule.ts";
import { isOnHold } from "../schedule/queries.ts";

/** Where a learner stands in a course, by its public id. Refused for who does not have the course, or is on hold. */
export async function openPlace(db: Db, { learnerId, courseId }: { learnerId: string; courseId: string }) {
  const [found] = await db
    .select({ courseId: course.id, courseName: course.name, batchId: batchPlace.batchId, isOnHold })
    .from(purchase)
    .innerJoin(course, eq(course.id, purchase.courseId))
    .leftJoin(batchPlace, eq(batchPlace.purchaseId, purchase.id))
    .where(and(eq(purchase.learnerId, learnerId), eq(course.courseId, courseId), isCurrentPurchase));
  if (!found) throw new Refusal("UNKNOWN_COURSE");
  if (found.isOnHold) throw new Refusal("CLASS_ON_HOLD");
  return found;
}
