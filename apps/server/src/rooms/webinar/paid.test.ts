import { maxSeatHoldsPerHour } from "@shoreline/domain/webinar";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { invoice } from "../../db/tables/enrolment.ts";
import { paymentFlag, paymentOrder } from "../../db/tables/payment.ts";
import { seatHold, webinar, webinarSeat } from "../../db/tables/webinar.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { payAtGateway, settle } from "../../test/paying.ts";
import { newRegistrant, newWebinar } from "../../test/webinars.ts";
import { reconcile } from "../payment/settle.ts";
import { sendNotices } from "./notices.ts";

const institute = await testInstitute();
const { db } = institute;
const minute = 60_000;
const amount = 49_900;
const paid = (values: Parameters<typeof newWebinar>[1] = {}) =>
  newWebinar(institute, { priceInPaise: amount, hoursAhead: 48, ...values });
const seatsOf = (id: string) => db.select().from(webinarSeat).where(eq(webinarSeat.webinarId, id));
type Person = ReturnType<typeof newRegistrant>;
const orderSeat = (webinarId: string, who: Person) => institute.visitor().payment.order({ amount, webinarId, ...who });
const orderRow = async (providerOrderId: string) =>
  (await db.select().from(paymentOrder).where(eq(paymentOrder.providerOrderId, providerOrderId)))[0];
const flagsOf = async (providerOrderId: string) =>
  db
    .select()
    .from(paymentFlag)
    .where(eq(paymentFlag.orderId, (await orderRow(providerOrderId))?.id ?? ""));
/** Somebody has paid for a seat in this webinar and got it. */
async function sellSeat(slug: string) {
  const me = newRegistrant();
  const { order_id } = await orderSeat(slug, me);
  await payAtGateway(institute, order_id);
  await settle(institute);
  institute.mails.length = 0;
  return { me, order_id };
}
const noFaults = { late: 0, twice: false, reordered: false, dropped: false };

test("a visitor who orders, pays and registers gets one seat and one confirmation with calendar file and invoice", async () => {
  const { slug, id } = await paid();
  institute.mails.length = 0;
  const me = newRegistrant();
  const order = await orderSeat(slug, me);
  expect(order).toMatchObject({ amount, currency: "INR", order_id: expect.stringMatching(/^order_/) });
  const proof = await payAtGateway(institute, order.order_id);
  const visitor = institute.visitor();
  const [first, second] = await Promise.all([
    visitor.webinar.register({ webinar: slug, ...me, ...proof }),
    visitor.webinar.register({ webinar: slug, ...me, ...proof }),
    settle(institute),
  ]);
  expect(first).toMatchObject({ userId: expect.stringMatching(/^[\w-]{22}$/) });
  expect(second).toEqual(first);
  await settle(institute);
  expect(await seatsOf(id)).toMatchObject([{ email: me.email, joinId: first.userId }]);
  expect((await orderRow(order.order_id))?.state).toBe("spent");
  const mine = institute.mails.filter(({ to }) => to === me.email);
  expect(mine).toHaveLength(1);
  expect(mine[0]?.attachments?.map(({ type }) => type)).toEqual(["text/calendar", "application/pdf"]);
  const [issued] = await db.select().from(invoice);
  expect(issued?.content).toMatchObject({
    buyer: { name: me.username, email: me.email },
    lines: [{ description: "Webinar: Your first API" }],
    totalInPaise: amount,
  });
});

test("a visitor who closes the browser after paying gets the seat through the webhook", async () => {
  institute.gateway.setDeliveryFaults({ ...noFaults, twice: true, reordered: true });
  const { slug, id } = await paid();
  const me = newRegistrant();
  await payAtGateway(institute, (await orderSeat(slug, me)).order_id);
  await settle(institute);
  institute.gateway.setDeliveryFaults(noFaults);
  expect(await seatsOf(id)).toMatchObject([{ ...me }]);
});

test("without browser and webhook, reconciliation finds the payment", async () => {
  institute.gateway.setDeliveryFaults({ ...noFaults, dropped: true });
  const { slug, id } = await paid();
  await payAtGateway(institute, (await orderSeat(slug, newRegistrant())).order_id);
  await settle(institute);
  expect(await seatsOf(id)).toEqual([]);
  institute.setNow(new Date(testDay.getTime() + 11 * minute));
  await reconcile(institute.deps);
  await institute.runJobs();
  institute.setNow(testDay);
  institute.gateway.setDeliveryFaults(noFaults);
  expect(await seatsOf(id)).toHaveLength(1);
});

test("a missing, forged or foreign proof gives no seat", async () => {
  const [{ slug, id }, other] = [await paid(), await paid()];
  const me = newRegistrant();
  const visitor = institute.visitor();
  const take = (proof: object, change: object = {}) =>
    visitor.webinar.register({ webinar: slug, ...me, ...proof, ...change });
  await expect(take({})).rejects.toMatchObject({ status: 402 });
  for (const wrong of [0, 100, amount - 1, amount + 1])
    await expect(visitor.payment.order({ amount: wrong, webinarId: slug, ...me })).rejects.toMatchObject({
      code: "WRONG_AMOUNT",
    });
  expect(await db.$count(seatHold, eq(seatHold.webinarId, id))).toBe(0);
  const order = await orderSeat(slug, me);
  const forged = {
    razorpay_order_id: order.order_id,
    razorpay_payment_id: "pay_IH4NVgf4Dreq1l",
    razorpay_signature: "0".repeat(64),
  };
  await expect(take(forged)).rejects.toMatchObject({ status: 402 });
  const proof = await payAtGateway(institute, order.order_id);
  await expect(take(proof, { webinar: other.slug })).rejects.toMatchObject({ status: 402 });
  await expect(take(proof, { email: "thief@example.com" })).rejects.toMatchObject({ status: 402 });
  await expect(take({ ...proof, razorpay_signature: "é".repeat(32) })).rejects.toMatchObject({ status: 402 });
  expect([...(await seatsOf(id)), ...(await seatsOf(other.id))]).toEqual([]);
  // Another name with the right proof changes nothing: the registrant of the order gets the seat.
  await take(proof, { username: "Somebody Else", mobileNumber: "9999999999" });
  expect(await seatsOf(id)).toMatchObject([{ ...me }]);
});

test("an order without a registrant, for an unknown webinar or for a free one is refused", async () => {
  const { slug } = await paid();
  const visitor = institute.visitor();
  await expect(visitor.payment.order({ amount, webinarId: slug })).rejects.toMatchObject({
    status: 400,
    fields: { username: "invalid username", email: "invalid email", mobileNumber: "invalid mobileNumber" },
  });
  await expect(orderSeat("no-such", newRegistrant())).rejects.toMatchObject({ code: "UNKNOWN_WEBINAR" });
  const free = await newWebinar(institute);
  await expect(visitor.payment.order({ amount: 0, webinarId: free.slug, ...newRegistrant() })).rejects.toMatchObject({
    code: "WRONG_AMOUNT",
  });
});

test("a cancelled webinar sells no seats, and staff are notified once about each paid seat", async () => {
  const { slug, id } = await paid();
  const { me, order_id } = await sellSeat(slug);
  await db.update(webinar).set({ isComplete: true }).where(eq(webinar.id, id));
  await expect(orderSeat(slug, newRegistrant())).rejects.toMatchObject({ code: "WEBINAR_CANCELLED" });
  for (let n = 0; n < 2; n++) await sendNotices(institute.deps);
  await institute.runJobs();
  expect((await orderRow(order_id))?.state).toBe("spent");
  expect(await flagsOf(order_id)).toMatchObject([{ reason: "for a webinar that was cancelled", isSettled: false }]);
  const staff = institute.mails.filter(({ subject }) => subject === "A payment needs your decision");
  expect(staff).toHaveLength(1);
  expect(staff[0]?.text).toContain("Amount: ₹499\n  For: the webinar Your first API\n");
  const mine = institute.mails.filter(({ to }) => to === me.email);
  expect(mine).toMatchObject([{ subject: "Cancelled: Your first API" }]);
  expect(mine[0]?.text).toContain("We will write to you about your payment.");
});

test("the last seat is held for the first buyer, who can retry after a failed payment", async () => {
  const { slug, id } = await paid({ seats: 1 });
  const people = Array.from({ length: 12 }, () => newRegistrant());
  const orders = await Promise.allSettled(people.map((who) => orderSeat(slug, who)));
  const won = orders.flatMap((one, n) =>
    one.status === "fulfilled" ? [{ order: one.value, who: people[n] as Person }] : [],
  );
  expect(won).toHaveLength(1);
  const [{ order, who }] = won as [(typeof won)[0]];
  for (const one of orders) if (one.status === "rejected") expect(one.reason.code).toBe("WEBINAR_FULL");
  expect((await institute.visitor().webinar.upcoming({ webinarId: slug })).seatsLeft).toBe(0);
  await payAtGateway(institute, order.order_id, { outcome: "payment_failed" });
  await settle(institute);
  expect((await orderSeat(slug, who)).order_id).toBe(order.order_id);
  const proof = await payAtGateway(institute, order.order_id);
  expect(await institute.visitor().webinar.register({ webinar: slug, ...who, ...proof })).toMatchObject({
    userId: expect.any(String),
  });
  expect(await seatsOf(id)).toHaveLength(1);
  expect(await db.$count(seatHold, eq(seatHold.webinarId, id))).toBe(0);
});

test("a cancellation in the last minute before the start still reaches the registrant and staff", async () => {
  const { slug, id, startAt } = await paid();
  await sellSeat(slug);
  await db.update(webinar).set({ isComplete: true }).where(eq(webinar.id, id));
  institute.setNow(new Date(startAt.getTime() + 4 * minute));
  await sendNotices(institute.deps);
  await institute.runJobs();
  institute.setNow(testDay);
  expect(institute.mails.map(({ subject }) => subject).sort()).toEqual([
    "A payment needs your decision",
    "Cancelled: Your first API",
  ]);
});

test("a payment for a webinar that was cancelled meanwhile is flagged with that reason", async () => {
  const { slug, id } = await paid();
  const { order_id } = await orderSeat(slug, newRegistrant());
  await db.update(webinar).set({ isComplete: true }).where(eq(webinar.id, id));
  await payAtGateway(institute, order_id);
  await settle(institute);
  expect(await flagsOf(order_id)).toMatchObject([{ reason: "for a webinar that is cancelled" }]);
});

test("a seat is held for 15 minutes; a later payment gets a free seat, or staff decide if none is left", async () => {
  const { slug, id } = await paid({ seats: 1 });
  const [slow, quick] = [newRegistrant(), newRegistrant()];
  const late = await orderSeat(slug, slow);
  institute.setNow(new Date(testDay.getTime() + 14 * minute));
  await expect(orderSeat(slug, quick)).rejects.toMatchObject({ code: "WEBINAR_FULL" });
  institute.setNow(new Date(testDay.getTime() + 16 * minute));
  const order = await orderSeat(slug, quick);
  await institute
    .visitor()
    .webinar.register({ webinar: slug, ...quick, ...(await payAtGateway(institute, order.order_id)) });
  institute.mails.length = 0;
  const proof = await payAtGateway(institute, late.order_id);
  await expect(institute.visitor().webinar.register({ webinar: slug, ...slow, ...proof })).rejects.toMatchObject({
    code: "SEAT_DOUBTFUL",
  });
  await settle(institute);
  expect(await seatsOf(id)).toMatchObject([{ email: quick.email }]);
  expect((await orderRow(late.order_id))?.state).toBe("flagged");
  expect(await flagsOf(late.order_id)).toMatchObject([{ reason: "for a webinar that is full" }]);
  const staff = institute.mails.filter(({ subject }) => subject === "A payment needs your decision");
  expect(staff).toHaveLength(1);
  expect(staff[0]?.text).toMatch(/For: the webinar .+\n {2}Payer: .+\n[\s\S]*E-mail: .+@/);
  expect(institute.mails.filter(({ subject }) => subject === "We are checking your payment")).toHaveLength(1);

  const roomy = await paid({ seats: 2 });
  institute.setNow(testDay);
  const patient = await orderSeat(roomy.slug, slow);
  institute.setNow(new Date(testDay.getTime() + 40 * minute));
  await payAtGateway(institute, patient.order_id);
  await settle(institute);
  institute.setNow(testDay);
  expect(await seatsOf(roomy.id)).toMatchObject([{ email: slow.email }]);
});

test("a payment for a cancelled webinar is flagged for staff", async () => {
  const { slug, id } = await paid();
  const order = await orderSeat(slug, newRegistrant());
  await db.update(webinar).set({ isComplete: true }).where(eq(webinar.id, id));
  await payAtGateway(institute, order.order_id);
  await settle(institute);
  expect(await seatsOf(id)).toEqual([]);
  expect((await orderRow(order.order_id))?.state).toBe("flagged");
});

test("a payment for a webinar that has become free since still gives the seat", async () => {
  const { slug, id } = await paid();
  const me = newRegistrant();
  const order = await orderSeat(slug, me);
  await db.update(webinar).set({ priceInPaise: 0 }).where(eq(webinar.id, id));
  const proof = await payAtGateway(institute, order.order_id);
  expect(await institute.visitor().webinar.register({ webinar: slug, ...me, ...proof })).toMatchObject({
    userId: expect.any(String),
  });
  expect((await orderRow(order.order_id))?.state).toBe("spent");
});

test("a double click places one order, and an address with a seat cannot order another", async () => {
  const { slug, id } = await paid();
  const me = newRegistrant();
  const orders = await Promise.all([1, 2, 3].map(() => orderSeat(slug, me)));
  expect(new Set(orders.map(({ order_id }) => order_id)).size).toBe(1);
  await payAtGateway(institute, orders[0]?.order_id ?? "");
  await settle(institute);
  await expect(orderSeat(slug, { ...me, email: me.email.toUpperCase() })).rejects.toMatchObject({ code: "SEAT_TAKEN" });
  expect(await seatsOf(id)).toHaveLength(1);
});

test("who knows only the address of a registrant does not learn that it has a seat", async () => {
  const { slug } = await paid();
  const { me } = await sellSeat(slug);
  const stranger = { ...me, mobileNumber: "9999999999" };
  expect(await orderSeat(slug, stranger)).toMatchObject({ order_id: expect.stringMatching(/^order_/) });
  const answers = await Promise.all(
    [stranger, newRegistrant()].map((who) =>
      institute
        .visitor()
        .webinar.register({ webinar: slug, ...who })
        .catch(({ code, message }) => ({ code, message })),
    ),
  );
  expect(answers[0]).toEqual(answers[1]);
});

test("one script cannot hold all seats: the others can still order, pay and get theirs", async () => {
  const { slug, id } = await paid({ seats: 10 });
  const script = institute.visitor();
  for (let n = 0; n < 40; n++) await script.payment.order({ amount, webinarId: slug, ...newRegistrant() });
  expect(await db.$count(seatHold, eq(seatHold.webinarId, id))).toBe(maxSeatHoldsPerHour);
  // The same from many addresses: half of the free seats stay open.
  await Promise.allSettled(Array.from({ length: 20 }, () => orderSeat(slug, newRegistrant())));
  expect(await db.$count(seatHold, eq(seatHold.webinarId, id))).toBeGreaterThan(10);
  for (let n = 0; n < 9; n++) await sellSeat(slug);
  expect(await seatsOf(id)).toHaveLength(9);
});

test("the last seat is held once in an hour by an address, and a refused try does not count", async () => {
  const { slug, id } = await paid({ seats: 1 });
  const script = institute.visitor();
  const order = (who: Person, by = script) => by.payment.order({ amount, webinarId: slug, ...who });
  const first = newRegistrant();
  await order(first);
  const buyer = institute.visitor();
  await expect(order(newRegistrant(), buyer)).rejects.toMatchObject({ code: "WEBINAR_FULL" });
  institute.setNow(new Date(testDay.getTime() + 16 * minute));
  await order(first);
  await order(newRegistrant());
  expect((await institute.visitor().webinar.upcoming({ webinarId: slug })).seatsLeft).toBe(1);
  await order(newRegistrant(), buyer);
  expect((await institute.visitor().webinar.upcoming({ webinarId: slug })).seatsLeft).toBe(0);
  expect(await db.$count(seatHold, eq(seatHold.webinarId, id))).toBe(2);
  institute.setNow(testDay);
});

test("a class of 60 behind one address pays for 60 seats at once", async () => {
  const { slug, id } = await paid({ seats: 60 });
  const school = institute.visitor();
  const orders = await Promise.all(
    Array.from({ length: 60 }, () => school.payment.order({ amount, webinarId: slug, ...newRegistrant() })),
  );
  for (const { order_id } of orders) await payAtGateway(institute, order_id);
  await settle(institute);
  expect(await seatsOf(id)).toHaveLength(60);
});

test("a registration that nobody confirmed does not stand in the way of a payment", async () => {
  const { slug, id } = await newWebinar(institute, { hoursAhead: 48 });
  const me = newRegistrant();
  await institute.visitor().webinar.register({ webinar: slug, ...me });
  await db.update(webinar).set({ priceInPaise: amount }).where(eq(webinar.id, id));
  await payAtGateway(institute, (await orderSeat(slug, me)).order_id);
  await settle(institute);
  expect(await seatsOf(id)).toMatchObject([{ email: me.email, confirmedAt: testDay, orderId: expect.any(String) }]);
});

test("an authorized payment gives no seat yet, and an order without a webinar pays for the one that is registered", async () => {
  const { slug, id } = await paid();
  const [me, other] = [newRegistrant(), newRegistrant()];
  const visitor = institute.visitor();
  const order = await orderSeat(slug, me);
  const pending = await payAtGateway(institute, order.order_id, { outcome: "authorized" });
  await expect(visitor.webinar.register({ webinar: slug, ...me, ...pending })).rejects.toMatchObject({
    code: "SEAT_PENDING",
  });
  expect(await seatsOf(id)).toEqual([]);
  const bare = await visitor.payment.order({ amount });
  const proof = await payAtGateway(institute, bare.order_id);
  await settle(institute);
  expect(await visitor.webinar.register({ webinar: slug, ...other, ...proof })).toMatchObject({
    userId: expect.any(String),
  });
  expect(await seatsOf(id)).toMatchObject([{ ...other }]);
});
