import { Refusal } from "@shoreline/contract";
import type { Seller } from "../../context.ts";
import { findCourse } from "../course/queries.ts";
import { readInstitute } from "../site/queries.ts";
import { refuseFullBatch, refuseUnknownTime } from "./choice.ts";
import { fulfilCourse } from "./fulfil.ts";
import { hasCourse } from "./owned.ts";
import { courseKind, findCourseById } from "./queries.ts";

export const courseSeller: Seller = {
  kind: courseKind,
  orderField: "courseId",

  async offer(ctx, { courseId = "", batchTime, batchType, batchId, company, gstin }) {
    const { db, learner } = ctx;
    if (!learner) throw new Refusal("NOT_SIGNED_IN");
    const [course] = await findCourse(db, { courseId });
    if (!course) throw new Refusal("UNKNOWN_COURSE");
    refuseUnknownTime(batchTime, await readInstitute(db));
    if (await hasCourse(ctx, { learnerId: learner.id, courseId: course.id })) throw new Refusal("ALREADY_PURCHASED");
    if (course.isHidden) throw new Refusal("COURSE_WITHDRAWN");
    if (batchId) await refuseFullBatch(db, batchId);
    return {
      itemId: course.id,
      amountInPaise: course.priceInPaise,
      buyer: { learnerId: learner.id },
      details: {
        ...(batchTime && { batchTime }),
        ...(batchType && { batchType }),
        ...(company && { company }),
        ...(gstin && { gstin }),
      },
    };
  },

  fulfil: fulfilCourse,

  async describe(db, itemId) {
    return (await findCourseById(db, itemId))?.name ?? null;
  },
};
