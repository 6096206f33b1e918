import { eq } from "drizzle-orm";
import { paymentFlag, paymentOrder } from "../db/tables/payment.ts";
import type { TestInstitute } from "./institute.ts";
import { newLearner } from "./learner.ts";
import { orderCourse, payAtGateway, settle } from "./paying.ts";
import type { newStaff } from "./staff.ts";

type Staff = Awaited<ReturnType<typeof newStaff>>;

/** What the merchant or a bank does in the provider's own dashboard. */
export async function inDashboard<Reply = { id: string }>(institute: TestInstitute, path: string, body: object = {}) {
  const response = await institute.gateway.app.request(`/dashboard/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ key: institute.deps.payments.keyId, ...body }),
  });
  return (await response.json()) as Reply;
}

/** A learner who has just bought a course and got the invoice. */
export async function buyer(institute: TestInstitute, courseId = "sql") {
  const who = await newLearner(institute);
  return { who, ...(await buy(institute, who, courseId)) };
}

export async function buy(institute: TestInstitute, who: Awaited<ReturnType<typeof newLearner>>, courseId = "sql") {
  const { order_id, amount } = await orderCourse(who, courseId);
  const { razorpay_payment_id: paymentId } = await payAtGateway(institute, order_id);
  await settle(institute);
  return { orderId: await idOf(institute, order_id), providerOrderId: order_id, paymentId, amount };
}

export async function idOf({ db }: TestInstitute, providerOrderId: string): Promise<string> {
  const [found] = await db.select().from(paymentOrder).where(eq(paymentOrder.providerOrderId, providerOrderId));
  return found?.id ?? "";
}

type Bought = { orderId: string; paymentId: string; amount: number };

export function ask(staff: Staff, { orderId, paymentId, amount }: Bought, more: object = {}) {
  return staff.refund.ask({
    ...{ orderId, providerPaymentId: paymentId, amountInPaise: amount, reason: "Moved to Chennai", way: "source" },
    ...{ endsAccess: true, attemptId: crypto.randomUUID(), ...more },
  });
}

/** Lets the provider finish what it has begun, and tells us. */
export async function letProviderFinish(institute: TestInstitute): Promise<void> {
  const later = new Date(institute.deps.clock.now().getTime() + 10_000);
  await institute.runJobs();
  institute.setNow(later);
  await settle(institute);
}

export async function openFlags({ db }: TestInstitute, orderId: string) {
  const flags = await db.select().from(paymentFlag).where(eq(paymentFlag.orderId, orderId));
  return flags.filter(({ isSettled }) => !isSettled);
}
