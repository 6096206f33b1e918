import { Refusal } from "@shoreline/contract";
import { findCourse } from "../course/queries.ts";
import type { Seller } from "../payment/seller.ts";

export const sellCourse: Seller = async ({ db, learner }, { courseId = "", batchTime, batchType }) => {
  if (!learner) throw new Refusal("NOT_SIGNED_IN");
  const [course] = await findCourse(db, { courseId });
  if (!course) throw new Refusal("UNKNOWN_COURSE");
  return {
    purpose: `course:${course.id}`,
    amountInPaise: course.priceInPaise,
    buyer: { learnerId: learner.id },
    details: { ...(batchTime && { batchTime }), ...(batchType && { batchType }) },
  };
};
