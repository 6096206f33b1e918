import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { course } from "../../db/tables/course.ts";
import { invoice, purchase } from "../../db/tables/enrolment.ts";
import { paymentFlag, paymentOrder } from "../../db/tables/payment.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { orderCourse, payAtGateway, settle } from "../../test/paying.ts";

const institute = await testInstitute();
const courseId = "sql";
const purchasesOf = async (mine: { enrolment: { list(input: object): Promise<{ course: { courseId: string } }[]> } }) =>
  (await mine.enrolment.list({})).map((one) => one.course.courseId);

test("check, order, pay, buy: the course is mine, with its batch, its invoice and one confirmation", async () => {
  institute.mails.length = 0;
  const me = await newLearner(institute, { email: "buyer@example.com" });
  expect(await me.enrolment.buy({ courseId, isCheck: true })).toEqual({ isPurchased: false, error: null });
  const order = await orderCourse(me);
  expect(order).toMatchObject({ amount: 599900, currency: "INR", order_id: expect.stringMatching(/^order_/) });
  const proof = await payAtGateway(institute, order.order_id);
  const bought = await me.enrolment.buy({ courseId, batchTime: "1-2", batchType: "week-end", ...proof });
  expect(bought).toMatchObject({ isPurchased: true, error: null });
  await settle(institute);
  expect(await me.enrolment.list({})).toMatchObject([
    {
      course: { courseId },
      batchTime: "1-2",
      batchType: "week-end",
      amount: 5999,
      paidVia: "UPI",
      status: "Completed",
    },
  ]);
  expect(await me.enrolment.buy({ courseId, isCheck: true })).toMatchObject({
    isPurchased: true,
    error: "You have purchased this course already.",
  });
  expect(institute.mails.filter(({ subject }) => subject.includes("your place is confirmed"))).toHaveLength(1);
  const [confirmation] = institute.mails.filter(({ subject }) => subject.includes("your place is confirmed"));
  expect(confirmation?.attachments).toMatchObject([{ type: "application/pdf", name: expect.stringMatching(/^SA-/) }]);
  const [mine] = await me.enrolment.list({});
  const file = await me.enrolment.invoice({ purchaseId: mine?._id ?? "" });
  expect(file.name).toMatch(/^SA-2026-27-\d{5}\.pdf$/);
  expect(Buffer.from(file.bytes).subarray(0, 5).toString()).toBe("%PDF-");
});

test("whoever pays and loses the browser has the course through the webhook alone, once however often it comes", async () => {
  institute.gateway.setMood({ late: 0, twice: true, reordered: true, dropped: false });
  const me = await newLearner(institute);
  const order = await orderCourse(me);
  await payAtGateway(institute, order.order_id);
  await settle(institute);
  expect(await purchasesOf(me)).toEqual([courseId]);
  expect(await me.enrolment.list({})).toMatchObject([{ batchTime: "1-2", batchType: "week-end" }]);
  institute.gateway.setMood({ late: 0, twice: false, reordered: false, dropped: false });
});

test("with no webhook either, asking the provider finds the payment", async () => {
  institute.gateway.setMood({ late: 0, twice: false, reordered: false, dropped: true });
  const me = await newLearner(institute);
  const order = await orderCourse(me);
  await payAtGateway(institute, order.order_id);
  await settle(institute);
  expect(await purchasesOf(me)).toEqual([]);
  institute.setNow(new Date(testDay.getTime() + 11 * 60_000));
  const { reconcile } = await import("../payment/settle.ts");
  await reconcile(institute.deps);
  await institute.runJobs();
  institute.setNow(testDay);
  institute.gateway.setMood({ late: 0, twice: false, reordered: false, dropped: false });
  expect(await purchasesOf(me)).toEqual([courseId]);
});

test("two clicks are one order, and another batch chosen later goes with it", async () => {
  const me = await newLearner(institute);
  const orders = await Promise.all([orderCourse(me), orderCourse(me), orderCourse(me)]);
  expect(new Set(orders.map(({ order_id }) => order_id)).size).toBe(1);
});

test("no proof, no course", async () => {
  const me = await newLearner(institute);
  const other = await newLearner(institute);
  const order = await orderCourse(me);
  const buy = (proof: object) => me.enrolment.buy({ courseId, ...proof });
  await expect(buy({})).rejects.toMatchObject({ status: 402 });
  const forged = {
    razorpay_order_id: order.order_id,
    razorpay_payment_id: "pay_IH4NVgf4Dreq1l",
    razorpay_signature: "0".repeat(64),
  };
  await expect(buy(forged)).rejects.toMatchObject({ status: 402 });
  const proof = await payAtGateway(institute, order.order_id);
  await expect(buy({ ...proof, razorpay_signature: "é".repeat(32) })).rejects.toMatchObject({ status: 402 });
  await expect(other.enrolment.buy({ courseId, ...proof })).rejects.toMatchObject({ status: 402 });
  await expect(me.enrolment.buy({ courseId: "python", ...proof })).rejects.toMatchObject({ status: 402 });
  expect(await purchasesOf(me)).toEqual([]);
  await buy(proof);
  expect(await purchasesOf(me)).toEqual([courseId]);
});

test("a payment is spent once: the same proof buys nothing else, and buying again is told so", async () => {
  const me = await newLearner(institute);
  const order = await orderCourse(me);
  const proof = await payAtGateway(institute, order.order_id);
  await Promise.all([
    me.enrolment.buy({ courseId, ...proof }),
    me.enrolment.buy({ courseId, ...proof }),
    settle(institute),
  ]);
  await settle(institute);
  expect(await purchasesOf(me)).toEqual([courseId]);
  await expect(me.enrolment.buy({ courseId: "react", ...proof })).rejects.toMatchObject({ status: 402 });
});

test("authorized is not paid", async () => {
  const me = await newLearner(institute);
  const order = await orderCourse(me);
  const proof = await payAtGateway(institute, order.order_id, { outcome: "authorized" });
  await expect(me.enrolment.buy({ courseId, ...proof })).rejects.toMatchObject({ code: "PAYMENT_PENDING" });
  await settle(institute);
  expect(await purchasesOf(me)).toEqual([]);
});

test("a failed payment is not the end: the same order can be paid afterwards", async () => {
  const me = await newLearner(institute);
  const order = await orderCourse(me);
  await payAtGateway(institute, order.order_id, { outcome: "payment_failed" });
  await settle(institute);
  expect((await orderCourse(me)).order_id).toBe(order.order_id);
  const proof = await payAtGateway(institute, order.order_id, { method: "card" });
  await me.enrolment.buy({ courseId, ...proof });
  expect(await me.enrolment.list({})).toMatchObject([{ paidVia: "Card" }]);
});

test("the server knows the price", async () => {
  const me = await newLearner(institute);
  for (const amount of [0, 100, 599899, 599901])
    await expect(me.payment.order({ amount, courseId })).rejects.toMatchObject({ code: "WRONG_AMOUNT" });
  await expect(institute.visitor().payment.order({ amount: 599900, courseId })).rejects.toMatchObject({
    code: "NOT_SIGNED_IN",
  });
  await expect(me.payment.order({ amount: 599900, courseId: "cobol" })).rejects.toMatchObject({ status: 404 });
});

test("an order for an amount alone buys what costs exactly that, and nothing else", async () => {
  const me = await newLearner(institute);
  const order = await me.payment.order({ amount: 599900 });
  const proof = await payAtGateway(institute, order.order_id);
  await expect(me.enrolment.buy({ courseId: "python", ...proof })).rejects.toMatchObject({ status: 402 });
  // The webhook may be quicker than the browser.
  await settle(institute);
  await me.enrolment.buy({ courseId, ...proof });
  await settle(institute);
  expect(await purchasesOf(me)).toEqual([courseId]);
});

test("money for a course that is mine already is flagged for staff, never dropped and never a second course", async () => {
  const me = await newLearner(institute);
  const first = await orderCourse(me);
  institute.setNow(new Date(testDay.getTime() + 40 * 60_000));
  const second = await orderCourse(me);
  institute.setNow(testDay);
  expect(second.order_id).not.toBe(first.order_id);
  await payAtGateway(institute, first.order_id);
  await settle(institute);
  institute.mails.length = 0;
  await payAtGateway(institute, second.order_id);
  await settle(institute);
  await settle(institute);
  expect(await purchasesOf(me)).toEqual([courseId]);
  const [flagged] = await institute.db
    .select()
    .from(paymentOrder)
    .where(eq(paymentOrder.providerOrderId, second.order_id));
  expect(flagged?.state).toBe("flagged");
  const flags = await institute.db
    .select()
    .from(paymentFlag)
    .where(eq(paymentFlag.orderId, flagged?.id ?? ""));
  expect(flags).toMatchObject([{ reason: "for a course already bought" }]);
  expect(institute.mails.filter(({ subject }) => subject === "A payment needs your decision")).toHaveLength(1);
});

test("a course that costs nothing is mine without a payment, once", async () => {
  await institute.db.update(course).set({ priceInPaise: 0 }).where(eq(course.courseId, "angular"));
  const me = await newLearner(institute);
  const answers = await Promise.all([1, 2, 3].map(() => me.enrolment.buy({ courseId: "angular" })));
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  expect(await me.enrolment.list({})).toMatchObject([{ paidVia: "Free", amount: 0, invoiceNumber: null }]);
});

test("a webhook is believed by its signature alone", async () => {
  const me = await newLearner(institute);
  const order = await orderCourse(me);
  const payment = {
    id: "pay_forged00000",
    order_id: order.order_id,
    status: "captured",
    amount: 599900,
    currency: "INR",
    method: "upi",
  };
  const body = JSON.stringify({ event: "payment.captured", payload: { payment: { entity: payment } } });
  for (const signature of [undefined, "", "0".repeat(64), "zz"]) {
    const headers = {
      "content-type": "application/json",
      ...(signature === undefined ? {} : { "x-razorpay-signature": signature }),
    };
    const answer = await institute.visitor().request("/api/payment/webhook", { method: "POST", body, headers });
    expect(answer.status).toBe(400);
  }
  await settle(institute);
  expect(await purchasesOf(me)).toEqual([]);
});

test("twenty learners who buy at the same moment get twenty consecutive invoice numbers", async () => {
  const learners = await Promise.all(Array.from({ length: 20 }, () => newLearner(institute)));
  await Promise.all(
    learners.map(async (me) => {
      const order = await orderCourse(me);
      await me.enrolment.buy({ courseId, ...(await payAtGateway(institute, order.order_id)) });
    }),
  );
  const serials = (await institute.db.select().from(invoice)).map(({ serial }) => serial).sort((a, b) => a - b);
  expect(serials).toEqual(serials.map((_, n) => n + 1));
  expect(await institute.db.$count(purchase)).toBeGreaterThanOrEqual(20);
});

test("the books stay when the account goes: the invoice without the profile", async () => {
  const before = await institute.db.$count(invoice);
  const me = await newLearner(institute);
  const order = await orderCourse(me);
  await me.enrolment.buy({ courseId, ...(await payAtGateway(institute, order.order_id)) });
  const { ticketFor } = await import("../../test/learner.ts");
  await me.account.remove({ ticket: await ticketFor(institute, me.mobileNumber) });
  await expect(me.enrolment.list({})).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
  expect(await institute.db.$count(invoice)).toBe(before + 1);
});
