import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { changeDemo } from "../../content/demo-command.ts";
import { attendanceChange } from "../../db/tables/class.ts";
import { attendance } from "../../db/tables/schedule.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;

test("the invented trainer finds a batch with learners and marks, and nothing of it stays after the demo", async () => {
  await changeDemo(db, ["sales"], testDay);
  const joel = await newStaff(institute, ["trainer"], "Joel Antony");
  const { classes } = await joel.teaching.list({ when: "past" });
  const taught = classes.find(({ learners }) => learners > 0);
  const page = await joel.teaching.read({ classId: taught?.classId ?? "" });
  expect(page.roll).toHaveLength(14);
  expect(new Set(page.roll.map(({ mark }) => mark)).size).toBeGreaterThan(1);
  expect(page.finishedAt).not.toBeNull();
  await changeDemo(db, ["remove", "--yes"], testDay);
  expect([await db.$count(attendance), await db.$count(attendanceChange)]).toEqual([0, 0]);
  const { rows } = await db.execute(sql`select from learner where email like '%learners.example'`);
  expect(rows).toEqual([]);
});
