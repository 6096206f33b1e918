import { offerFor } from "@shoreline/domain/batch-offer";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { course } from "../../db/tables/course.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { giveCourse } from "../../test/paying.ts";

const institute = await testInstitute();
const { db } = institute;
const visitor = institute.visitor();
const day = 86_400_000;
const at = (days: number) => new Date(testDay.getTime() + days * day);

beforeEach(() => institute.setNow(testDay));

type NewBatch = { from: number; days?: number; seats?: number | null; courseId?: string };

/** A batch at 9-10 on weekdays, with a class every day. */
async function plan({ from, days = 40, seats = null, courseId = "sql" }: NewBatch): Promise<string> {
  const [about] = await db.select().from(course).where(eq(course.courseId, courseId));
  const kind = { batchTime: "9-10", batchType: "week-days" } as const;
  const [added] = await db
    .insert(batch)
    .values({ courseId: about?.id ?? "", ...kind, startsAt: at(from), endsAt: at(from + days), seats })
    .returning();
  const batchId = added?.id ?? "";
  await db.insert(liveClass).values(
    Array.from({ length: days }, (_, n) => ({
      batchId,
      number: n + 1,
      startsAt: at(from + n),
      minutes: 60,
      topic: `Topic ${n + 1}`,
      trainerName: "Joel Antony",
      changedAt: testDay,
    })),
  );
  return batchId;
}

async function offered(courseId = "sql") {
  const [{ batches }, { batches: seats, now }] = await Promise.all([
    visitor.schedule.batches({ courseId }),
    visitor.schedule.seats({ courseId }),
  ]);
  const known = batches.map((one) => ({
    ...one,
    startsAt: new Date(one.startsAt),
    endsAt: new Date(one.endsAt),
    closesAt: one.closesAt ? new Date(one.closesAt) : null,
    taken: seats.find(({ _id }) => _id === one._id)?.taken ?? 0,
  }));
  return { known, seats, now: new Date(now) };
}

async function removeBatches(courseId = "sql"): Promise<void> {
  const [about] = await db.select().from(course).where(eq(course.courseId, courseId));
  await db.delete(batch).where(eq(batch.courseId, about?.id ?? ""));
}

test("visitors see start, end, weeks, classes, trainer and seats of each batch, and how much of it is over", async () => {
  await removeBatches();
  const id = await plan({ from: -3, seats: 12 });
  const { batches } = await visitor.schedule.batches({ courseId: "sql" });
  expect(batches).toEqual([
    {
      _id: id,
      batchTime: "9-10",
      batchType: "week-days",
      startsAt: at(-3).toISOString(),
      endsAt: at(37).toISOString(),
      classes: 40,
      closesAt: null,
      days: null,
      weeks: 6,
      trainerName: "Joel Antony",
      seats: 12,
    },
  ]);
  expect((await visitor.schedule.seats({ courseId: "sql" })).batches).toEqual([{ _id: id, taken: 0, over: 3 }]);
  expect((await visitor.schedule.missed({ batchId: id })).map(({ topic }) => topic)).toEqual([
    "Topic 1",
    "Topic 2",
    "Topic 3",
  ]);
});

test("a cancelled class counts neither as a class nor as missed", async () => {
  await removeBatches();
  const batchId = await plan({ from: -3 });
  await db.update(liveClass).set({ cancelledAt: testDay }).where(eq(liveClass.topic, "Topic 2"));
  expect((await visitor.schedule.batches({ courseId: "sql" })).batches[0]?.classes).toBe(39);
  expect((await visitor.schedule.missed({ batchId })).map(({ number }) => number)).toEqual([1, 3]);
});

test("a batch that is over is not offered, and of many only the nearest", async () => {
  await removeBatches();
  await plan({ from: -50 });
  const nearest = [await plan({ from: 3 }), await plan({ from: 4 }), await plan({ from: 5 })];
  await plan({ from: 6 });
  expect((await offered()).known.map(({ _id }) => _id)).toEqual(nearest);
});

test("the batches of an unknown or withdrawn course, and an unknown batch, are not found", async () => {
  for (const courseId of ["no-such-course", "%"])
    for (const call of [visitor.schedule.batches, visitor.schedule.seats])
      await expect(call({ courseId })).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
  const batchId = await plan({ from: -3, courseId: "python" });
  const hide = (isHidden: boolean) => db.update(course).set({ isHidden }).where(eq(course.courseId, "python"));
  await hide(true);
  await expect(visitor.schedule.seats({ courseId: "python" })).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
  for (const id of [batchId, "x", "00000000-0000-4000-8000-000000000000"])
    await expect(visitor.schedule.missed({ batchId: id })).rejects.toMatchObject({ code: "UNKNOWN_BATCH" });
  await hide(false);
});

test("a buyer gets the batch that the page promised: the next one, the running one, or none", async () => {
  const situations: { courseId: string; plans: NewBatch[]; kind: string }[] = [
    { courseId: "java", plans: [{ from: 3 }, { from: -3 }], kind: "opens" },
    { courseId: "react", plans: [{ from: -3 }], kind: "running" },
    { courseId: "mern", plans: [{ from: 3, seats: 0 }, { from: -3 }], kind: "running" },
    { courseId: "angular", plans: [{ from: 3, seats: 0 }], kind: "full" },
    { courseId: "flutter", plans: [{ from: -20 }], kind: "late" },
    { courseId: "mean", plans: [], kind: "none" },
  ];
  for (const { courseId, plans, kind } of situations) {
    await removeBatches(courseId);
    for (const one of plans) await plan({ ...one, courseId });
    const { known, now } = await offered(courseId);
    const promised = offerFor(known, { batchTime: "9-10", batchType: "week-days", now });
    expect(promised.kind).toBe(kind);
    const me = await newLearner(institute);
    await giveCourse(institute, me, { courseId, at: now });
    const { schedules } = await me.schedule.view({ courseId });
    const isPromised = kind === "opens" || kind === "running";
    expect(schedules[0]?.classDate).toBe(isPromised ? promised.batch?.startsAt.toISOString() : undefined);
  }
});
