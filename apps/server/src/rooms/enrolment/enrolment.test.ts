import type { Institute } from "@shoreline/contract";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { course } from "../../db/tables/course.ts";
import { invoice, purchase } from "../../db/tables/enrolment.ts";
import { paymentFlag, paymentOrder } from "../../db/tables/payment.ts";
import { institute as instituteTable } from "../../db/tables/site.ts";
import { enqueue } from "../../jobs/queue.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { deliverWebhook, orderCourse, payAtGateway, settle } from "../../test/paying.ts";
import { confirmPurchase } from "./jobs.ts";

const institute = await testInstitute();
const courseId = "sql";
const purchasesOf = async (mine: { enrolment: { list(input: object): Promise<{ course: { courseId: string } }[]> } }) =>
  (await mine.enrolment.list({})).map((one) => one.course.courseId);

test("a learner who checks, orders, pays and buys gets the course with its batch, an invoice and one confirmation", async () => {
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
  expect(confirmation?.attachments).toMatchObject([
    { type: "application/pdf", name: expect.stringMatching(/^SA-/) },
    { type: "text/calendar", name: `${courseId}-classes.ics` },
  ]);
  expect(confirmation?.text).toMatch(
    /Batch: 1:00 to 3:00 PM, weekends\n {2}First class: \w+, \d+ \w+ 2026, 1:00 PM IST\n {2}Topic: .+\n {2}Trainer: .+\n {2}Paid: ₹5,999\n/,
  );
  const calendar = Buffer.from(confirmation?.attachments?.[1]?.bytes ?? []).toString();
  expect(calendar.match(/BEGIN:VEVENT/g)?.length).toBeGreaterThan(5);
  const [mine] = await me.enrolment.list({});
  const file = await me.enrolment.invoice({ purchaseId: mine?._id ?? "" });
  expect(file.name).toMatch(/^SA-2026-27-\d{5}\.pdf$/);
  expect(Buffer.from(file.bytes).subarray(0, 5).toString()).toBe("%PDF-");
});

test("a learner who closes the browser after paying gets the course once, however often the webhook comes", async () => {
  institute.gateway.setDeliveryFaults({ late: 0, twice: true, reordered: true, dropped: false });
  const me = await newLearner(institute);
  const order = await orderCourse(me);
  await payAtGateway(institute, order.order_id);
  await settle(institute);
  expect(await purchasesOf(me)).toEqual([courseId]);
  expect(await me.enrolment.list({})).toMatchObject([{ batchTime: "1-2", batchType: "week-end" }]);
  institute.gateway.setDeliveryFaults({ late: 0, twice: false, reordered: false, dropped: false });
});

test("without browser and webhook, reconciliation finds the payment", async () => {
  institute.gateway.setDeliveryFaults({ late: 0, twice: false, reordered: false, dropped: true });
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
  institute.gateway.setDeliveryFaults({ late: 0, twice: false, reordered: false, dropped: false });
  expect(await purchasesOf(me)).toEqual([courseId]);
});

test("two clicks place one order; another batch places another order with its own choice", async () => {
  const me = await newLearner(institute);
  const orders = await Promise.all([orderCourse(me), orderCourse(me), orderCourse(me)]);
  expect(new Set(orders.map(({ order_id }) => order_id)).size).toBe(1);
  const later = await me.payment.order({ amount: 599900, courseId, batchTime: "3-4", batchType: "week-days" });
  expect(later.order_id).not.toBe(orders[0]?.order_id);
  // The learner pays in the first tab, so the choice of the first tab counts.
  await payAtGateway(institute, orders[0]?.order_id ?? "");
  await settle(institute);
  expect(await me.enrolment.list({})).toMatchObject([{ batchTime: "1-2", batchType: "week-end" }]);
});

test("after a faster webhook, the learner's first confirmation within 15 minutes still sets the batch", async () => {
  institute.mails.length = 0;
  const me = await newLearner(institute, { email: "batch@example.com" });
  const order = await me.payment.order({ amount: 599900, courseId });
  const proof = await payAtGateway(institute, order.order_id);
  await settle(institute);
  expect(await me.enrolment.list({})).toMatchObject([{ batchTime: "9-10", batchType: "week-days" }]);
  const buy = (batchTime: "3-4" | "1-2") =>
    me.enrolment.buy({ courseId, ...proof, batchTime, batchType: "week-end", query: "Is there a book?" });
  expect(await buy("3-4")).toMatchObject({ isPurchased: true, error: null });
  await buy("1-2");
  await settle(institute);
  expect(await me.enrolment.list({})).toMatchObject([{ batchTime: "3-4", batchType: "week-end" }]);
  const [row] = await institute.db
    .select({ query: purchase.query })
    .from(purchase)
    .innerJoin(paymentOrder, eq(paymentOrder.id, purchase.orderId))
    .where(eq(paymentOrder.providerOrderId, order.order_id));
  expect(row?.query).toBe("Is there a book?");
  const sent = institute.mails.filter(({ to, subject }) => to === "batch@example.com" && subject.includes("confirmed"));
  expect(sent.map(({ text }) => /enrolled in SQL, (.*?)\. /.exec(text)?.[1])).toEqual([
    "9:00 to 10:00 AM, weekdays",
    "3:00 to 5:00 PM, weekends",
  ]);

  const late = await newLearner(institute);
  const second = await orderCourse(late);
  const proofOfLate = await payAtGateway(institute, second.order_id);
  await settle(institute);
  institute.setNow(new Date(testDay.getTime() + 16 * 60_000));
  await late.enrolment.buy({ courseId, ...proofOfLate, batchTime: "3-4", batchType: "week-days" });
  institute.setNow(testDay);
  expect(await late.enrolment.list({})).toMatchObject([{ batchTime: "1-2", batchType: "week-end" }]);
});

test("a confirmation job that runs again after a crash sends no second mail", async () => {
  institute.mails.length = 0;
  const me = await newLearner(institute, { email: "once@example.com" });
  const order = await orderCourse(me);
  await me.enrolment.buy({ courseId, ...(await payAtGateway(institute, order.order_id)) });
  const [mine] = await me.enrolment.list({});
  await institute.runJobs();
  await enqueue(institute.db, confirmPurchase, { purchaseId: mine?._id ?? "" });
  await institute.runJobs();
  expect(
    institute.mails.filter(({ to, subject }) => to === "once@example.com" && /confirmed/.test(subject)),
  ).toHaveLength(1);
});

test("a learner who has paid gets the course when checking or ordering, and is not asked to pay again", async () => {
  for (const ask of ["check", "order"]) {
    const me = await newLearner(institute);
    const { order_id } = await orderCourse(me);
    await deliverWebhook(institute, order_id, { id: `pay_waiting${ask}` });
    // The webhook is stored, but the job that fulfils the order has not run.
    const asked =
      ask === "check"
        ? me.enrolment.buy({ courseId, isCheck: true })
        : me.payment.order({ amount: 599900, courseId, batchTime: "3-4", batchType: "week-days" });
    if (ask === "check") expect(await asked).toMatchObject({ isPurchased: true });
    else await expect(asked).rejects.toMatchObject({ code: "ALREADY_PURCHASED", status: 409 });
    expect(await me.enrolment.list({})).toMatchObject([{ batchTime: "1-2" }]);
    await settle(institute);
    expect(await purchasesOf(me)).toEqual([courseId]);
  }
});

test("a learner cannot order a course twice", async () => {
  const me = await newLearner(institute);
  const order = await orderCourse(me);
  await me.enrolment.buy({ courseId, ...(await payAtGateway(institute, order.order_id)) });
  await expect(orderCourse(me)).rejects.toMatchObject({
    code: "ALREADY_PURCHASED",
    message: "You have purchased this course already.",
  });
});

test("a learner who paid before the course became free gets it as paid, with an invoice", async () => {
  const me = await newLearner(institute);
  const order = await orderCourse(me, "react");
  const proof = await payAtGateway(institute, order.order_id);
  const [{ priceInPaise = 0 } = {}] = await institute.db.select().from(course).where(eq(course.courseId, "react"));
  await institute.db.update(course).set({ priceInPaise: 0 }).where(eq(course.courseId, "react"));
  expect(await me.enrolment.buy({ courseId: "react", ...proof })).toMatchObject({ isPurchased: true, error: null });
  await settle(institute);
  await institute.db.update(course).set({ priceInPaise }).where(eq(course.courseId, "react"));
  expect(await me.enrolment.list({})).toMatchObject([
    { amount: priceInPaise / 100, invoiceNumber: expect.any(String) },
  ]);
  expect(
    await institute.db.$count(
      paymentOrder,
      and(eq(paymentOrder.providerOrderId, order.order_id), eq(paymentOrder.state, "spent")),
    ),
  ).toBe(1);
});

test("a learner who pays for a course a second time gets an explanation", async () => {
  const me = await newLearner(institute);
  const first = await orderCourse(me);
  const second = await me.payment.order({ amount: 599900, courseId, batchTime: "3-4", batchType: "week-days" });
  await me.enrolment.buy({ courseId, ...(await payAtGateway(institute, first.order_id)) });
  const proof = await payAtGateway(institute, second.order_id);
  expect(await me.enrolment.buy({ courseId, ...proof })).toEqual({
    isPurchased: true,
    error: expect.stringMatching(/^You already have this course, .* second payment .* call us: \+91/),
  });
});

test("an institute without a GSTIN issues a receipt, in the list and in the mail", async () => {
  const [row] = await institute.db.select().from(instituteTable);
  const profile = row?.profile as Institute;
  await institute.db.update(instituteTable).set({ profile: { ...profile, gstin: null } });
  institute.mails.length = 0;
  const me = await newLearner(institute, { email: "receipt@example.com" });
  const order = await orderCourse(me);
  await me.enrolment.buy({ courseId, ...(await payAtGateway(institute, order.order_id)) });
  await settle(institute);
  await institute.db.update(instituteTable).set({ profile });
  expect(await me.enrolment.list({})).toMatchObject([{ isReceipt: true }]);
  const mail = institute.mails.find(({ to, subject }) => to === "receipt@example.com" && /confirmed/.test(subject));
  expect(mail?.text).toMatch(/Receipt SA\/\S+ is attached/);
});

const lut = { arn: "AD340426000123X", validUntil: testDay.toISOString().slice(0, 10) };
const abroad = { country: "France" };
const allOfIt = { lines: [{ amountInPaise: 599_900 }], tax: { ratePercent: 0, igstInPaise: 0, cgstInPaise: 0 } };

test.each([
  ["exempt courses get a bill of supply", { gstScheme: "exempt" }, {}, { scheme: "exempt", ...allOfIt }],
  [
    ...(["a composition taxable person issues a bill of supply", { gstScheme: "composition", lut }] as const),
    ...([{ state: "Kerala" }, { scheme: "composition", ...allOfIt }] as const),
  ],
  ["an export under a letter of undertaking has no tax", { lut }, abroad, { exported: { lut: lut.arn }, ...allOfIt }],
  [
    ...(["after its last day an export has IGST", { lut: { ...lut, validUntil: "2026-03-31" } }, abroad] as const),
    { exported: { lut: null }, tax: { ratePercent: 18, igstInPaise: 91_510 } },
  ],
  ["an export without such a letter has IGST", {}, abroad, { exported: { lut: null }, tax: { igstInPaise: 91_510 } }],
  ["a letter of undertaking changes nothing in India", { lut }, {}, { tax: { ratePercent: 18, cgstInPaise: 45_755 } }],
])("%s", async (_, settings, home, content) => {
  const [row] = await institute.db.select().from(instituteTable);
  const profile = row?.profile as Institute;
  await institute.db.update(instituteTable).set({ profile: { ...profile, ...settings } as Institute });
  const me = await newLearner(institute, home);
  const { _id: learnerId } = await me.account.read({});
  const order = await orderCourse(me);
  await me.enrolment.buy({ courseId, ...(await payAtGateway(institute, order.order_id)) });
  await settle(institute);
  await institute.db.update(instituteTable).set({ profile });
  const [issued] = await institute.db.select().from(invoice).where(eq(invoice.learnerId, learnerId));
  expect(issued?.content).toMatchObject({ totalInPaise: 599_900, ...content });
});

test("a missing, forged or foreign proof buys no course", async () => {
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

test("a payment is spent once: the same proof buys no other course", async () => {
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

test("an authorized payment buys no course before it is captured", async () => {
  const me = await newLearner(institute);
  const order = await orderCourse(me);
  const proof = await payAtGateway(institute, order.order_id, { outcome: "authorized" });
  await expect(me.enrolment.buy({ courseId, ...proof })).rejects.toMatchObject({ code: "PAYMENT_PENDING" });
  await settle(institute);
  expect(await purchasesOf(me)).toEqual([]);
});

test("after a failed payment the same order can still be paid", async () => {
  const me = await newLearner(institute);
  const order = await orderCourse(me);
  await payAtGateway(institute, order.order_id, { outcome: "payment_failed" });
  await settle(institute);
  expect((await orderCourse(me)).order_id).toBe(order.order_id);
  const proof = await payAtGateway(institute, order.order_id, { method: "card" });
  await me.enrolment.buy({ courseId, ...proof });
  expect(await me.enrolment.list({})).toMatchObject([{ paidVia: "Card" }]);
});

test("an order with a wrong amount is refused", async () => {
  const me = await newLearner(institute);
  for (const amount of [0, 100, 599899, 599901])
    await expect(me.payment.order({ amount, courseId })).rejects.toMatchObject({ code: "WRONG_AMOUNT" });
  await expect(institute.visitor().payment.order({ amount: 599900, courseId })).rejects.toMatchObject({
    code: "NOT_SIGNED_IN",
  });
  await expect(me.payment.order({ amount: 599900, courseId: "cobol" })).rejects.toMatchObject({ status: 404 });
});

test("an order without a course buys only a course of exactly that price", async () => {
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

test("a payment for a course that the learner already has is flagged for staff", async () => {
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

test("a learner gets a free course once, without a payment", async () => {
  await institute.db.update(course).set({ priceInPaise: 0 }).where(eq(course.courseId, "angular"));
  const me = await newLearner(institute);
  const answers = await Promise.all([1, 2, 3].map(() => me.enrolment.buy({ courseId: "angular" })));
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
  expect(await me.enrolment.list({})).toMatchObject([{ paidVia: "Free", amount: 0, invoiceNumber: null }]);
});

test("a webhook without a valid signature is refused and changes nothing", async () => {
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

test("an invoice stays when the learner deletes the account", async () => {
  const before = await institute.db.$count(invoice);
  const me = await newLearner(institute);
  const order = await orderCourse(me);
  await me.enrolment.buy({ courseId, ...(await payAtGateway(institute, order.order_id)) });
  const { ticketFor } = await import("../../test/learner.ts");
  await me.account.remove({ ticket: await ticketFor(institute, me.mobileNumber) });
  await expect(me.enrolment.list({})).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
  expect(await institute.db.$count(invoice)).toBe(before + 1);
});
