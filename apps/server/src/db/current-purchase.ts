import { inArray } from "drizzle-orm";
import { purchase } from "./tables/enrolment.ts";

/** The course is still the learner's: it was neither refunded nor transferred. */
export const isCurrentPurchase = inArray(purchase.state, ["active", "suspended"]);
