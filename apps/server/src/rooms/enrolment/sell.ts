import { Refusal } from "@shoreline/contract";
import type { Seller } from "../../context.ts";
import { discountDetails, holdUse } from "../coupon/hold.ts";
import { quoteCourse } from "../coupon/price.ts";
import { findCourse } from "../course/queries.ts";
import { readInstitute } from "../site/queries.ts";
import { refuseFullBatch, refuseUnknownTime } from "./choice.ts";
import { fulfilCourse } from "./fulfil.ts";
import { hasCourse } from "./owned.ts";
import { courseKind, findCourseById } from "./queries.ts";

export const courseSeller: Seller = {
  kind: courseKind,
  orderField: "courseId",

  async offer(ctx, order) {
    const { courseId = "", batchTime, batchType, batchId, company, gstin, couponCode } = order;
    const { db, learner, clock } = ctx;
    if (!learner) throw new Refusal("NOT_SIGNED_IN");
    const [course] = await findCourse(db, { courseId });
    if (!course) throw new Refusal("UNKNOWN_COURSE");
    refuseUnknownTime(batchTime, await readInstitute(db));
    if (await hasCourse(ctx, { learnerId: learner.id, courseId: course.id })) throw new Refusal("ALREADY_PURCHASED");
    if (course.isHidden) throw new Refusal("COURSE_WITHDRAWN");
    if (batchId) await refuseFullBatch(db, batchId);
    const asked = { course, learnerId: learner.id, couponCode, amountInPaise: order.amount };
    const { listPriceInPaise, priceInPaise, offer, coupon } = await quoteCourse(ctx, asked);
    const discountInPaise = listPriceInPaise - priceInPaise;
    return {
      itemId: course.id,
      amountInPaise: priceInPaise,
      buyer: { learnerId: learner.id },
      details: {
        ...(batchTime && { batchTime }),
        ...(batchType && { batchType }),
        ...(company && { company }),
        ...(gstin && { gstin }),
        ...(offer && discountDetails({ listPriceInPaise, offer, couponId: coupon?.id })),
      },
      ...(coupon && {
        hold: (tx, orderId) =>
          holdUse(tx, orderId, {
            ...{ couponId: coupon.id, learnerId: learner.id, course, discountInPaise, now: clock.now() },
          }),
      }),
    };
  },

  fulfil: fulfilCourse,

  async describe(db, itemId) {
    return (await findCourseById(db, itemId))?.name ?? null;
  },
};
