import { inArray, type SQLWrapper, sql } from "drizzle-orm";
import { purchase } from "./tables/enrolment.ts";
import { batchPlace } from "./tables/schedule.ts";

/** The course is still the learner's: it was neither refunded nor transferred. */
export const isCurrentPurchase = inArray(purchase.state, ["active", "suspended"]);

/** Whether a batch has learners who have the course still. */
export const hasLearners = (batchId: SQLWrapper) => sql<boolean>`exists (
  select from ${batchPlace} join ${purchase} on ${purchase.id} = ${batchPlace.purchaseId}
  where ${batchPlace.batchId} = ${batchId} and ${isCurrentPurchase})`;
