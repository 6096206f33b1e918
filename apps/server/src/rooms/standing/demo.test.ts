import { expect, test } from "vitest";
import { changeDemo } from "../../content/demo-command.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";
import { standingDemo } from "./demo.ts";

const institute = await testInstitute();

test("in a batch of the demo some fall behind, with reasons, and most do not; twice it is the same", async () => {
  await changeDemo(institute.db, ["sales"], testDay);
  await standingDemo.people?.({ db: institute.db, now: testDay });
  const owner = await newStaff(institute, ["owner"]);
  const [set] = (await owner.grading.list({ show: "all" })).homework.filter(({ title }) => title === "Warm-up");
  expect(set).toMatchObject({ learners: 14, done: 12 });
  const { batches } = await owner.standing.batches({});
  const pages = await Promise.all(batches.map(({ batchId }) => owner.standing.read({ batchId })));
  const learners = pages.find((page) => page.course === set?.course && page.batch === set.batch)?.learners ?? [];
  const behind = learners.filter(({ reasons }) => reasons.length > 0);
  expect(behind.length).toBeGreaterThan(0);
  expect(behind.length).toBeLessThan(learners.length / 2);
  expect(behind.flatMap(({ reasons }) => reasons)).toContain("2 pieces of homework overdue");
});
