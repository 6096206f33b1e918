import { Refusal } from "@shoreline/contract";
import { findCourse } from "../course/queries.ts";
import type { Seller } from "../payment/seller.ts";
import { isTheirs } from "./owned.ts";

export const sellCourse: Seller = async (ctx, { courseId = "", batchTime, batchType }) => {
  const { db, learner } = ctx;
  if (!learner) throw new Refusal("NOT_SIGNED_IN");
  const [course] = await findCourse(db, { courseId });
  if (!course) throw new Refusal("UNKNOWN_COURSE");
  if (await isTheirs(ctx, { learnerId: learner.id, courseId: course.id })) throw new Refusal("ALREADY_PURCHASED");
  return {
    purpose: `course:${course.id}`,
    amountInPaise: course.priceInPaise,
    buyer: { learnerId: learner.id },
    details: { ...(batchTime && { batchTime }), ...(batchType && { batchType }) },
  };
};
