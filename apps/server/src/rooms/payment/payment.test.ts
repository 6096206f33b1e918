import { randomUUID } from "node:crypto";
import { eq, like, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { notification } from "../../db/tables/notification.ts";
import { payment, paymentFlag, paymentOrder, webhookEvent } from "../../db/tables/payment.ts";
import { listPayments, saveEntity } from "../../gateway/records.ts";
import { tidyHouse } from "../../house.ts";
import { enqueue } from "../../jobs/queue.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner, ticketFor } from "../../test/learner.ts";
import { deliverWebhook, orderCourse, payAtGateway, settle } from "../../test/paying.ts";
import { reportFlag } from "./jobs.ts";
import { lockOrder } from "./queries.ts";
import { reconcile } from "./settle.ts";

const institute = await testInstitute();
const courseId = "sql";
const noFaults = { late: 0, twice: false, reordered: false, dropped: false };
const staffMails = () => institute.mails.filter(({ subject }) => subject === "A payment needs your decision");
const at = (minutes: number) => institute.setNow(new Date(testDay.getTime() + minutes * 60_000));

beforeEach(() => {
  institute.setNow(testDay);
  institute.gateway.setDeliveryFaults(noFaults);
  institute.mails.length = 0;
});

async function findOrder(providerOrderId: string) {
  const [found] = await institute.db
    .select()
    .from(paymentOrder)
    .where(eq(paymentOrder.providerOrderId, providerOrderId));
  if (!found) throw new Error("no such order");
  return found;
}

/** Pays while the gateway drops its webhooks. */
async function payWithoutWebhook(who: Awaited<ReturnType<typeof newLearner>>, outcome = "captured") {
  institute.gateway.setDeliveryFaults({ ...noFaults, dropped: true });
  const order = await orderCourse(who);
  const proof = await payAtGateway(institute, order.order_id, { outcome });
  institute.gateway.setDeliveryFaults(noFaults);
  return { ...order, proof };
}

/** Adds orders that the provider does not know, so every check fails. */
async function addBroken(count: number, { itemId }: { itemId: string | null }) {
  const name = itemId ? "broken" : "nameless";
  const kind = itemId && "course";
  await institute.db.execute(sql`
    insert into payment_order (provider_order_id, kind, item_id, amount_in_paise, currency, state, created_at, next_check_at)
    select 'order_' || ${name} || n, ${kind}, ${itemId}::uuid, 599900, 'INR', 'created', ${testDay.toISOString()}::timestamptz,
      ${testDay.toISOString()}::timestamptz + n * interval '1 second'
    from generate_series(1, ${count}) n`);
}

test("orders that always fail at the provider do not block others, and are checked less and less often", async () => {
  await addBroken(230, { itemId: randomUUID() });
  await addBroken(150, { itemId: null });
  const me = await newLearner(institute);
  await payWithoutWebhook(me);
  at(11);
  await reconcile(institute.deps);
  await institute.runJobs();
  expect(await me.enrolment.list({})).toMatchObject([{ course: { courseId } }]);
  const ordersOf = (name: string) =>
    institute.db
      .select()
      .from(paymentOrder)
      .where(like(paymentOrder.providerOrderId, `order_${name}%`));
  const broken = await ordersOf("broken");
  expect(new Set(broken.map(({ checks }) => checks))).toEqual(new Set([1]));
  expect(broken[0]?.nextCheckAt).toEqual(new Date(testDay.getTime() + 41 * 60_000));
  // Anybody can place orders without an item, so one run checks only some of them.
  expect((await ordersOf("nameless")).filter(({ checks }) => checks === 1)).toHaveLength(20);
  await institute.db.update(paymentOrder).set({ nextCheckAt: null });
});

test("the last check is repeated when the provider does not answer, and ends the schedule when it does", async () => {
  const me = await newLearner(institute);
  const order = await orderCourse(me);
  const { id } = await findOrder(order.order_id);
  const last = { checks: 6, nextCheckAt: testDay };
  await institute.db
    .update(paymentOrder)
    .set({ ...last, providerOrderId: "order_lost" })
    .where(eq(paymentOrder.id, id));
  await reconcile(institute.deps);
  expect((await findOrder("order_lost")).nextCheckAt).toEqual(new Date(testDay.getTime() + 4 * 86_400_000));
  await institute.db
    .update(paymentOrder)
    .set({ ...last, providerOrderId: order.order_id })
    .where(eq(paymentOrder.id, id));
  await reconcile(institute.deps);
  expect(await findOrder(order.order_id)).toMatchObject({ checks: 7, nextCheckAt: null, state: "created" });
});

test("repeated confirmations by a browser do not use up the scheduled checks", async () => {
  const me = await newLearner(institute);
  const { order_id, proof } = await payWithoutWebhook(me, "authorized");
  for (let n = 0; n < 8; n++)
    await expect(me.enrolment.buy({ courseId, ...proof })).rejects.toMatchObject({ code: "PAYMENT_PENDING" });
  expect(await findOrder(order_id)).toMatchObject({ checks: 0, nextCheckAt: expect.any(Date) });
});

test("a locked order makes a second transaction wait", async () => {
  const { order_id } = await orderCourse(await newLearner(institute));
  await institute.db.transaction(async (tx) => {
    await lockOrder(tx, order_id);
    const other = institute.db.transaction(async (second) => {
      await second.execute("set local lock_timeout = '200ms'");
      await lockOrder(second, order_id);
    });
    await expect(other).rejects.toMatchObject({ cause: { code: "55P03" } });
  });
});

test("a payment with a wrong currency or amount is reported to staff; a correct payment still buys the course", async () => {
  const me = await newLearner(institute, { firstName: "Meena", email: "meena@example.com" });
  const { order_id } = await orderCourse(me);
  expect(await deliverWebhook(institute, order_id, { id: "pay_dollars", currency: "USD" })).toBe(200);
  expect(await deliverWebhook(institute, order_id, { id: "pay_little", amount: 100 })).toBe(200);
  await settle(institute);
  expect((await findOrder(order_id)).state).toBe("flagged");
  const proof = await payAtGateway(institute, order_id);
  await settle(institute);
  expect(await me.enrolment.buy({ courseId, ...proof })).toMatchObject({ isPurchased: true, error: null });
  expect(await me.enrolment.list({})).toMatchObject([{ course: { courseId } }]);
  expect(staffMails()).toHaveLength(2);
  const text = staffMails().find((mail) => mail.text.includes("pay_little"))?.text;
  for (const word of ["Meena Raman", "meena@example.com", "For: SQL, ₹5,999", "Amount: ₹1", "amount differs"])
    expect(text).toContain(word);
});

test("an order that is paid twice is flagged once, and staff and payer are notified once", async () => {
  const me = await newLearner(institute, { email: "twice@example.com" });
  const { _id: learnerId } = await me.account.read({});
  const { order_id } = await orderCourse(me);
  const proof = await payAtGateway(institute, order_id);
  await me.enrolment.buy({ courseId, ...proof });
  for (let n = 0; n < 3; n++) await deliverWebhook(institute, order_id, { id: "pay_again" });
  await settle(institute);
  const { id } = await findOrder(order_id);
  const flags = await institute.db.select().from(paymentFlag).where(eq(paymentFlag.orderId, id));
  expect(flags).toMatchObject([{ reason: "for an order that was paid before", providerPaymentId: "pay_again" }]);
  // The job runs again, as after a crash before its row was deleted.
  await enqueue(institute.db, reportFlag, {
    providerOrderId: order_id,
    providerPaymentId: "pay_again",
    reason: "for an order that was paid before",
  });
  await institute.runJobs();
  expect(staffMails()).toHaveLength(1);
  const sent = institute.mails.filter(({ to, subject }) => to === "twice@example.com" && subject.includes("checking"));
  expect(sent).toMatchObject([{ text: expect.stringContaining("pay_again") }]);
  const notes = await institute.db.select().from(notification).where(eq(notification.learnerId, learnerId));
  expect(notes.filter(({ title }) => title === "We are checking your payment")).toHaveLength(1);
});

test("a second payment without a webhook is found a day later, and then the order is not checked again", async () => {
  const me = await newLearner(institute);
  const { order_id, proof } = await payWithoutWebhook(me);
  await me.enrolment.buy({ courseId, ...proof });
  const [first] = await listPayments(institute.db, order_id);
  if (first) await saveEntity(institute.db, { ...first, id: `${first.id}again` });
  at(25 * 60);
  await reconcile(institute.deps);
  await institute.runJobs();
  expect(staffMails()).toMatchObject([{ text: expect.stringContaining(`${first?.id}again`) }]);
  expect(await findOrder(order_id)).toMatchObject({ state: "spent", nextCheckAt: null });
});

test("a payment for a deleted account is flagged, and another learner with the proof gets an explanation but no course", async () => {
  const me = await newLearner(institute);
  const { order_id, proof } = await payWithoutWebhook(me);
  await me.account.remove({ ticket: await ticketFor(institute, me.mobileNumber) });
  at(11);
  await reconcile(institute.deps);
  await institute.runJobs();
  expect((await findOrder(order_id)).state).toBe("flagged");
  expect(staffMails()).toMatchObject([
    { text: expect.stringMatching(/Payer: not known[\s\S]*for an unknown buyer or item/) },
  ]);
  const stranger = await newLearner(institute);
  expect(await stranger.enrolment.buy({ courseId, ...proof })).toEqual({
    isPurchased: false,
    error: expect.stringMatching(/^We have received your payment, but .*Our staff will write to you.*call us: \+91/),
  });
  expect(await stranger.enrolment.list({})).toEqual([]);
});

test("a spent payment buys nothing for another learner", async () => {
  const me = await newLearner(institute);
  const { order_id } = await orderCourse(me);
  const proof = await payAtGateway(institute, order_id);
  await me.enrolment.buy({ courseId, ...proof });
  await me.account.remove({ ticket: await ticketFor(institute, me.mobileNumber) });
  const stranger = await newLearner(institute);
  await expect(stranger.enrolment.buy({ courseId, ...proof })).rejects.toMatchObject({ code: "PAYMENT_SPENT" });
});

test("a claim whose process died is removed after an hour; orders at the provider stay", async () => {
  const me = await newLearner(institute);
  const { order_id } = await orderCourse(me);
  const claim = (minutes: number) =>
    institute.db.insert(paymentOrder).values({
      providerOrderId: `claimed:${minutes}`,
      amountInPaise: 100,
      currency: "INR",
      state: "created",
      createdAt: new Date(testDay.getTime() - minutes * 60_000),
    });
  for (const minutes of [10, 70]) await claim(minutes);
  institute.setNow(testDay);
  await enqueue(institute.db, tidyHouse, {});
  await institute.runJobs();
  const left = await institute.db.select({ id: paymentOrder.providerOrderId }).from(paymentOrder);
  expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining([order_id, "claimed:10"]));
  expect(left.map(({ id }) => id)).not.toContain("claimed:70");
  await institute.db.delete(paymentOrder).where(eq(paymentOrder.providerOrderId, "claimed:10"));
});

test("when the provider does not answer, no order is stored and the next click works", async () => {
  const me = await newLearner(institute);
  const { payments } = institute.deps;
  const { createOrder } = payments;
  const before = await institute.db.$count(paymentOrder);
  payments.createOrder = async () => Promise.reject(new Error("no answer"));
  await expect(orderCourse(me)).rejects.toMatchObject({ code: "NO_PROVIDER", status: 502 });
  payments.createOrder = createOrder;
  expect(await institute.db.$count(paymentOrder)).toBe(before);
  expect((await orderCourse(me)).order_id).toMatch(/^order_/);
});

test.each([
  ["a huge amount", { amount: 99_999_999_999 }],
  ["an amount as a string", { amount: "599900" }],
  ["a fraction of a paisa", { amount: 599900.5 }],
  ["an invalid currency", { currency: "₹" }],
])("a payment event with %s is stored with its raw body, and staff are notified once", async (_, fields) => {
  institute.logged.length = 0;
  const { order_id } = await orderCourse(await newLearner(institute));
  const eventId = randomUUID();
  expect(await deliverWebhook(institute, order_id, { ...fields, eventId })).toBe(200);
  await institute.runJobs();
  expect(await deliverWebhook(institute, order_id, { ...fields, eventId })).toBe(200);
  await institute.runJobs();
  const [stored] = await institute.db.select().from(webhookEvent).where(eq(webhookEvent.eventId, eventId));
  expect(stored?.body).toContain(order_id);
  expect(
    institute.mails.filter(({ subject }) => subject === "Please check a payment with the payment provider"),
  ).toHaveLength(1);
  expect(institute.logged.filter(({ msg }) => msg === "unreadable payment event")).toHaveLength(1);
  expect((await findOrder(order_id)).state).toBe("created");
});

test("a payment is accepted even if its method contains characters that PostgreSQL cannot store", async () => {
  const me = await newLearner(institute);
  const { order_id } = await orderCourse(me);
  expect(await deliverWebhook(institute, order_id, { id: "pay_odd", method: "u\0pi" })).toBe(200);
  await settle(institute);
  expect(await me.enrolment.list({})).toMatchObject([{ paidVia: "UPI" }]);
  expect((await institute.db.select().from(payment).where(eq(payment.providerPaymentId, "pay_odd")))[0]?.method).toBe(
    "upi",
  );
});
