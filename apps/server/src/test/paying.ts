import { randomUUID } from "node:crypto";
import type { BatchType } from "@shoreline/domain/course";
import type { BatchTime } from "@shoreline/domain/site";
import { eq } from "drizzle-orm";
import { course } from "../db/tables/course.ts";
import { purchase } from "../db/tables/enrolment.ts";
import { localKeys } from "../gateway/keys.ts";
import { sign } from "../gateway/sign.ts";
import { testDay } from "./global-setup.ts";
import type { TestInstitute } from "./institute.ts";
import type { newLearner } from "./learner.ts";

type Learner = Awaited<ReturnType<typeof newLearner>>;
export type Proof = { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string };

/** Does what the checkout in the browser does when a payer presses Pay. */
export async function payAtGateway(
  institute: TestInstitute,
  orderId: string,
  { outcome = "captured", method = "upi", mandate }: { outcome?: string; method?: string; mandate?: string } = {},
): Promise<Proof> {
  const response = await institute.gateway.app.request(`/checkout/${orderId}/pay`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key: institute.deps.payments.keyId, method, outcome, mandate }),
  });
  return response.json() as Promise<Proof>;
}

/** Delivers all webhooks of the gateway and runs the jobs that follow. */
export async function settle(institute: TestInstitute): Promise<void> {
  await institute.gateway.settled();
  await institute.gateway.deliverDue(institute.deps.clock.now());
  await institute.runJobs();
}

export async function orderCourse(learner: Learner, courseId = "sql") {
  const { price } = await learner.course.read({ courseId });
  return learner.payment.order({ amount: price * 100, courseId, batchTime: "1-2", batchType: "week-end" });
}

type Webhook = { id?: string; event?: string; eventId?: string; [field: string]: unknown };

/** Delivers a webhook with the provider's signature and returns the status. `payment` overrides fields of the payment. */
export async function deliverWebhook(
  institute: TestInstitute,
  orderId: string,
  { event = "payment.captured", eventId = randomUUID(), ...payment }: Webhook = {},
): Promise<number> {
  const { webhookSecret } = await localKeys(institute.db);
  const id = `pay_${randomUUID().replaceAll("-", "")}`;
  const defaults = { id, order_id: orderId, status: "captured", amount: 599900, currency: "INR", method: "upi" };
  const body = JSON.stringify({ event, payload: { payment: { entity: { ...defaults, ...payment } } } });
  const headers = {
    "content-type": "application/json",
    "x-razorpay-signature": sign(body, webhookSecret),
    "x-razorpay-event-id": eventId,
  };
  const response = await institute.visitor().request("/api/payment/webhook", { method: "POST", body, headers });
  return response.status;
}

type Choice = { courseId?: string; batchTime?: BatchTime; batchType?: BatchType; at?: Date };

/** Adds a purchase directly, without order and payment. */
export async function giveCourse(
  institute: TestInstitute,
  who: Learner,
  { courseId = "python", batchTime = "9-10", batchType = "week-days", at = testDay }: Choice = {},
): Promise<string> {
  const { _id: learnerId } = await who.account.read({});
  const [found] = await institute.db.select().from(course).where(eq(course.courseId, courseId));
  const [added] = await institute.db
    .insert(purchase)
    .values({ learnerId, courseId: found?.id ?? "", batchTime, batchType, purchasedAt: at })
    .returning();
  return added?.id ?? "";
}
