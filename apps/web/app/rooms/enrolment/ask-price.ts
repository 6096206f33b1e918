import { ApiError } from "@shoreline/contract/client";
import { learnerClient } from "../../lib/learner.ts";
import { errorText } from "../../lib/problem.ts";
import { type Quote, tellCoupon } from "./coupon-news.ts";

/** Null when the code does not count here: the field says why. */
export async function askPrice(asked: { courseId: string; couponCode: string }): Promise<Quote | null> {
  try {
    const quote = await learnerClient.enrolment.price(asked);
    tellCoupon({ quote });
    return quote;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw error;
    tellCoupon({ fault: (error instanceof ApiError && error.fields.couponCode) || errorText(error) });
    return null;
  }
}
