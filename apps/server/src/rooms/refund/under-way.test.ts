import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { due, sale } from "../../db/tables/due.ts";
import { dispute, refund } from "../../db/tables/refund.ts";
import { byUpi } from "../../test/desk.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { deliverWebhook } from "../../test/paying.ts";
import { newPlan, partInPaise, payLink } from "../../test/plans.ts";
import { ask, buyer, idOf, openFlags } from "../../test/refunding.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;
const owner = await newStaff(institute, ["owner"]);
const accountant = await newStaff(institute, ["accountant"]);

/** A learner who has paid the first of three parts. */
async function payFirst() {
  const me = await newLearner(institute);
  const plan = await newPlan(institute, me);
  const { order_id, proof } = await payLink(institute, plan.tokens[0]);
  await institute.visitor().due.settle({ token: plan.tokens[0], ...proof });
  return { ...plan, orderId: await idOf(institute, order_id), paymentId: proof.razorpay_payment_id };
}

test("while a refund that ends the course is asked for, nothing more is taken; once it is refused, it is again", async () => {
  const { tokens, saleId, orderId, paymentId } = await payFirst();
  const visitor = institute.visitor();
  const order = () => visitor.payment.order({ amount: partInPaise, dueToken: tokens[1] });
  const { order_id: before } = await order();
  const { refundId } = await ask(accountant, { orderId, paymentId, amount: partInPaise });
  await expect(order()).rejects.toMatchObject({ code: "DUE_SETTLED" });
  expect((await visitor.due.read({ token: tokens[1] })).state).toBe("withdrawn");
  const [, second, third] = await db.select().from(due).where(eq(due.saleId, saleId)).orderBy(due.number);
  const take = (dueId = "") => owner.sale.take({ dueId, payment: byUpi, attemptId: crypto.randomUUID() });
  await expect(take(third?.id)).rejects.toMatchObject({ code: "SALE_NOT_OPEN" });
  // Somebody had the window open already.
  await deliverWebhook(institute, before, { amount: partInPaise });
  await institute.runJobs();
  const flags = await openFlags(institute, await idOf(institute, before));
  expect(flags.map(({ reason }) => reason)).toEqual(["for a course that goes back"]);
  const [asked] = await db.select().from(refund).where(eq(refund.id, refundId));
  await owner.refund.decide({ refundId, isApproved: false, version: asked?.version ?? 0 });
  expect((await take(third?.id)).sale.dues.map(({ state }) => state)).toEqual(["paid", "open", "paid"]);
  expect(second?.state).toBe("open");
  expect((await db.select().from(sale).where(eq(sale.id, saleId)))[0]?.state).toBe("bought");
});

test("a changed form under the attempt of the first one is refused, and gives or takes nothing", async () => {
  const { orderId, paymentId, tokens } = await payFirst();
  const attemptId = crypto.randomUUID();
  const bought = { orderId, paymentId, amount: 100_000 };
  await ask(owner, bought, { attemptId, endsAccess: false });
  await ask(owner, bought, { attemptId, endsAccess: false });
  for (const change of [{ amountInPaise: 200_000 }, { endsAccess: true }])
    await expect(ask(owner, bought, { attemptId, endsAccess: false, ...change })).rejects.toMatchObject({
      code: "ATTEMPT_USED",
    });
  expect(await db.$count(refund, eq(refund.orderId, orderId))).toBe(1);
  const [part] = await db.select().from(due).where(eq(due.linkToken, tokens[1]));
  const take = { dueId: part?.id ?? "", attemptId: crypto.randomUUID() };
  await owner.sale.take({ ...take, payment: byUpi });
  await expect(owner.sale.take({ ...take, payment: { method: "cheque", reference: "004512" } })).rejects.toMatchObject({
    code: "ATTEMPT_USED",
  });
});

test("money that the bank is asked to take back buys nothing", async () => {
  const bought = await buyer(institute);
  const second = `pay_${crypto.randomUUID().replaceAll("-", "")}`;
  await deliverWebhook(institute, bought.providerOrderId, { id: second });
  await institute.runJobs();
  const [flag] = await openFlags(institute, bought.orderId);
  await db.insert(dispute).values({
    ...{ providerDisputeId: "disp_1", providerPaymentId: second, orderId: bought.orderId, state: "open" },
    ...{ amountInPaise: bought.amount, openedAt: testDay, changedAt: testDay },
  });
  const { mobileNumber: number } = await newLearner(institute);
  const given = { decision: "attach", note: "Said so", number, courseId: "python" } as const;
  await expect(accountant.refund.settle({ flagId: flag?.id ?? "", ...given })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
});
