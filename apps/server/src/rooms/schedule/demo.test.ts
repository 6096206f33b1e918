import { spreadTopics } from "@shoreline/domain/batch";
import { batchTypes } from "@shoreline/domain/course";
import { batchTimes } from "@shoreline/domain/site";
import { asc, eq, inArray, sql } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { freshenDemo } from "../../content/demo.ts";
import { course } from "../../db/tables/course.ts";
import { batch, batchPlace, liveClass } from "../../db/tables/schedule.ts";
import { contentKinds, demoMakers } from "../../house.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { giveCourse } from "../../test/paying.ts";
import { listAllCourses } from "../course/queries.ts";
import { topicsOf } from "./plan.ts";

const institute = await testInstitute();
const { db, deps } = institute;
const day = 86_400_000;
const daysLater = (days: number) => new Date(testDay.getTime() + days * day);
const freshen = (now: Date) => freshenDemo({ db, files: deps.files, now, kinds: contentKinds, makers: demoMakers });

afterEach(() => institute.setNow(testDay));

async function readBatches() {
  const rows = await db
    .select({
      batch,
      courseKey: course.courseId,
      hours: course.durationInHours,
      classes: sql<number>`count(${liveClass.id})::int`,
    })
    .from(batch)
    .innerJoin(course, eq(course.id, batch.courseId))
    .leftJoin(liveClass, eq(liveClass.batchId, batch.id))
    .groupBy(batch.id, course.id);
  return rows.map(({ batch: one, ...rest }) => ({ ...one, ...rest }));
}

/** What is wrong with the plan at this time. */
async function faultsAt(now: Date): Promise<string[]> {
  const batches = await readBatches();
  const month = new Date(now.getTime() + 30 * day);
  const isRunning = ({ startsAt, endsAt }: (typeof batches)[number]) => startsAt <= now && endsAt > now;
  const isSoon = ({ startsAt }: (typeof batches)[number]) => startsAt > now && startsAt < month;
  const faults = batches.flatMap(({ courseKey, classes, hours }) =>
    classes === hours ? [] : [`a batch of ${courseKey} has ${classes} classes`],
  );
  for (const [key, own] of Map.groupBy(batches, ({ courseKey }) => courseKey)) {
    if (!own.some(isRunning)) faults.push(`${key}: none runs`);
    if (!own.some(isSoon)) faults.push(`${key}: none starts soon`);
    const over = own.filter(({ endsAt }) => endsAt <= now);
    if (over.length !== 1) faults.push(`${key}: ${over.length} are over`);
    for (const time of batchTimes)
      for (const type of batchTypes)
        if (!own.some((one) => one.batchTime === time && one.batchType === type && (isRunning(one) || isSoon(one))))
          faults.push(`${key}: no batch ${time} ${type}`);
  }
  return faults;
}

test("every course has a batch of each kind that runs or starts within a month, and one that is over", async () => {
  expect(await faultsAt(testDay)).toEqual([]);
  expect((await readBatches()).filter(({ isDemo }) => !isDemo)).toEqual([]);
});

test("a batch teaches its syllabus in order, from the first topic to the last, and then ends", async () => {
  const courses = new Map((await listAllCourses(db)).map((about) => [about.id, topicsOf(about)]));
  for (const { id, courseId, hours, endsAt } of (await readBatches()).filter(({ batchTime }) => batchTime === "1-2")) {
    const classes = await db.select().from(liveClass).where(eq(liveClass.batchId, id)).orderBy(asc(liveClass.number));
    expect(classes.map(({ topic }) => topic)).toEqual(spreadTopics(courses.get(courseId) ?? [], hours));
    expect((classes.at(-1)?.startsAt.getTime() ?? 0) + 3_600_000).toBe(endsAt.getTime());
  }
});

test("whatever is bought on the first day, the certificate is within reach", async () => {
  for (const courseId of ["sql", "data-analyst"])
    for (const batchTime of batchTimes)
      for (const batchType of batchTypes) {
        const me = await newLearner(institute);
        await giveCourse(institute, me, { courseId, batchTime, batchType });
        const { progress } = await me.certificate.list({});
        expect(progress).toMatchObject([{ courseId, isReachable: true }]);
        const { schedules } = await me.schedule.view({ courseId });
        const left = schedules.filter(({ classDate }) => new Date(classDate) >= testDay);
        expect(left).toHaveLength(progress[0]?.classes ?? 0);
      }
});

describe("as the days pass", () => {
  test("batches end and new ones are planned, without piling up", { timeout: 120_000 }, async () => {
    await db.delete(batchPlace);
    for (let days = 10; days <= 250; days += 20) {
      await freshen(daysLater(days));
      expect({ days, faults: await faultsAt(daysLater(days)) }).toEqual({ days, faults: [] });
    }
    expect(await db.$count(liveClass)).toBeLessThan(40_000);
    const count = await db.$count(liveClass);
    await freshen(daysLater(250));
    expect(await db.$count(liveClass)).toBe(count);
  });

  test("classes that staff have deleted do not come back, and batches of staff stay as they are", async () => {
    const [some] = (await readBatches()).filter(({ startsAt }) => startsAt > daysLater(250));
    const deleted = await db
      .delete(liveClass)
      .where(eq(liveClass.batchId, some?.id ?? ""))
      .returning();
    const own = { courseId: some?.courseId ?? "", batchTime: "9-10", batchType: "week-days" } as const;
    const [real] = await db
      .insert(batch)
      .values({ ...own, startsAt: daysLater(-90), endsAt: daysLater(-60) })
      .returning();
    await freshen(daysLater(251));
    expect(deleted).not.toEqual([]);
    expect(await db.$count(liveClass, eq(liveClass.batchId, some?.id ?? ""))).toBe(0);
    expect(
      await db
        .select()
        .from(batch)
        .where(eq(batch.id, real?.id ?? "")),
    ).toEqual([real]);
    expect(await db.$count(liveClass, eq(liveClass.batchId, real?.id ?? ""))).toBe(0);
    await db.delete(batch).where(inArray(batch.id, [real?.id ?? "", some?.id ?? ""]));
  });
});

describe("a demo of an earlier version", () => {
  /** A batch as it was: a class a day from two weeks ago to two months ahead, and after the last topic the first again. */
  async function addOldBatch(
    courseId: string,
    { batchType, days = 14 }: { batchType: "week-days" | "week-end"; days?: number },
  ) {
    const [about] = await db.select().from(course).where(eq(course.courseId, courseId));
    if (!about) throw new Error(courseId);
    const topics = topicsOf(about);
    const moments = Array.from(
      { length: days + 61 },
      (_, n) => new Date(daysLater(n - days).getTime() - 3 * 3_600_000),
    );
    const starts = moments.filter((at) => [0, 6].includes(at.getUTCDay()) === (batchType === "week-end"));
    const [first, last] = [starts[0] as Date, starts.at(-1) as Date];
    const span = { startsAt: first, endsAt: new Date(last.getTime() + 3_600_000) };
    const [added] = await db
      .insert(batch)
      .values({ courseId: about.id, batchTime: "9-10", batchType, isDemo: true, ...span })
      .returning();
    const id = added?.id ?? "";
    await db.insert(liveClass).values(
      starts.map((startsAt, n) => ({
        batchId: id,
        number: n + 1,
        startsAt,
        minutes: 60,
        topic: topics[n % topics.length] ?? "",
        trainerName: "Meera",
        meetingUrl: "https://meet.jit.si/old",
        changedAt: testDay,
      })),
    );
    return { id, hours: about.durationInHours, topics };
  }

  const classesOf = (id: string) =>
    db.select().from(liveClass).where(eq(liveClass.batchId, id)).orderBy(asc(liveClass.number));

  test("batches without learners are replaced; others keep their past, teach the rest and end", async () => {
    await db.execute(sql`delete from batch_place`);
    await db.delete(batch);
    await db.execute(sql`delete from content_item where kind = 'batch'`);
    const empty = await addOldBatch("react", { batchType: "week-days" });
    const long = await addOldBatch("data-analyst", { batchType: "week-end" });
    const short = await addOldBatch("sql", { batchType: "week-days" });
    const wrapped = await addOldBatch("angular", { batchType: "week-days", days: 80 });
    for (const [courseId, { id: batchId }] of Object.entries({ "data-analyst": long, sql: short, angular: wrapped })) {
      const purchaseId = await giveCourse(institute, await newLearner(institute), { courseId });
      await db.insert(batchPlace).values({ purchaseId, batchId, placedAt: testDay });
    }
    const before = await classesOf(short.id);
    const [moved] = before.slice(-1);
    await db
      .update(liveClass)
      .set({ sequence: 1 })
      .where(eq(liveClass.id, moved?.id ?? ""));
    await freshen(testDay);

    expect(await classesOf(empty.id)).toEqual([]);
    const kept = before.filter(({ startsAt }) => startsAt < daysLater(2));
    const after = await classesOf(short.id);
    expect(after.slice(0, kept.length)).toEqual(kept);
    expect(after).toContainEqual({ ...moved, sequence: 1 });
    expect(after).toHaveLength(short.hours);
    const { length } = kept;
    const topics = after
      .slice(length)
      .filter(({ id }) => id !== moved?.id)
      .flatMap(({ topic }) => topic.split("; "));
    expect(topics).toEqual(short.topics.slice(length + 1));

    const ofLong = await classesOf(long.id);
    expect(ofLong).toHaveLength(long.hours);
    expect(ofLong.at(-1)?.topic).toContain(long.topics.at(-1));
    const ofWrapped = await classesOf(wrapped.id);
    expect(ofWrapped.at(-1)?.topic).toContain(wrapped.topics.at(-1));
    const faults = await faultsAt(testDay);
    expect(faults.filter((fault) => !fault.startsWith("a batch of angular"))).toEqual([]);
    for (const { id, endsAt } of await readBatches()) {
      const last = (await classesOf(id)).reduce((latest, { startsAt }) => Math.max(latest, startsAt.getTime()), 0);
      expect(endsAt.getTime()).toBe(last + 3_600_000);
    }
    const count = await db.$count(liveClass);
    await freshen(testDay);
    expect(await db.$count(liveClass)).toBe(count);
  });
});
