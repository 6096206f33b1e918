import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { changeDemo } from "../../content/demo-command.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";
import { teachingDemo } from "../teaching/demo.ts";
import { gradingDemo } from "./demo.ts";

const institute = await testInstitute();
const { db } = institute;

test("the invented trainer finds homework in every state, and nothing of it stays after the demo", async () => {
  await teachingDemo.people?.({ db, now: testDay });
  await gradingDemo.people?.({ db, now: testDay });
  const owner = await newStaff(institute, ["owner"]);
  const { homework } = await owner.grading.list({ show: "all" });
  expect(homework.map(({ title }) => title)).toEqual(["Small project", "The largest number"]);
  const page = await owner.grading.read({ homeworkId: homework[1]?.homeworkId ?? "" });
  expect(new Set(page.work.map(({ state }) => state))).toEqual(new Set(["open", "handed in", "given back", "done"]));
  expect(page.work.some(({ isLate }) => isLate)).toBe(true);
  expect(page.work.filter(({ likeness }) => likeness).length).toBe(2);
  await changeDemo(db, ["remove", "--yes"], testDay);
  const { rows } = await db.execute(
    sql`select from homework union all select from submission union all select from grading`,
  );
  expect(rows).toEqual([]);
});
