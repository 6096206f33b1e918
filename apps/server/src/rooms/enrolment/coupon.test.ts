import { couponHoldMs, unknownCoupon } from "@shoreline/domain/coupon";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { learner } from "../../db/tables/account.ts";
import { coupon, couponUse } from "../../db/tables/coupon.ts";
import { course } from "../../db/tables/course.ts";
import { invoice, purchase } from "../../db/tables/enrolment.ts";
import { paymentOrder } from "../../db/tables/payment.ts";
import { erasePerson } from "../../person/erase.ts";
import { newCoupon } from "../../test/coupons.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { payAtGateway, settle } from "../../test/paying.ts";
import { removeOldHolds } from "../coupon/queries.ts";

const institute = await testInstitute();
const { db } = institute;
const courseId = "sql";
const full = 599_900;
const lower = 539_910;

type Learner = Awaited<ReturnType<typeof newLearner>>;
const nowIs = (ms: number) => institute.setNow(new Date(testDay.getTime() + ms));
const order = (who: Learner, couponCode: string, given: object = {}) =>
  who.payment.order({ amount: lower, courseId, couponCode, batchTime: "9-10", ...given });
const usesOf = ({ id }: { id: string }) => db.select().from(couponUse).where(eq(couponUse.couponId, id));
const refusedBecause = (couponCode: string) => ({ code: "COUPON_REFUSED", fields: { couponCode } });
const invoicesOf = (orderId: string) =>
  db
    .select({ content: invoice.content })
    .from(invoice)
    .innerJoin(paymentOrder, eq(paymentOrder.id, invoice.orderId))
    .where(eq(paymentOrder.providerOrderId, orderId));

test("a buyer with a code pays the lower price, and the invoice shows list price, discount and tax on the rest", async () => {
  const made = await newCoupon(institute);
  const me = await newLearner(institute);
  const typed = ` ${made.code.toLowerCase()} `;
  expect(await me.enrolment.price({ courseId, couponCode: typed })).toEqual({
    ...{ listPrice: 5999, price: 5399.1, couponCode: made.code },
  });
  const { order_id: orderId, amount } = await order(me, typed);
  expect(amount).toBe(lower);
  expect(await usesOf(made)).toMatchObject([{ discountInPaise: full - lower, heldUntil: expect.any(Date) }]);
  const proof = await payAtGateway(institute, orderId);
  await me.enrolment.buy({ courseId, ...proof });
  await settle(institute);
  expect(await usesOf(made)).toMatchObject([{ heldUntil: null }]);
  expect(await me.enrolment.list({})).toMatchObject([{ amount: 5399.1, papers: [{ amount: 5399.1 }] }]);
  const [paper] = await invoicesOf(orderId);
  expect(paper?.content).toMatchObject({
    totalInPaise: lower,
    discount: { listPriceInPaise: full, offer: `code ${made.code}` },
    lines: [{ amountInPaise: 457_550, discountInPaise: 50_840 }],
    tax: { cgstInPaise: 41_180, sgstInPaise: 41_180 },
  });
});

test("any other amount than the discounted price is refused, and nothing is held", async () => {
  const made = await newCoupon(institute);
  const me = await newLearner(institute);
  for (const amount of [full, lower - 1, 0])
    await expect(order(me, made.code, { amount })).rejects.toMatchObject({ code: "WRONG_AMOUNT" });
  await expect(me.payment.order({ amount: lower, courseId })).rejects.toMatchObject({ code: "WRONG_AMOUNT" });
  expect(await usesOf(made)).toEqual([]);
  expect((await me.payment.order({ amount: full, courseId })).amount).toBe(full);
});

test("unknown and withdrawn codes get the same answer, others their reason; the referrer cannot use the own code", async () => {
  const me = await newLearner(institute);
  const { _id: referrerId } = await me.account.read({});
  const day = 86_400_000;
  const cases: [Parameters<typeof newCoupon>[1], string][] = [
    [{ isWithdrawn: true }, unknownCoupon],
    [{ startsAt: new Date(testDay.getTime() + day) }, "This code is not valid yet."],
    [{ endsAt: testDay }, "This code has expired."],
    [{ courseIds: ["java"] }, "This code is for other courses."],
    [{ usesInAll: 0 }, "This code has been used up."],
    [{ referrerId }, "You cannot use your own referral code."],
  ];
  await expect(order(me, "NOSUCHCODE")).rejects.toMatchObject(refusedBecause(unknownCoupon));
  for (const [given, why] of cases) {
    const { code } = await newCoupon(institute, given);
    await expect(me.enrolment.price({ courseId, couponCode: code })).rejects.toMatchObject(refusedBecause(why));
    await expect(order(me, code)).rejects.toMatchObject(refusedBecause(why));
  }
  const friend = await newLearner(institute);
  const { code } = await newCoupon(institute, { referrerId });
  expect((await friend.enrolment.price({ courseId, couponCode: code })).price).toBe(5399.1);
});

test("who guesses codes is stopped, whichever call they use, and can still buy without one", async () => {
  const guesser = await newLearner(institute);
  const { code } = await newCoupon(institute);
  for (let n = 0; n < 5; n++) {
    await expect(order(guesser, `GUESS-${n}`)).rejects.toMatchObject({ code: "COUPON_REFUSED" });
    const asked = { courseId, couponCode: `GUESS-${n}` };
    await expect(guesser.enrolment.price(asked)).rejects.toMatchObject({ code: "COUPON_REFUSED" });
  }
  await expect(order(guesser, code)).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
  const free = { courseId, couponCode: code };
  await expect(guesser.enrolment.buy(free)).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
  expect((await guesser.payment.order({ amount: full, courseId })).amount).toBe(full);
});

test("of 20 buyers for the last use one gets it, and the next one as soon as it is not paid in time", async () => {
  const made = await newCoupon(institute, { usesInAll: 1 });
  const buyers: Learner[] = [];
  for (let n = 0; n < 20; n++) buyers.push(await newLearner(institute));
  const answers = await Promise.allSettled(buyers.map((buyer) => order(buyer, made.code)));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refusals = answers.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  for (const refusal of refusals) expect(refusal).toMatchObject(refusedBecause("This code has been used up."));
  const loser = buyers[answers.findIndex(({ status }) => status === "rejected")] as Learner;
  nowIs(couponHoldMs - 1000);
  await expect(order(loser, made.code)).rejects.toMatchObject({ code: "COUPON_REFUSED" });
  nowIs(couponHoldMs);
  await order(loser, made.code);
  nowIs(0);
});

test("in two tabs a person has one order and one use, holds it once for another batch, and not for another course", async () => {
  const made = await newCoupon(institute, { usesInAll: 1, usesPerPerson: 1 });
  const me = await newLearner(institute);
  const [one, other] = await Promise.all([order(me, made.code), order(me, made.code)]);
  expect(one.order_id).toBe(other.order_id);
  expect(await usesOf(made)).toHaveLength(1);
  const later = await order(me, made.code, { batchTime: "10-11" });
  expect(later.order_id).not.toBe(one.order_id);
  expect(await usesOf(made)).toHaveLength(1);
  await expect(me.enrolment.price({ courseId: "java", couponCode: made.code })).rejects.toMatchObject(
    refusedBecause("You have used this code already, or are paying with it now."),
  );
  // The first window was left open and is paid after all.
  await payAtGateway(institute, one.order_id);
  await settle(institute);
  expect((await usesOf(made)).filter(({ heldUntil }) => heldUntil === null)).toHaveLength(1);
  expect(await invoicesOf(one.order_id)).toMatchObject([{ content: { totalInPaise: lower } }]);
});

test.each([
  ["tidied", true],
  ["not tidied", false],
])(
  "who pays after the hold ran out, %s, gets what they paid for, and the code counts once more than it has uses",
  async (_, isTidied) => {
    const made = await newCoupon(institute, { usesInAll: 1 });
    const [slow, quick] = [await newLearner(institute), await newLearner(institute)];
    const first = await order(slow, made.code);
    nowIs(couponHoldMs + 60_000);
    if (isTidied) await removeOldHolds(db, institute.deps.clock.now());
    expect(await usesOf(made)).toHaveLength(isTidied ? 0 : 1);
    const second = await order(quick, made.code);
    for (const { order_id } of [first, second]) await payAtGateway(institute, order_id);
    await settle(institute);
    for (const { order_id } of [first, second]) expect(await invoicesOf(order_id)).toHaveLength(1);
    expect((await usesOf(made)).map(({ heldUntil }) => heldUntil)).toEqual([null, null]);
    const late = await newLearner(institute);
    await expect(order(late, made.code)).rejects.toMatchObject(refusedBecause("This code has been used up."));
    nowIs(0);
  },
);

test("a coupon that is withdrawn while somebody pays still counts for this order, and not for a new one", async () => {
  const made = await newCoupon(institute);
  const me = await newLearner(institute);
  const { order_id: orderId } = await order(me, made.code);
  await db.update(coupon).set({ isWithdrawn: true }).where(eq(coupon.id, made.id));
  await expect(order(me, made.code)).rejects.toMatchObject(refusedBecause(unknownCoupon));
  await payAtGateway(institute, orderId);
  await settle(institute);
  expect(await me.enrolment.list({})).toMatchObject([{ amount: 5399.1 }]);
  expect(await usesOf(made)).toMatchObject([{ heldUntil: null }]);
});

test("a crash between payment and fulfilment loses nothing, and a second fulfilment counts nothing twice", async () => {
  const made = await newCoupon(institute);
  const me = await newLearner(institute);
  const { order_id: orderId } = await order(me, made.code);
  const proof = await payAtGateway(institute, orderId);
  // The webhook is stored, the process dies before its job, and the hold runs out meanwhile.
  await institute.gateway.settled();
  await institute.gateway.deliverDue(institute.deps.clock.now());
  expect(await usesOf(made)).toMatchObject([{ heldUntil: expect.any(Date) }]);
  nowIs(couponHoldMs + 60_000);
  await removeOldHolds(db, institute.deps.clock.now());
  await institute.runJobs();
  await me.enrolment.buy({ courseId, ...proof });
  await settle(institute);
  expect(await usesOf(made)).toMatchObject([{ heldUntil: null, discountInPaise: full - lower }]);
  expect(await invoicesOf(orderId)).toHaveLength(1);
  nowIs(0);
});

test("when the provider takes no order, the use is free again", async () => {
  const made = await newCoupon(institute, { usesInAll: 1 });
  const [me, other] = [await newLearner(institute), await newLearner(institute)];
  const { createOrder } = institute.deps.payments;
  institute.deps.payments.createOrder = () => Promise.reject(new Error("no provider"));
  await expect(order(me, made.code)).rejects.toMatchObject({ code: "NO_PROVIDER" });
  institute.deps.payments.createOrder = createOrder;
  expect(await usesOf(made)).toEqual([]);
  await order(other, made.code);
});

test("a course of which nothing is left to pay is given at once, once for each person and as often as the code says", async () => {
  const made = await newCoupon(institute, { discount: { percent: 100 }, usesInAll: 2, usesPerPerson: 1 });
  const { code: couponCode } = made;
  const [me, friend, third] = [await newLearner(institute), await newLearner(institute), await newLearner(institute)];
  expect((await me.enrolment.price({ courseId, couponCode })).price).toBe(0);
  await expect(me.payment.order({ amount: 0, courseId, couponCode })).rejects.toMatchObject({ code: "WRONG_AMOUNT" });
  const answers = await Promise.allSettled([1, 2, 3].map(() => me.enrolment.buy({ courseId, couponCode })));
  expect(answers.filter((one) => one.status === "fulfilled" && one.value.error === null)).toHaveLength(1);
  expect(await me.enrolment.list({})).toMatchObject([{ amount: 0, paidVia: "Free", invoiceNumber: null }]);
  expect(await usesOf(made)).toMatchObject([{ orderId: null, discountInPaise: full, heldUntil: null }]);
  await expect(me.enrolment.buy({ courseId: "java", couponCode })).rejects.toMatchObject({ code: "COUPON_REFUSED" });
  const both = await Promise.allSettled([friend, third].map((one) => one.enrolment.buy({ courseId, couponCode })));
  expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await usesOf(made)).toHaveLength(2);
  const [sold] = await db.select().from(course).where(eq(course.courseId, courseId));
  const loser = both[0]?.status === "rejected" ? friend : third;
  const { _id: learnerId } = await loser.account.read({});
  const given = await db.select().from(purchase).where(eq(purchase.learnerId, learnerId));
  expect(given.filter((one) => one.courseId === sold?.id)).toEqual([]);
});

test("a code that leaves something to pay does not give a course for nothing", async () => {
  const { code: couponCode } = await newCoupon(institute);
  const me = await newLearner(institute);
  await expect(me.enrolment.buy({ courseId, couponCode })).rejects.toMatchObject({ code: "PAYMENT_REQUIRED" });
});

test("who deletes the account and comes back with the same number has used the code already", async () => {
  const made = await newCoupon(institute, { usesPerPerson: 1 });
  const free = await newCoupon(institute, { usesPerPerson: null });
  const me = await newLearner(institute);
  const { mobileNumber } = me;
  for (const [code, id] of [
    [made.code, "sql"],
    [free.code, "python"],
  ] as const) {
    const { price } = await me.enrolment.price({ courseId: id, couponCode: code });
    const { order_id } = await order(me, code, { courseId: id, amount: Math.round(price * 100) });
    await payAtGateway(institute, order_id);
    await settle(institute);
  }
  const { _id } = await me.account.read({});
  await erasePerson(db, { ids: [_id] }, { places: institute.deps.personal, now: testDay });
  const [use] = await usesOf(made);
  expect(use).toMatchObject({ learnerId: null, personHash: expect.any(String) });
  expect(JSON.stringify(use)).not.toContain(mobileNumber);
  expect(await usesOf(free)).toMatchObject([{ learnerId: null, personHash: null }]);
  const again = await newLearner(institute);
  await db.update(learner).set({ mobileNumber }).where(eq(learner.mobileNumber, again.mobileNumber));
  await expect(order(again, made.code)).rejects.toMatchObject(
    refusedBecause("You have used this code already, or are paying with it now."),
  );
  const other = await newLearner(institute);
  expect((await order(other, made.code)).amount).toBe(lower);
});
