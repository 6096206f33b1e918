import type { OfflineStart } from "@shoreline/domain/course";
import { eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { offlineCourse } from "../../db/tables/course.ts";
import { listenForContent } from "../../http/content-listener.ts";
import { enqueue } from "../../jobs/queue.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { purgeOnNewDay } from "../site/new-day.ts";

const institute = await testInstitute();
const { db, cache } = institute;
const visitor = institute.visitor();

const at = (from: string): OfflineStart => ({ from, time: "9-10", type: "week-days" });
const setJava = async (values: Partial<typeof offlineCourse.$inferInsert>) => {
  await db.update(offlineCourse).set(values).where(eq(offlineCourse.courseId, "java"));
  cache.purge();
};
const startsOfJava = async () =>
  (await visitor.course.readOffline({ courseId: "java" })).starts.map(({ from }) => from);

afterEach(async () => {
  institute.setNow(testDay);
  await setJava({ starts: [], priceInPaise: null });
});

test("a visitor reads an offline course with its fee, syllabus and next starts", async () => {
  const found = await visitor.course.readOffline({ courseId: "python" });
  expect(found).toMatchObject({ courseName: "Python", price: 14999, duration: 50 });
  expect(found.syllabus).toHaveLength(found.sections);
  expect(found.outcomes.length).toBeGreaterThan(3);
  expect(found.starts[0]).toEqual({ from: "2026-11-23", time: "9-10", type: "week-days", trainer: "Sanjay Murugan" });
});

test("a course without fee and dates has neither; one that costs nothing has a fee of 0", async () => {
  expect(await visitor.course.readOffline({ courseId: "java" })).toMatchObject({ price: null, starts: [] });
  await setJava({ priceInPaise: 0 });
  expect((await visitor.course.readOffline({ courseId: "java" })).price).toBe(0);
});

test("a start that has passed is not shown, one of today is, and the next one is first", async () => {
  const evening: OfflineStart = { from: "2026-11-24", time: "18-19", type: "week-days" };
  await setJava({ starts: [at("2027-01-04"), evening, at("2026-11-24"), at("2026-11-13"), at("2026-11-16")] });
  institute.setNow(new Date("2026-11-16T10:00:00Z"));
  expect(await startsOfJava()).toEqual(["2026-11-16", "2026-11-24", "2026-11-24", "2027-01-04"]);
  expect((await visitor.course.readOffline({ courseId: "java" })).starts[1]?.time).toBe("9-10");
});

test("the page forgets a start in the first hour of the next day at the institute", async () => {
  const listener = listenForContent({ connection: institute.connection, cache, log: institute.deps.log });
  await listener.ready;
  const address = "/api/offlinecourse/java";
  await setJava({ starts: [at("2026-11-20")] });
  const passTime = async (now: string) => {
    institute.setNow(new Date(now));
    await enqueue(db, purgeOnNewDay, {});
    await institute.runJobs();
  };
  await expect.poll(async () => (await startsOfJava()) && cache.find(address)).toBeDefined();
  // A quarter past eleven at night in India.
  await passTime("2026-11-20T17:45:00Z");
  expect(await startsOfJava()).toEqual(["2026-11-20"]);
  await passTime("2026-11-20T18:30:00Z");
  await expect.poll(() => cache.find(address)).toBeUndefined();
  expect(await startsOfJava()).toEqual([]);
  await listener.stop();
});

test.each(["cobol", "Python", "c%00d", "a".repeat(101)])("an unknown offline course (%s) is not found", async (id) => {
  const response = await visitor.request(`/api/offlinecourse/${id}`);
  expect([400, 404]).toContain(response.status);
});

test.each([
  [[{ from: "2026-13-01", time: "9-10", type: "week-days" }]],
  [[{ from: "2026-12-01", time: "9-11", type: "week-days" }]],
  [[{ from: "2026-12-01", time: "9-10", type: "nights" }]],
  [{ from: "2026-12-01" }],
])("a course with a broken start (%j) is left out, and the others stay", async (starts) => {
  const before = await visitor.course.offline({});
  await setJava({ starts: starts as OfflineStart[] });
  await expect(visitor.course.readOffline({ courseId: "java" })).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
  const ids = (await visitor.course.offline({})).map(({ courseId }) => courseId);
  expect(ids).toEqual(before.map(({ courseId }) => courseId).filter((id) => id !== "java"));
});

test("every offline course has a share card", async () => {
  for (const courseId of ["python", "embedded-c"]) {
    const card = await visitor.request(`/share/offlinecourse/${courseId}.jpg`);
    expect([courseId, card.status, card.headers.get("content-type")]).toEqual([courseId, 200, "image/jpeg"]);
  }
  expect((await visitor.request("/share/offlinecourse/cobol.jpg")).status).toBe(404);
});
