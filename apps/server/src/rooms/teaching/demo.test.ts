import { and, eq, isNotNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { changeDemo } from "../../content/demo-command.ts";
import { attendanceChange } from "../../db/tables/class.ts";
import { attendance, liveClass } from "../../db/tables/schedule.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";
import { teachingDemo } from "./demo.ts";

const institute = await testInstitute();
const { db } = institute;

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
