import { expect, test } from "vitest";
import { changeDemo } from "../../content/demo-command.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();

test("the invented trainer finds learners who fall behind, each with reasons, and most who do not", async () => {
  await changeDemo(institute.db, ["sales"], testDay);
  const joel = await newStaff(institute, ["trainer"], "Joel Antony");
  const { batches } = await joel.standing.own({});
  const [most] = batches.toSorted((one, other) => other.behind - one.behind);
  const { learners } = await joel.standing.read({ batchId: most?.batchId ?? "" });
  const behind = learners.filter(({ reasons }) => reasons.length > 0);
  expect(behind.map(({ name }) => name)).toEqual(expect.arrayContaining(["Suresh Babu", "Xavier Lobo"]));
  expect(behind.length).toBeLessThan(learners.length / 2);
  expect(behind.flatMap(({ reasons }) => reasons).join(", ")).toContain("missed in a row");
});
