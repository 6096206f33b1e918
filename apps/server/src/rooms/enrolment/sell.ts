import { Refusal } from "@shoreline/contract";
import type { Seller } from "../../context.ts";
import { findCourse } from "../course/queries.ts";
import { handOutCourse } from "./hand-out.ts";
import { isTheirs } from "./owned.ts";
import { findCourseById } from "./queries.ts";

export const courseSeller: Seller = {
  kind: "course",
  orderField: "courseId",

  async offer(ctx, { courseId = "", batchTime, batchType }) {
    const { db, learner } = ctx;
    if (!learner) throw new Refusal("NOT_SIGNED_IN");
    const [course] = await findCourse(db, { courseId });
    if (!course) throw new Refusal("UNKNOWN_COURSE");
    if (await isTheirs(ctx, { learnerId: learner.id, courseId: course.id })) throw new Refusal("ALREADY_PURCHASED");
    return {
      itemId: course.id,
      amountInPaise: course.priceInPaise,
      buyer: { learnerId: learner.id },
      details: { ...(batchTime && { batchTime }), ...(batchType && { batchType }) },
    };
  },

  handOut: handOutCourse,

  async describe(db, itemId) {
    return (await findCourseById(db, itemId))?.name ?? null;
  },
};
