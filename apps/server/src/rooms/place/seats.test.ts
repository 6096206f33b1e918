import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { batch, batchPlace } from "../../db/tables/schedule.ts";
import { seatHold } from "../../db/tables/seat.ts";
import { runNow } from "../../jobs/queue.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { deliverWebhook, payAtGateway, settle } from "../../test/paying.ts";
import { closeBatches, newBatch } from "../../test/places.ts";
import { newStaff } from "../../test/staff.ts";
import { removeEndedHolds } from "../enrolment/seat-hold.ts";
import { waitingKey } from "../schedule/waiting.ts";

const institute = await testInstitute();
const { db } = institute;
const minute = 60_000;
type Learner = Awaited<ReturnType<typeof newLearner>>;

const at = (minutes: number) => institute.setNow(new Date(testDay.getTime() + minutes * minute));
const kind = { batchTime: "9-10", batchType: "week-days" } as const;
const { price } = await institute.visitor().course.read({ courseId: "sql" });
const order = (who: Learner, batchId?: string) =>
  who.payment.order({ amount: price * 100, courseId: "sql", ...kind, ...(batchId && { batchId }) });
const held = (batchId: string) => db.$count(seatHold, eq(seatHold.batchId, batchId));
const placed = (batchId: string) => db.$count(batchPlace, eq(batchPlace.batchId, batchId));
const newSqlBatch = async (seats: number | null) => {
  await closeBatches(institute, "sql");
  return newBatch(institute, { courseId: "sql", seats });
};

test("of 40 who order the last 3 seats at once, 3 hold one and get it when all have paid", async () => {
  at(0);
  const batchId = await newSqlBatch(3);
  const people: Learner[] = [];
  for (let n = 0; n < 40; n++) people.push(await newLearner(institute));
  const answers = await Promise.allSettled(people.map((who) => order(who, batchId)));
  const orders = answers.flatMap((one) => (one.status === "fulfilled" ? one.value.order_id : []));
  const refused = answers.flatMap((one) => (one.status === "rejected" ? one.reason.code : []));
  expect([orders.length, new Set(refused), refused.length]).toEqual([3, new Set(["BATCH_FULL"]), 37]);
  expect(await held(batchId)).toBe(3);
  const { batches } = await institute.visitor().schedule.seats({ courseId: "sql" });
  expect(batches.find(({ _id }) => _id === batchId)?.taken).toBe(3);
  // The others may pay and wait: they do not get these seats.
  const others = people.filter((_, n) => answers[n]?.status === "rejected");
  const later = await Promise.all(others.map(async (who) => (await order(who)).order_id));
  await Promise.all([...orders, ...later].map((id) => payAtGateway(institute, id)));
  await settle(institute);
  expect([await placed(batchId), await held(batchId)]).toEqual([3, 0]);
});

test("a hold that has ended gives its seat to somebody else; who pays late waits, and staff hear of it", async () => {
  at(0);
  const batchId = await newSqlBatch(1);
  const [slow, quick] = [await newLearner(institute, { firstName: "Late" }), await newLearner(institute)];
  const first = await order(slow, batchId);
  at(19);
  await expect(order(quick, batchId)).rejects.toMatchObject({ code: "BATCH_FULL" });
  at(21);
  const second = await order(quick, batchId);
  await payAtGateway(institute, second.order_id);
  await settle(institute);
  expect(await placed(batchId)).toBe(1);
  await payAtGateway(institute, first.order_id);
  await settle(institute);
  expect(await placed(batchId)).toBe(1);
  expect((await slow.place.read({ courseId: "sql" })).batch).toBeNull();
  expect((await quick.place.read({ courseId: "sql" })).batch?.batchId).toBe(batchId);
  const { notifications } = await slow.notification.list({});
  expect(notifications.map(({ title }) => title)).toContain("SQL: the batch you chose is full");
  const [bought] = await slow.enrolment.list({});
  await runNow(db, [waitingKey(bought?._id ?? "")]);
  await institute.runJobs();
  expect(institute.mails.filter(({ text }) => text?.includes("Late Raman has bought SQL"))).toHaveLength(1);
});

test("who pays late gets the seat all the same while it is free", async () => {
  at(0);
  const batchId = await newSqlBatch(1);
  const me = await newLearner(institute);
  const { order_id } = await order(me, batchId);
  at(45);
  await payAtGateway(institute, order_id);
  await settle(institute);
  expect((await me.place.read({ courseId: "sql" })).batch?.batchId).toBe(batchId);
});

test("a seat stays held while the provider says that the payment is under way", async () => {
  at(0);
  const batchId = await newSqlBatch(1);
  const [me, other] = [await newLearner(institute), await newLearner(institute)];
  const { order_id } = await order(me, batchId);
  at(18);
  await deliverWebhook(institute, order_id, { event: "payment.authorized", status: "authorized", amount: price * 100 });
  at(40);
  await expect(order(other, batchId)).rejects.toMatchObject({ code: "BATCH_FULL" });
  at(49);
  await expect(order(other, batchId)).resolves.toHaveProperty("order_id");
});

test("the same learner holds one seat of a course: the one chosen last", async () => {
  at(0);
  const [one, other] = [await newSqlBatch(1), await newBatch(institute, { courseId: "sql", seats: 1 })];
  const me = await newLearner(institute);
  await Promise.all([order(me, one), order(me, one), order(me, one)]);
  expect(await held(one)).toBe(1);
  await order(me, other);
  expect([await held(one), await held(other)]).toEqual([0, 1]);
});

test("who orders again and again holds a seat for an hour in all, and again after six", async () => {
  at(0);
  const batchId = await newSqlBatch(1);
  const [me, other] = [await newLearner(institute), await newLearner(institute)];
  for (const minutes of [0, 15, 30, 45, 59]) {
    at(minutes);
    await order(me, batchId);
  }
  await expect(order(other, batchId)).rejects.toMatchObject({ code: "BATCH_FULL" });
  at(61);
  await order(me, batchId);
  await order(other, batchId);
  await expect(order(me, batchId)).rejects.toMatchObject({ code: "BATCH_FULL" });
  at(422);
  await order(me, batchId);
  await expect(order(other, batchId)).rejects.toMatchObject({ code: "BATCH_FULL" });
});

test("a sale at the desk holds a seat too, and has it once it is paid", async () => {
  at(0);
  const batchId = await newSqlBatch(1);
  const desk = await newStaff(institute, ["owner"]);
  const sale = (mobileNumber: string, payment: object | null) =>
    desk.sale.make({
      ...{ countryCode: "+91", mobileNumber, name: "Ravi Kumar", email: "", courseId: "sql", ...kind, batchId },
      ...{ expectedPriceInPaise: price * 100, dues: [{ amountInPaise: price * 100, dueOn: "2026-11-15" }] },
      ...{ payment, attemptId: crypto.randomUUID() },
    } as never);
  await sale("9111111101", null);
  await expect(sale("9111111102", null)).rejects.toMatchObject({ code: "BATCH_JUST_FULL" });
  at(25);
  await sale("9111111103", { method: "upi", reference: "112233445566" });
  await institute.runJobs();
  expect([await placed(batchId), await held(batchId)]).toEqual([1, 1]);
});

test("batches without a limit are never full, and a cancelled or unknown one holds nothing", async () => {
  at(0);
  const batchId = await newSqlBatch(null);
  const me = await newLearner(institute);
  const { order_id } = await order(me, batchId);
  await payAtGateway(institute, order_id);
  await settle(institute);
  expect(await placed(batchId)).toBe(1);
  const cancelled = await newSqlBatch(1);
  await db.update(batch).set({ cancelledAt: testDay }).where(eq(batch.id, cancelled));
  const other = await newLearner(institute);
  await expect(order(other, cancelled)).rejects.toMatchObject({ code: "BATCH_CLOSED" });
  await order(other, "no-such-batch");
  expect(await held(cancelled)).toBe(0);
});

test("ended holds are removed an hour later, running ones stay", async () => {
  at(0);
  const batchId = await newSqlBatch(2);
  await order(await newLearner(institute), batchId);
  at(70);
  await order(await newLearner(institute), batchId);
  await removeEndedHolds(db, institute.deps.clock.now());
  expect(await held(batchId)).toBe(2);
  at(81);
  await removeEndedHolds(db, institute.deps.clock.now());
  expect(await held(batchId)).toBe(1);
});
