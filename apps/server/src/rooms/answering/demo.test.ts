import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { changeDemo } from "../../content/demo-command.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;

test("the demo has questions in every state, and nothing of them stays after the demo", async () => {
  await changeDemo(db, ["sales"], testDay);
  const owner = await newStaff(institute, ["owner"]);
  const titles = async (show: "open" | "answered" | "reported") =>
    (await owner.answering.list({ show })).questions.map(({ title }) => title);
  expect(await titles("open")).toHaveLength(3);
  expect(await titles("answered")).toHaveLength(2);
  expect(await titles("reported")).toEqual(["Do I have to hand in the small project alone?"]);
  expect((await owner.answering.list({ show: "all", words: "range" })).questions).toHaveLength(1);
  await changeDemo(db, ["remove", "--yes"], testDay);
  const { rows } = await db.execute(sql`
    select from class_question union all select from class_answer union all select from question_words
    union all select from question_report`);
  expect(rows).toEqual([]);
});
