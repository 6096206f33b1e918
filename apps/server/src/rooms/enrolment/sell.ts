import { Refusal } from "@shoreline/contract";
import type { Seller } from "../../context.ts";
import { discountDetails, holdUse } from "../coupon/hold.ts";
import { quoteCourse } from "../coupon/price.ts";
import { findCourse } from "../course/queries.ts";
import { readInstitute } from "../site/queries.ts";
import { refuseUnknownTime } from "./choice.ts";
import { fulfilCourse } from "./fulfil.ts";
import { hasCourse } from "./owned.ts";
import { courseKind, findCourseById } from "./queries.ts";
import { findOfferedSeat, holdSeat } from "./seat-hold.ts";

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
    const now = clock.now();
    const buying = { learnerId: learner.id, courseId: course.id, now };
    const wanted = batchId ?? (await findOfferedSeat(db, { ...buying, batchTime, batchType }));
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
      async hold(tx, orderId) {
        const use = { learnerId: learner.id, course, discountInPaise, now };
        if (coupon) await holdUse(tx, orderId, { ...use, couponId: coupon.id });
        // Who chooses a full batch knows that the place comes later, and sends no batch.
        if (wanted) await holdSeat(tx, { ...buying, batchId: wanted, orderId });
      },
    };
  },

  fulfil: fulfilCourse,

  async describe(db, itemId) {
    return (await findCourseById(db, itemId))?.name ?? null;
  },
};
