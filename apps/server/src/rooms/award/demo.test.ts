import { eq, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { changeDemo } from "../../content/demo-command.ts";
import { learner } from "../../db/tables/account.ts";
import { classSettings } from "../../db/tables/batch-plan.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";
import { awardDemo } from "./demo.ts";

const institute = await testInstitute();
const { db } = institute;

test("invented learners are ready for a certificate or short of it, and leave with the demo", async () => {
  await awardDemo.people?.({ db, now: testDay });
  institute.setNow(testDay);
  const owner = await newStaff(institute, ["owner"]);
  const ready = await owner.award.learners({});
  const notYet = await owner.award.learners({ state: "not yet" });
  expect(ready.learners.map(({ name }) => name).sort()).toEqual([
    "Lavanya Ravi",
    "Mohan Das",
    "Nivedha Kumar",
    "Prakash Rao",
    "Sandhya Pillai",
    "Uma Shankari",
  ]);
  expect(notYet.learners.map(({ name }) => name).sort()).toEqual(["Kishore Babu", "Zubair Ahmed"]);
  expect(notYet.learners[0]?.missing[0]).toMatch(/class(es)? short$/);
  expect((await owner.award.rules({})).issuesAutomatically).toBe(false);
  const purchaseIds = ready.learners.map(({ purchaseId }) => purchaseId);
  await owner.award.issue({ purchaseIds, attemptId: crypto.randomUUID() });
  await changeDemo(db, ["remove", "--yes"], testDay);
  expect(await db.$count(learner, like(learner.email, "%@learners.example"))).toBe(0);
  expect(await db.$count(purchase)).toBe(0);
  const [settings] = await db.select().from(classSettings).where(eq(classSettings.id, "classes"));
  expect(settings?.content).not.toHaveProperty("issuesAutomatically");
});
