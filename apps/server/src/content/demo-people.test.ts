import { like } from "drizzle-orm";
import { expect, test } from "vitest";
import { learner } from "../db/tables/account.ts";
import { demoMakers } from "../house.ts";
import { readClassSettings } from "../rooms/schedule/settings.ts";
import { testDay } from "../test/global-setup.ts";
import { testInstitute } from "../test/institute.ts";
import { newStaff } from "../test/staff.ts";
import { addPeople } from "./demo.ts";
import { changeDemo } from "./demo-command.ts";

const institute = await testInstitute();
const { db } = institute;
const owner = await newStaff(institute, ["owner"]);
const countInvented = () => db.$count(learner, like(learner.email, "%@learners.example"));

/** All pages: a demo has about a hundred classes a day. */
async function classesOfToday() {
  const pages = [await owner.desk.classes({})];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next)
    pages.push(await owner.desk.classes({ after: next }));
  return pages.flatMap(({ classes }) => classes);
}

test("a new demo has people in every room of teaching, once; who keeps the demo does not keep them", async () => {
  await addPeople(demoMakers, { db, now: testDay });
  expect(await owner.seating.counts({})).toEqual({ requests: 1, waiting: 4, pauses: 1 });
  expect((await owner.award.learners({})).counts).toMatchObject({ ready: 6, notYet: 2 });
  expect((await classesOfToday()).some(({ trainer, learners }) => trainer === "Joel Antony" && learners === 14)).toBe(
    true,
  );
  const count = await countInvented();
  await addPeople(demoMakers, { db, now: testDay });
  expect(await countInvented()).toBe(count);
  await changeDemo(db, ["keep"], testDay);
  expect(await countInvented()).toBe(0);
  expect((await readClassSettings(db)).issuesAutomatically).toBe(true);
});
