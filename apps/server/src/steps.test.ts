import { expect, test } from "vitest";
import { inSteps, rowsPerStep, tryAll, workOnRow } from "./steps.ts";
import { testInstitute } from "./test/institute.ts";

const institute = await testInstitute();
const { deps } = institute;

test("a step follows until one finds fewer rows than it may take, and gets the last row before it", async () => {
  const sizes = [rowsPerStep, rowsPerStep, 3];
  const afters: unknown[] = [];
  await inSteps(async (after: string | undefined) => {
    const step = afters.push(after);
    return Array.from({ length: sizes[step - 1] ?? 0 }, (_, n) => `${step}.${n + 1}`);
  });
  expect(afters).toEqual([undefined, `1.${rowsPerStep}`, `2.${rowsPerStep}`]);
});

test("a row that fails is logged by its id, and the run goes on; without a database the run ends", async () => {
  const fail = () => Promise.reject(new Error("broken"));
  await workOnRow(deps, { purchaseId: "p1" }, fail);
  expect(institute.logged.at(-1)).toMatchObject({ purchaseId: "p1", err: { message: "broken" } });
  const db = Object.create(deps.db, { execute: { value: () => Promise.reject(new Error("no database")) } });
  await expect(workOnRow({ ...deps, db }, { purchaseId: "p2" }, fail)).rejects.toThrow("no database");
});

test("all tasks run although one fails, and the failure is reported", async () => {
  const done: string[] = [];
  const task = (name: string) => async () => void done.push(name);
  await expect(tryAll([task("a"), () => Promise.reject(new Error("b failed")), task("c")])).rejects.toThrow("b failed");
  expect(done).toEqual(["a", "c"]);
});
