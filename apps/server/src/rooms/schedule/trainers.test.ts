import { expect, test } from "vitest";
import { trainer } from "../../db/tables/batch-plan.ts";
import { testInstitute } from "../../test/institute.ts";
import { daily, newBatch } from "../../test/new-batch.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const owner = await newStaff(institute, ["owner"]);

test("batches, timetable and classes offer the same trainers: an owner who teaches, nobody without the role", async () => {
  const teaches = await newStaff(institute, ["owner", "trainer"], "Vikram Nair");
  const desk = await newStaff(institute, ["front desk"]);
  await institute.db.insert(trainer).values({ staffId: desk.person.id, hours: [], courseIds: [], hoursAWeek: null });
  const { classIds } = await newBatch(institute, { startsAt: daily("2026-11-23T03:30:00Z", 1) });
  const [classId = ""] = classIds;
  const offered = [
    (await owner.planning.form({})).trainers.map(({ staffId }) => staffId),
    (await owner.planning.trainers({})).trainers.map(({ staffId }) => staffId),
    (await owner.timetable.read({ from: "2026-11-23", days: 7 })).trainers.map(({ id }) => id),
    (await owner.teaching.substitutes({ classId })).trainers.map(({ id }) => id),
    (await owner.teaching.list({})).choices?.trainers.map(({ id }) => id),
  ];
  const [first] = offered;
  expect(offered).toEqual(offered.map(() => first));
  expect(first).toContain(teaches.person.id);
  for (const { person } of [owner, desk]) expect(first).not.toContain(person.id);
  await expect(
    owner.teaching.substitute({ classId, trainerId: owner.person.id, until: null, note: "" }),
  ).rejects.toMatchObject({ code: "UNKNOWN_STAFF" });
});
