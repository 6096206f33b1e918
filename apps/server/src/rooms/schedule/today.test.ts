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
const monday = new Date("2026-11-16T03:30:00Z"); // 9 AM in India, on the day after the test day
const minute = 60_000;

beforeEach(() => institute.setNow(testDay));

test("today is the next class of all courses, with its link once it can be joined", async () => {
  const me = await newLearner(institute);
  await giveCourse(institute, me, { batchTime: "10-11" });
  await giveCourse(institute, me, { courseId: "react", batchTime: "9-10" });
  const first = (await me.schedule.today({})).next;
  expect(first).toMatchObject({ courseId: "react", courseName: "React.js", classDate: monday.toISOString() });
  expect(first).toMatchObject({ zoomLink: "", isAttended: false });

  institute.setNow(new Date(monday.getTime() + 5 * minute));
  const running = (await me.schedule.today({})).next;
  expect(running).toMatchObject({ _id: first?._id, zoomLink: expect.stringMatching(/^https:/) });

  await db
    .update(liveClass)
    .set({ cancelledAt: testDay })
    .where(eq(liveClass.id, first?._id ?? ""));
  const other = (await me.schedule.today({})).next;
  expect(other).toMatchObject({ courseId: "python", classDate: "2026-11-16T04:30:00.000Z" });
  await db
    .update(liveClass)
    .set({ cancelledAt: null })
    .where(eq(liveClass.id, first?._id ?? ""));
});

test("each course says what was held since the purchase, attended and is left, its batch and its next class", async () => {
  const me = await newLearner(institute);
  await giveCourse(institute, me, { batchTime: "11-12" });
  const { schedules } = await me.schedule.view({ courseId: "python" });
  const [first, last] = [schedules[0], schedules.at(-1)];
  // It runs already: what was before the purchase is not missed.
  const before = schedules.filter(({ endsAt }) => endsAt <= testDay.toISOString());
  const next = schedules[before.length];
  const batchOf = { batchTime: "11-12", batchType: "week-days", startsAt: first?.classDate, endsAt: last?.endsAt };
  expect(before.length).toBeGreaterThan(0);
  const progress = { held: 0, attended: 0, left: schedules.length - before.length };
  expect((await me.schedule.today({})).courses).toEqual([
    {
      courseId: "python",
      isOnHold: false,
      batch: batchOf,
      ...progress,
      next: { classDate: next?.classDate, topic: next?.topic },
    },
  ]);
  institute.setNow(new Date(next?.classDate ?? ""));
  await me.schedule.join({ scheduleId: next?._id ?? "" });
  institute.setNow(new Date(next?.endsAt ?? ""));
  expect((await me.schedule.today({})).courses[0]).toMatchObject({
    held: 1,
    attended: 1,
    left: progress.left - 1,
    next: { classDate: schedules[before.length + 1]?.classDate },
  });
});

test("a learner without a batch waits, and one without courses has nothing today", async () => {
  const [sql] = await db.select().from(course).where(eq(course.courseId, "sql"));
  await db.delete(batch).where(eq(batch.courseId, sql?.id ?? ""));
  const me = await newLearner(institute);
  expect(await me.schedule.today({})).toEqual({ now: testDay.toISOString(), next: null, courses: [] });
  await giveCourse(institute, me, { courseId: "sql" });
  expect((await me.schedule.today({})).courses).toEqual([
    { courseId: "sql", isOnHold: false, batch: null, held: 0, attended: 0, left: 0, next: null },
  ]);
});

test("a visitor is refused", async () => {
  await expect(institute.visitor().schedule.today({})).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
});
