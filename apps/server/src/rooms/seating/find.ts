import type { FoundLearner } from "@shoreline/contract";
import { and, asc, eq, isNull } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { isCurrentPurchase } from "../../db/current-purchase.ts";
import { pause } from "../../db/tables/batch-request.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { batch, batchPlace } from "../../db/tables/schedule.ts";
import { findLearnerByNumber } from "../account/queries.ts";
import { toPlaceBatch } from "../place/batches.ts";
import { courseName, toLearner } from "./lists.ts";

/** Without a country code it is an Indian number. */
function splitNumber(text: string) {
  const digits = text.replace(/\D/g, "");
  return { countryCode: text.startsWith("+") ? `+${digits.slice(0, -10)}` : "+91", mobileNumber: digits.slice(-10) };
}

/** Who staff put on a waiting list, or whose course they pause. */
export async function findForPlace({ db }: StaffCtx, { number }: { number: string }): Promise<FoundLearner> {
  const who = await findLearnerByNumber(db, splitNumber(number));
  if (!who) return { learner: null, purchases: [] };
  const rows = await db
    .select({ purchaseId: purchase.id, course: courseName, batch, pauseId: pause.id })
    .from(purchase)
    .innerJoin(course, eq(course.id, purchase.courseId))
    .leftJoin(batchPlace, eq(batchPlace.purchaseId, purchase.id))
    .leftJoin(batch, eq(batch.id, batchPlace.batchId))
    .leftJoin(pause, and(eq(pause.purchaseId, purchase.id), isNull(pause.resumedAt)))
    .where(and(eq(purchase.learnerId, who.id), isCurrentPurchase))
    .orderBy(asc(course.name));
  const purchases = rows.map(({ pauseId, batch: of, ...row }) => ({
    ...{ ...row, batch: of && toPlaceBatch(of), isPaused: pauseId !== null },
  }));
  return { learner: toLearner(who), purchases };
}
