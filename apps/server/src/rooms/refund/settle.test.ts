import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { course } from "../../db/tables/course.ts";
import { invoice } from "../../db/tables/enrolment.ts";
import { payment, paymentOrder } from "../../db/tables/payment.ts";
import { creditNote } from "../../db/tables/refund.ts";
import { cashDrawer, cashMove } from "../../db/tables/sale.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { deliverWebhook, orderCourse, payAtGateway, settle } from "../../test/paying.ts";
import { ask, buyer, idOf, letProviderFinish, openFlags } from "../../test/refunding.ts";
import { newStaff } from "../../test/staff.ts";
import { enrolPaid } from "../enrolment/fulfil.ts";
import { takeAtDesk } from "../payment/desk.ts";

const institute = await testInstitute();
const { db } = institute;
const owner = await newStaff(institute, ["owner"]);
const accountant = await newStaff(institute, ["accountant"]);
const desk = await newStaff(institute, ["front desk"]);

beforeEach(() => {
  institute.setNow(testDay);
  institute.mails.length = 0;
});

/** A learner whose order got another amount than it asked for. */
async function paidWrongly(amount = 500_000) {
  const who = await newLearner(institute);
  const { order_id } = await orderCourse(who);
  await deliverWebhook(institute, order_id, { amount });
  await institute.runJobs();
  const orderId = await idOf(institute, order_id);
  const [flag] = await openFlags(institute, orderId);
  return { who, orderId, flagId: flag?.id ?? "" };
}

/** A learner whose order was paid twice. */
async function paidTwice() {
  const bought = await buyer(institute);
  const second = `pay_${randomUUID().replaceAll("-", "")}`;
  await deliverWebhook(institute, bought.providerOrderId, { id: second });
  await institute.runJobs();
  const [flag] = await openFlags(institute, bought.orderId);
  return { ...bought, second, flagId: flag?.id ?? "" };
}

const factsOf = async (flagId: string) => (await owner.refund.waiting({})).flags.find((one) => one.flagId === flagId);

test("accepting another amount enrols the learner, with an invoice over what was paid", async () => {
  const { who, orderId, flagId } = await paidWrongly();
  expect(await factsOf(flagId)).toMatchObject({
    ...{ orderedInPaise: 599_900, paidInPaise: 500_000, actions: ["refund", "attach", "accept"], isDelivered: false },
  });
  const settleIt = () => accountant.refund.settle({ flagId, decision: "accept", note: "Agreed on the phone" });
  expect(await owner.refund.read({ orderId })).toMatchObject({ isToSettle: true });
  const both = await Promise.allSettled([settleIt(), settleIt()]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(settleIt()).rejects.toMatchObject({ code: "FLAG_SETTLED" });
  await institute.runJobs();
  expect(await who.enrolment.list({})).toMatchObject([{ status: "Completed", amount: 5000 }]);
  const { flags, papers, timeline, isToSettle } = await owner.refund.read({ orderId });
  expect(isToSettle).toBe(false);
  expect(papers).toMatchObject([{ kind: "invoice", amountInPaise: 500_000 }]);
  expect(flags).toMatchObject([{ decision: "accept", note: "Agreed on the phone", settledBy: "Meera Krishnan" }]);
  expect(timeline.map(({ text }) => text)).toContain("Settled: accept");
});

test("of two payments for one order, the one that staff give a learner is the one in the invoice", async () => {
  const { orderId } = await paidWrongly();
  const [order] = await db.select().from(paymentOrder).where(eq(paymentOrder.id, orderId));
  const second = `pay_zz${randomUUID().replaceAll("-", "")}`;
  await deliverWebhook(institute, order?.providerOrderId ?? "", { id: second, amount: 500_000 });
  await institute.runJobs();
  const flags = await openFlags(institute, orderId);
  const flagOfSecond = flags.find(({ providerPaymentId }) => providerPaymentId === second)?.id ?? "";
  const flagOfFirst = flags.find(({ providerPaymentId }) => providerPaymentId !== second)?.id ?? "";
  const { mobileNumber: number } = await newLearner(institute);
  const attached = { decision: "attach", number, courseId: "sql", note: "For a friend" } as const;
  await accountant.refund.settle({ flagId: flagOfSecond, ...attached });
  const { orderId: paidOrder } =
    (await db.select().from(payment).where(eq(payment.providerPaymentId, second)))[0] ?? {};
  const { papers } = await owner.refund.read({ orderId: paidOrder ?? "" });
  expect(papers).toMatchObject([{ kind: "invoice", amountInPaise: 500_000 }]);
  const billed = await db
    .select()
    .from(invoice)
    .where(eq(invoice.orderId, paidOrder ?? ""));
  expect(billed.map(({ content }) => content.payment)).toMatchObject([{ reference: second }]);
  expect((await openFlags(institute, orderId)).map(({ id }) => id)).toEqual([flagOfFirst]);
});

test("money without a buyer is attached to a learner and a course", async () => {
  const { flagId } = await paidWrongly();
  const who = await newLearner(institute);
  const attach = (more: object) =>
    accountant.refund.settle({ flagId, decision: "attach", note: "Paid by the father", ...more });
  await expect(attach({ number: "9111111111", courseId: "sql" })).rejects.toMatchObject({
    fields: { number: "No learner has this number" },
  });
  await expect(attach({ number: who.mobileNumber, courseId: "no-such" })).rejects.toMatchObject({
    fields: { courseId: "Choose a course from the list" },
  });
  await attach({ number: who.mobileNumber, courseId: "sql" });
  await institute.runJobs();
  expect(await who.enrolment.list({})).toMatchObject([{ status: "Completed", amount: 5000 }]);
});

test("a second payment buys another course, but not one that the learner has", async () => {
  const { who, orderId, flagId } = await paidTwice();
  expect(await factsOf(flagId)).toMatchObject({ actions: ["refund", "attach"], isDelivered: true });
  const attach = (courseId: string) =>
    owner.refund.settle({ flagId, decision: "attach", note: "Wants Python too", number: who.mobileNumber, courseId });
  await expect(attach("sql")).rejects.toMatchObject({ fields: { courseId: "This learner has the course already" } });
  expect(await factsOf(flagId)).toBeDefined();
  await attach("python");
  await settle(institute);
  expect((await who.enrolment.list({})).map(({ status }) => status)).toEqual(["Completed", "Completed"]);
  expect(await openFlags(institute, orderId)).toEqual([]);
});

test("a second payment goes back without a credit note: it was never invoiced", async () => {
  const bought = await buyer(institute);
  // A second payment at the gateway itself, so that the gateway can give it back.
  const { flagId, orderId, paymentId, amount } = await secondAtGateway(bought.who);
  const refundIt = (staff: typeof owner) =>
    ask(staff, { orderId, paymentId, amount }, { flagId, endsAccess: false, reason: "Paid twice" });
  await expect(
    ask(owner, { orderId, paymentId, amount: amount - 1000 }, { flagId, endsAccess: false }),
  ).rejects.toMatchObject({ fields: { amountInPaise: expect.stringContaining("give back all of it") } });
  await expect(refundIt(desk)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  const asked = await refundIt(accountant);
  expect(asked.state).toBe("asked");
  expect(await factsOf(flagId)).toBeUndefined();
  await owner.refund.decide({ refundId: asked.refundId, isApproved: false, version: asked.version });
  expect(await factsOf(flagId)).toBeDefined();
  const again = await refundIt(owner);
  await letProviderFinish(institute);
  const { refunds } = await owner.refund.read({ orderId });
  expect(refunds.find(({ refundId }) => refundId === again.refundId)).toMatchObject({
    ...{ state: "done", creditNoteNumber: null },
  });
  expect(await db.$count(creditNote, eq(creditNote.refundId, again.refundId))).toBe(0);
  expect((await bought.who.enrolment.list({})).map(({ status }) => status)).toEqual(["Completed"]);
});

/** Orders a course that the learner has already: made before the first was delivered. */
async function secondAtGateway(who: Awaited<ReturnType<typeof newLearner>>) {
  const order = await institute.deps.payments.createOrder({
    ...{ amount: 599_900, currency: "INR", receipt: randomUUID(), notes: {} },
  });
  const { _id: learnerId } = await who.account.read({});
  const [sql] = await db.select().from(course).where(eq(course.courseId, "sql"));
  const { addOrder, updateOrder } = await import("../payment/queries.ts");
  const added = await addOrder(db, {
    ...{ learnerId, kind: "course", itemId: sql?.id ?? "", amountInPaise: 599_900, details: {}, createdAt: testDay },
  });
  await updateOrder(db, { id: added.id, providerOrderId: order.id });
  const { razorpay_payment_id: paymentId } = await payAtGateway(institute, order.id);
  await settle(institute);
  const [flag] = await openFlags(institute, added.id);
  return { flagId: flag?.id ?? "", orderId: added.id, paymentId, amount: 599_900 };
}

test("an order that is paid but not delivered buys nothing while its refund waits, and does so when that is refused", async () => {
  const who = await newLearner(institute);
  const { order_id, amount } = await orderCourse(who);
  const { razorpay_payment_id: paymentId } = await payAtGateway(institute, order_id);
  await institute.gateway.settled();
  const orderId = await idOf(institute, order_id);
  const asked = await ask(desk, { orderId, paymentId, amount }, { endsAccess: false });
  await settle(institute);
  expect(await who.enrolment.list({})).toEqual([]);
  await owner.refund.decide({ refundId: asked.refundId, isApproved: false, version: asked.version });
  await settle(institute);
  expect(await who.enrolment.list({})).toMatchObject([{ status: "Completed" }]);
});

test("staff without the right settle nothing, and an unknown task is refused", async () => {
  const { flagId } = await paidWrongly();
  await expect(desk.refund.settle({ flagId, decision: "accept", note: "x" })).rejects.toMatchObject({
    code: "NOT_ALLOWED",
  });
  await expect(owner.refund.settle({ flagId: randomUUID(), decision: "accept", note: "x" })).rejects.toMatchObject({
    code: "UNKNOWN_FLAG",
  });
});

test("what was paid at the desk goes back at the desk, and cash comes out of the open drawer", async () => {
  const who = await newLearner(institute);
  const { _id: learnerId } = await who.account.read({});
  const [sold] = await db.select().from(course).where(eq(course.courseId, "sql"));
  const taken = await db.transaction(async (tx) => {
    const { order, providerPaymentId } = await takeAtDesk(tx, {
      ...{ learnerId, kind: "course", itemId: sold?.id ?? "", amountInPaise: 599_900, details: {} },
      ...{ method: "cash", reference: "", staffId: desk.person.id, attemptId: randomUUID(), now: testDay },
    });
    await enrolPaid(tx, order, testDay);
    return { orderId: order.id, paymentId: providerPaymentId, amount: 599_900 };
  });
  await institute.runJobs();
  await expect(ask(owner, taken)).rejects.toMatchObject({ fields: { way: expect.any(String) } });
  const asked = await ask(owner, taken, { way: "cash" });
  const give = () => desk.refund.give({ refundId: asked.refundId, version: asked.version });
  await expect(give()).rejects.toMatchObject({ code: "NO_OPEN_DRAWER" });
  const [old] = await db
    .insert(cashDrawer)
    .values({ desk: "Front desk", day: "2026-11-14", openingInPaise: 1_000_000, openedAt: testDay })
    .returning();
  const from = (drawerId = "") =>
    desk.refund.give({ refundId: asked.refundId, version: asked.version, ...(drawerId ? { drawerId } : {}) });
  for (const named of ["", old?.id]) await expect(from(named)).rejects.toMatchObject({ code: "DRAWER_STILL_OPEN" });
  expect((await owner.refund.waiting({})).drawers).toEqual([]);
  await desk.sale.closeDrawer({ drawerId: old?.id ?? "", countedInPaise: 1_000_000 });
  const { drawerId } = await desk.sale.openDrawer({ desk: "Front desk", countedInPaise: 599_899 });
  expect((await owner.refund.waiting({})).drawers).toEqual([{ drawerId, desk: "Front desk" }]);
  // Nobody gives what is not there.
  await expect(give()).rejects.toMatchObject({
    fields: { drawerId: "Only ₹5,998.99 is in the drawer of Front desk" },
  });
  const attemptId = randomUUID();
  await desk.sale.moveCash({ drawerId, amountInPaise: 1, reason: "A paisa that was found", attemptId });
  expect(await give()).toMatchObject({ state: "done", creditNoteNumber: expect.stringMatching(/^CN/) });
  await expect(give()).rejects.toMatchObject({ code: "CHANGED_MEANWHILE" });
  const moves = await db.select().from(cashMove).where(eq(cashMove.drawerId, drawerId)).orderBy(cashMove.amountInPaise);
  expect(moves).toMatchObject([{ amountInPaise: -599_900, by: desk.person.id }, { amountInPaise: 1 }]);
  expect(await who.enrolment.list({})).toMatchObject([{ status: "Refunded" }]);
});
