import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { course } from "../../db/tables/course.ts";
import { batchWish } from "../../db/tables/lead.ts";
import { batch } from "../../db/tables/schedule.ts";
import { enqueue } from "../../jobs/queue.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { changeBatches } from "./batch-command.ts";
import { batchPlanned } from "./jobs.ts";

const institute = await testInstitute();
const { db } = institute;

const form = {
  courseId: "python",
  batchTime: "2-3",
  batchType: "week-days",
  name: "Asha Raman",
  mobileNumber: "9876543210",
} as const;

const newBatch = (from: string) =>
  changeBatches(
    db,
    [
      "new",
      "python",
      "--from",
      from,
      "--time",
      "2-3",
      "--type",
      "week-days",
      "--trainer",
      "Joel",
      "--link",
      "https://meet.example/x",
    ],
    testDay,
  );

async function mailsTo(address: string) {
  await institute.runJobs();
  return institute.mails.filter(({ to }) => to.toLowerCase() === address);
}

test("who waits for a batch gets a confirmation, staff hear of it, and the news comes once when one is planned", async () => {
  const wish = institute.visitor().lead.wish;
  await wish({ ...form, email: "asha@example.com", page: "/onlinecourses/viewdetails/python" });
  await wish({ ...form, email: "other@example.com", batchTime: "1-2" });
  expect(await mailsTo("asha@example.com")).toMatchObject([{ subject: expect.stringContaining("tell you when") }]);
  expect((await mailsTo("hello@shoreline.example"))[0]?.text).toContain("2:00 to 3:00 PM, weekdays");
  institute.mails.length = 0;
  await newBatch("2026-12-07");
  const [news, ...more] = await mailsTo("asha@example.com");
  expect(news?.text).toMatch(/7 Dec/);
  expect(news?.text).toContain("/onlinecourses/viewdetails/python?batchTime=2-3&batchType=week-days#enrol");
  expect([more, await mailsTo("other@example.com")]).toEqual([[], []]);
  institute.mails.length = 0;
  await newBatch("2026-12-14");
  expect(await mailsTo("asha@example.com")).toEqual([]);
});

test("the same wish twice, or one attempt sent twice, is one wish", async () => {
  const attemptId = randomUUID();
  const email = "twice@example.com";
  await Promise.all(
    [1, 2, 3].map((n) =>
      institute
        .visitor()
        .lead.wish({ ...form, email: n === 3 ? "Twice@example.com" : email, ...(n < 3 && { attemptId }) }),
    ),
  );
  expect(await mailsTo(email)).toHaveLength(1);
  expect(await db.$count(batchWish, eq(sql`lower(${batchWish.email})`, email))).toBe(1);
});

test("an unknown course, a time that is not offered and a wrong form are refused, and nothing is stored", async () => {
  const before = await db.$count(batchWish);
  const { wish } = institute.visitor().lead;
  const email = "asha@example.com";
  await expect(wish({ ...form, email, courseId: "basket-weaving" })).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
  await expect(wish({ ...form, email, batchTime: "18-19" })).rejects.toMatchObject({ code: "UNKNOWN_BATCH_TIME" });
  for (const wrong of [{ email: "asha" }, { email, name: "A" }, { email, mobileNumber: "12" }])
    await expect(wish({ ...form, ...wrong })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  expect(await db.$count(batchWish)).toBe(before);
});

test("a batch that was removed or runs already is not announced", async () => {
  const email = "patient@example.com";
  await institute.visitor().lead.wish({ ...form, email, batchTime: "3-4" });
  const [python] = await db.select().from(course).where(eq(course.courseId, "python"));
  const kind = { courseId: python?.id ?? "", batchTime: "3-4", batchType: "week-days" } as const;
  const [running] = await db
    .insert(batch)
    .values({ ...kind, startsAt: testDay, endsAt: new Date("2026-12-24") })
    .returning();
  for (const batchId of [randomUUID(), running?.id ?? ""]) await enqueue(db, batchPlanned, { batchId });
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(["Python: we will tell you when a batch opens"]);
});
