import { asc, eq, inArray } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { notification } from "../../db/tables/notification.ts";
import { batch, batchPlace } from "../../db/tables/schedule.ts";
import { seatHold, waitingPlace } from "../../db/tables/seat.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { giveCourse, payAtGateway, settle } from "../../test/paying.ts";
import { closeBatches, newBatch, newPeople, putInto } from "../../test/places.ts";
import { offerSeats, sweepLines } from "./offer.ts";

const institute = await testInstitute();
const { db, deps } = institute;
const hour = 3_600_000;
type Learner = Awaited<ReturnType<typeof newLearner>>;

const courseId = "sql";
const at = (hours: number) => institute.setNow(new Date(testDay.getTime() + hours * hour));
const statesOf = async (batchId: string) =>
  (
    await db
      .select({ state: waitingPlace.state })
      .from(waitingPlace)
      .where(eq(waitingPlace.batchId, batchId))
      .orderBy(asc(waitingPlace.askedAt))
  ).map(({ state }) => state);
const setSeats = (batchId: string, seats: number | null) =>
  db.update(batch).set({ seats }).where(eq(batch.id, batchId));

async function fullBatch({ people }: { people: number }): Promise<{ batchId: string; learnerIds: string[] }> {
  await closeBatches(institute, courseId);
  const batchId = await newBatch(institute, { courseId, seats: 0 });
  const learnerIds = await newPeople(institute, people);
  if (people > 0)
    await db.insert(waitingPlace).values(
      learnerIds.map((learnerId, n) => ({
        ...{
          batchId,
          learnerId,
          state: "waiting" as const,
          askedAt: new Date(testDay.getTime() - (people - n) * 1000),
        },
      })),
    );
  return { batchId, learnerIds };
}

beforeEach(() => at(0));

test("two seats, ten in line, several sweeps at once: the first two are offered one each, once", async () => {
  const { batchId, learnerIds } = await fullBatch({ people: 10 });
  await setSeats(batchId, 2);
  await Promise.all([
    ...Array.from({ length: 6 }, () => sweepLines(deps)),
    ...Array.from({ length: 6 }, () => offerSeats(deps, batchId)),
  ]);
  expect(await statesOf(batchId)).toEqual(["offered", "offered", ...Array(8).fill("waiting")]);
  const holds = await db.select().from(seatHold).where(eq(seatHold.batchId, batchId));
  expect(holds.map(({ learnerId }) => learnerId).sort()).toEqual(learnerIds.slice(0, 2).sort());
  await institute.runJobs();
  const told = await db.select().from(notification).where(inArray(notification.learnerId, learnerIds));
  expect(told.map(({ learnerId }) => learnerId).sort()).toEqual(learnerIds.slice(0, 2).sort());
  expect(told[0]?.title).toBe("A seat in SQL is free for you");
});

test("whose turn it is sees the offered seat as free, others see none", async () => {
  const { batchId } = await fullBatch({ people: 0 });
  const [me, other] = [await newLearner(institute), await newLearner(institute)];
  await me.place.wait({ courseId, batchId });
  await setSeats(batchId, 1);
  await sweepLines(deps);
  const seatsLeft = async (who: Learner) =>
    (await who.place.read({ courseId })).batches.find((one) => one.batchId === batchId)?.seatsLeft;
  expect([await seatsLeft(me), await seatsLeft(other)]).toEqual([1, 0]);
});

test("an offer ends after its hours, and goes on in the order of the line, each seat once", async () => {
  const { batchId } = await fullBatch({ people: 5 });
  await setSeats(batchId, 2);
  await sweepLines(deps);
  at(23);
  await sweepLines(deps);
  expect(await statesOf(batchId)).toEqual(["offered", "offered", "waiting", "waiting", "waiting"]);
  at(24);
  await Promise.all(Array.from({ length: 4 }, () => sweepLines(deps)));
  expect(await statesOf(batchId)).toEqual(["lapsed", "lapsed", "offered", "offered", "waiting"]);
  expect(await db.$count(seatHold, eq(seatHold.batchId, batchId))).toBe(2);
});

test("a free seat belongs to the line: nobody new gets it, online or by the place job", async () => {
  const { batchId } = await fullBatch({ people: 1 });
  await setSeats(batchId, 1);
  const stranger = await newLearner(institute);
  const { price } = await stranger.course.read({ courseId });
  const wanted = { amount: price * 100, courseId, batchTime: "9-10", batchType: "week-days", batchId } as const;
  await expect(stranger.payment.order(wanted)).rejects.toMatchObject({ code: "BATCH_FULL" });
  const other = await newLearner(institute);
  await giveCourse(institute, other, { courseId });
  expect((await other.schedule.view({ courseId })).schedules).toEqual([]);
});

const joined = async (who: Learner, batchId: string) => (await who.place.wait({ courseId, batchId })).waiting[0];

test("a buyer is offered a seat, pays, and is in the batch", async () => {
  const { batchId } = await fullBatch({ people: 0 });
  const [me, next] = [await newLearner(institute), await newLearner(institute)];
  expect(await joined(me, batchId)).toMatchObject({ state: "waiting", position: 1, offerEndsAt: null });
  institute.setNow(new Date(testDay.getTime() + 1000));
  expect(await joined(next, batchId)).toMatchObject({ state: "waiting", position: 2 });
  await me.place.wait({ courseId, batchId });
  expect((await me.place.read({ courseId })).waiting).toHaveLength(1);
  await setSeats(batchId, 1);
  await sweepLines(deps);
  await institute.runJobs();
  expect((await me.place.read({ courseId })).waiting[0]).toMatchObject({ state: "offered", position: null });
  expect((await next.place.read({ courseId })).waiting[0]).toMatchObject({ state: "waiting", position: 1 });
  expect(institute.messages.findLast(({ to }) => to.endsWith(me.mobileNumber))?.text).toContain(
    "A seat in SQL is free",
  );
  expect(institute.mails.map(({ subject }) => subject)).toContain("SQL: a seat is free for you");
  const { price } = await me.course.read({ courseId });
  const wanted = { amount: price * 100, courseId, batchTime: "9-10", batchType: "week-days" } as const;
  await expect(next.payment.order({ ...wanted, batchId })).rejects.toMatchObject({ code: "BATCH_FULL" });
  // The page of the course says that the batch is full, and sends none.
  at(23.9);
  const { order_id } = await me.payment.order(wanted);
  at(24.1);
  await sweepLines(deps);
  await payAtGateway(institute, order_id);
  await settle(institute);
  const mine = await me.place.read({ courseId });
  expect([mine.batch?.batchId, mine.waiting]).toEqual([batchId, []]);
  expect(await statesOf(batchId)).toEqual(["taken", "waiting"]);
  expect(await db.$count(seatHold, eq(seatHold.batchId, batchId))).toBe(0);
});

test("who has the course moves to the offered seat, and their old seat goes to the line of that batch", async () => {
  const { batchId } = await fullBatch({ people: 0 });
  const old = await newBatch(institute, { courseId, seats: 1, batchTime: "1-2" });
  const [me, other] = [await newLearner(institute), await newLearner(institute)];
  const purchaseId = await giveCourse(institute, me, { courseId });
  await putInto(institute, { purchaseId, batchId: old });
  const mine = await joined(me, batchId);
  await joined(other, old);
  await setSeats(batchId, 1);
  await sweepLines(deps);
  const offer = { courseId, waitingId: mine?.waitingId ?? "" };
  const [one, two] = await Promise.allSettled([me.place.accept(offer), me.place.accept(offer)]);
  expect([one.status, two.status]).toEqual(["fulfilled", "fulfilled"]);
  expect((await me.place.read({ courseId })).batch?.batchId).toBe(batchId);
  expect(await db.$count(batchPlace, eq(batchPlace.batchId, old))).toBe(0);
  await institute.runJobs();
  expect((await other.place.read({ courseId })).waiting[0]?.state).toBe("offered");
});

test("an offer cannot be accepted after its end, nor while it is somebody else's", async () => {
  const { batchId } = await fullBatch({ people: 0 });
  const me = await newLearner(institute);
  await giveCourse(institute, me, { courseId });
  const mine = await joined(me, batchId);
  const offer = { courseId, waitingId: mine?.waitingId ?? "" };
  await expect(me.place.accept(offer)).rejects.toMatchObject({ code: "OFFER_ENDED" });
  await setSeats(batchId, 1);
  await sweepLines(deps);
  at(24);
  await expect(me.place.accept(offer)).rejects.toMatchObject({ code: "OFFER_ENDED" });
  await sweepLines(deps);
  await expect(me.place.accept(offer)).rejects.toMatchObject({ code: "OFFER_ENDED" });
  const stranger = await newLearner(institute);
  await expect(stranger.place.accept(offer)).rejects.toMatchObject({ code: "UNKNOWN_WAITING" });
});

test("at the end of an offer accepting and the next sweep meet: the seat has one owner", async () => {
  for (let round = 0; round < 5; round++) {
    at(0);
    const { batchId } = await fullBatch({ people: 0 });
    const me = await newLearner(institute);
    await giveCourse(institute, me, { courseId });
    const mine = await joined(me, batchId);
    const [next] = await newPeople(institute, 1);
    await db
      .insert(waitingPlace)
      .values({ batchId, learnerId: next ?? "", state: "waiting", askedAt: new Date(testDay.getTime() + 1) });
    await setSeats(batchId, 1);
    await sweepLines(deps);
    const late = { ...deps, clock: { now: () => new Date(testDay.getTime() + 24 * hour) } };
    await Promise.allSettled([
      me.place.accept({ courseId, waitingId: mine?.waitingId ?? "" }),
      sweepLines(late),
      sweepLines(late),
    ]);
    const places = await db.$count(batchPlace, eq(batchPlace.batchId, batchId));
    const holds = await db.$count(seatHold, eq(seatHold.batchId, batchId));
    expect(places + holds).toBe(1);
  }
});

test("who leaves gives the offer on; a batch with seats, an own batch and a closed one have no line", async () => {
  const { batchId } = await fullBatch({ people: 0 });
  const [me, next] = [await newLearner(institute), await newLearner(institute)];
  const mine = await joined(me, batchId);
  institute.setNow(new Date(testDay.getTime() + 1000));
  await joined(next, batchId);
  await setSeats(batchId, 1);
  await sweepLines(deps);
  await me.place.leave({ courseId, waitingId: mine?.waitingId ?? "" });
  await institute.runJobs();
  expect((await next.place.read({ courseId })).waiting[0]?.state).toBe("offered");
  const open = await newBatch(institute, { courseId, seats: 5 });
  await expect(me.place.wait({ courseId, batchId: open })).rejects.toMatchObject({ code: "BATCH_HAS_SEATS" });
  await expect(me.place.wait({ courseId: "python", batchId })).rejects.toMatchObject({ code: "UNKNOWN_BATCH" });
  await expect(me.place.wait({ courseId, batchId: crypto.randomUUID() })).rejects.toMatchObject({
    code: "UNKNOWN_BATCH",
  });
  const purchaseId = await giveCourse(institute, me, { courseId });
  await putInto(institute, { purchaseId, batchId: open });
  await expect(me.place.wait({ courseId, batchId: open })).rejects.toMatchObject({ code: "IN_BATCH_ALREADY" });
  await closeBatches(institute, courseId);
  await expect(me.place.wait({ courseId, batchId })).rejects.toMatchObject({ code: "UNKNOWN_BATCH" });
});

test("the line of a batch that takes nobody any more ends, and who waited is told", async () => {
  const { batchId, learnerIds } = await fullBatch({ people: 2 });
  await closeBatches(institute, courseId);
  await sweepLines(deps);
  await institute.runJobs();
  expect(await statesOf(batchId)).toEqual(["lapsed", "lapsed"]);
  const told = await db.select().from(notification).where(inArray(notification.learnerId, learnerIds));
  expect(told.map(({ title }) => title)).toEqual(Array(2).fill("A waiting list of SQL has ended"));
});
