import { and, eq, isNotNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { changeDemo } from "../../content/demo-command.ts";
import { attendanceChange } from "../../db/tables/class.ts";
import { material } from "../../db/tables/lesson.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import { attendance, liveClass } from "../../db/tables/schedule.ts";
import { tidyHouse } from "../../house.ts";
import { enqueue } from "../../jobs/queue.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";
import { teachingDemo } from "./demo.ts";

const institute = await testInstitute();
const { db } = institute;

test("the demo has a file, a link and code of the last class; they go with it, and the file a day later", async () => {
  const fresh = await testInstitute();
  await teachingDemo.people?.({ db: fresh.db, now: testDay, files: fresh.deps.files });
  await teachingDemo.people?.({ db: fresh.db, now: testDay, files: fresh.deps.files });
  const rows = await fresh.db.select().from(material);
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(["file", "link", "link", "snippet"]);
  const key = `learning/${rows.find(({ fileId }) => fileId)?.fileId}`;
  expect(fresh.stored.get(key)?.bytes.toString()).toContain("Before you hand in");
  await changeDemo(fresh.db, ["remove", "--yes"], testDay);
  expect(await fresh.db.$count(material)).toBe(0);
  fresh.setNow(new Date(testDay.getTime() + 2 * 86_400_000));
  await enqueue(fresh.db, tidyHouse, {});
  await fresh.runJobs();
  expect([await fresh.db.$count(lessonFile), fresh.stored.has(key)]).toEqual([0, false]);
});

test("the invented trainer finds a batch with learners and marks, and nothing of it stays after the demo", async () => {
  await teachingDemo.people?.({ db, now: testDay });
  const owner = await newStaff(institute, ["owner"]);
  const [held] = await db
    .select({ id: liveClass.id })
    .from(liveClass)
    .where(and(eq(liveClass.trainerName, "Joel Antony"), isNotNull(liveClass.finishedAt)))
    .limit(1);
  const page = await owner.teaching.read({ classId: held?.id ?? "" });
  expect(page.roll).toHaveLength(14);
  expect(new Set(page.roll.map(({ mark }) => mark)).size).toBeGreaterThan(1);
  expect(page.finishedAt).not.toBeNull();
  await changeDemo(db, ["remove", "--yes"], testDay);
  expect([await db.$count(attendance), await db.$count(attendanceChange)]).toEqual([0, 0]);
  const { rows } = await db.execute(sql`select from learner where email like '%learners.example'`);
  expect(rows).toEqual([]);
});
