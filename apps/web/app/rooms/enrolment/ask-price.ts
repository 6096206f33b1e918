import { ApiError } from "@shoreline/contract/client";
import { learnerClient } from "../../lib/learner.ts";
import { errorText } from "../../lib/problem.ts";
import { type Quote, tellCoupon } from "./coupon-news.ts";

/** A fault when the code does not count here: its field says so. */
export async function askPrice(asked: { courseId: string; couponCode: string }): Promise<Quote | { fault: string }> {
  try {
    const quote = await learnerClient.enrolment.price(asked);
    tellCoupon({ quote });
    return quote;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw error;
    const fault = (error instanceof ApiError && error.fields.couponCode) || errorText(error);
    tellCoupon({ fault });
    return { fault };
  }
}
