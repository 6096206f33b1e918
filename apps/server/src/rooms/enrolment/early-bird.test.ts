import { earlyGraceMs } from "@shoreline/domain/coupon";
import { afterEach, expect, test } from "vitest";
import { listenForContent } from "../../http/content-listener.ts";
import { enqueue } from "../../jobs/queue.ts";
import { newCoupon, setEarlyBird } from "../../test/coupons.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { payAtGateway, settle } from "../../test/paying.ts";
import { purgePagesAtEnd } from "../coupon/early-bird.ts";

const institute = await testInstitute();
const { db } = institute;
const visitor = institute.visitor();
const courseId = "sql";
const [full, early] = [599_900, 499_900];
const endsAt = new Date(testDay.getTime() + 3_600_000);
const nowIs = (at: number) => institute.setNow(new Date(at));
await setEarlyBird(institute, courseId, { priceInPaise: early, endsAt });

afterEach(() => nowIs(testDay.getTime()));

test("pages, lists and search show the early-bird price with the list price, until it ends", async () => {
  const earlyBird = { listPrice: 5999, endsAt: endsAt.toISOString() };
  const shown = { price: 4999, earlyBird };
  expect(await visitor.course.read({ courseId })).toMatchObject(shown);
  expect((await visitor.course.list({})).find((one) => one.courseId === courseId)).toMatchObject(shown);
  const { courses } = await visitor.course.catalogue({ sort: "price" });
  expect(courses.find((one) => one.courseId === courseId)).toMatchObject(shown);
  const prices = courses.map(({ price }) => price);
  expect(prices).toEqual(prices.toSorted((one, other) => one - other));
  nowIs(endsAt.getTime());
  institute.cache.purge();
  const after = await visitor.course.read({ courseId });
  expect(after.price).toBe(5999);
  expect(after.earlyBird).toBeUndefined();
});

test("who was shown the early-bird price can pay it a little longer, and then the list price only", async () => {
  const me = await newLearner(institute);
  const order = (amount: number) => me.payment.order({ amount, courseId });
  await expect(order(full)).rejects.toMatchObject({ code: "WRONG_AMOUNT" });
  expect((await order(early)).amount).toBe(early);
  nowIs(endsAt.getTime() + earlyGraceMs - 1);
  expect((await order(early)).amount).toBe(early);
  expect((await order(full)).amount).toBe(full);
  nowIs(endsAt.getTime() + earlyGraceMs);
  await expect(order(early)).rejects.toMatchObject({ code: "WRONG_AMOUNT" });
  expect((await order(full)).amount).toBe(full);
});

test("an older client that names only an amount pays the early-bird price, and its proof buys the course", async () => {
  const me = await newLearner(institute);
  const { order_id: orderId } = await me.payment.order({ amount: early });
  const proof = await payAtGateway(institute, orderId);
  nowIs(endsAt.getTime() + 3_600_000);
  expect((await me.enrolment.buy({ courseId, ...proof })).isPurchased).toBe(true);
  await settle(institute);
  expect(await me.enrolment.list({})).toMatchObject([{ amount: 4999 }]);
  const late = await newLearner(institute);
  const cheap = await late.payment.order({ amount: early });
  const paid = await payAtGateway(institute, cheap.order_id);
  await expect(late.enrolment.buy({ courseId, ...paid })).rejects.toMatchObject({ code: "PAYMENT_REQUIRED" });
});

test("a code on an early-bird price: both where it is stackable, else the lower one, and the code is kept if that is not its own", async () => {
  const me = await newLearner(institute);
  const priceWith = async (given: object) => {
    const { code } = await newCoupon(institute, given);
    const { price, couponCode } = await me.enrolment.price({ courseId, couponCode: code });
    return [price, couponCode === code];
  };
  expect(await priceWith({})).toEqual([4999, false]);
  expect(await priceWith({ discount: { percent: 20 } })).toEqual([4799.2, true]);
  expect(await priceWith({ isStackable: true })).toEqual([4499.1, true]);
});

test("when an early-bird price ends, the pages of all processes are purged", async () => {
  const { cache, connection, deps, runJobs } = institute;
  const listener = listenForContent({ connection, cache, log: deps.log });
  await listener.ready;
  const runAt = async (now: number) => {
    await visitor.course.list({});
    nowIs(now);
    await enqueue(db, purgePagesAtEnd, {});
    await runJobs();
  };
  await runAt(endsAt.getTime() - 1000);
  expect(cache.find("/api/course")).toBeDefined();
  await runAt(endsAt.getTime());
  await expect.poll(() => cache.find("/api/course")).toBeUndefined();
  await listener.stop();
});
