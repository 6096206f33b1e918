import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { classChange } from "../../db/tables/class-change.ts";
import { liveClass } from "../../db/tables/schedule.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";
import { newTaughtBatch } from "../../test/teaching.ts";

const institute = await testInstitute();
const { db } = institute;

beforeEach(() => institute.setNow(testDay));

async function newCase() {
  const first = await newStaff(institute, ["trainer"], "Nisha Kurian");
  const other = await newStaff(institute, ["trainer"], "Mary Joseph");
  const desk = await newStaff(institute, ["front desk"]);
  return { first, other, desk, ...(await newTaughtBatch(institute, { trainer: first })) };
}

test("a substitute teaches the class, the first trainer still reads it, and the batch hears of it once", async () => {
  const { first, other, desk, classes, batchId } = await newCase();
  const classId = classes[2];
  const trainerId = other.person.id;
  expect(await desk.teaching.substitute({ classId, trainerId, until: null })).toEqual({ changed: 1 });
  expect(await desk.teaching.substitute({ classId, trainerId, until: null })).toEqual({ changed: 0 });
  expect(await other.teaching.read({ classId })).toMatchObject({
    mayTeach: true,
    isYours: true,
    trainer: "Mary Joseph",
  });
  expect(await first.teaching.read({ classId })).toMatchObject({ mayTeach: false, isYours: false });
  await expect(first.teaching.finish({ classId, rest: "absent" })).rejects.toMatchObject({ code: "UNKNOWN_CLASS" });
  await expect(other.teaching.read({ classId: classes[3] })).rejects.toMatchObject({ code: "UNKNOWN_CLASS" });
  expect((await other.teaching.list({})).classes.map((one) => one.classId)).toEqual([classId]);
  const changes = await db.select().from(classChange).where(eq(classChange.batchId, batchId));
  expect(changes).toMatchObject([{ isTold: true, staffId: desk.person.id }]);
  const log = await db.select().from(auditEntry).where(eq(auditEntry.thingId, classId));
  expect(log).toMatchObject([{ action: "Chose a substitute trainer", after: { trainer: "Mary Joseph" } }]);
});

test("until a day: every class from this one on, and none after", async () => {
  const { other, desk, classes } = await newCase();
  const result = await desk.teaching.substitute({
    classId: classes[2],
    trainerId: other.person.id,
    until: "2026-11-16",
  });
  expect(result).toEqual({ changed: 2 });
  const names = await Promise.all(
    classes.map(async (id) => (await db.select().from(liveClass).where(eq(liveClass.id, id)))[0]?.trainerName),
  );
  expect(names).toEqual(["Nisha Kurian", "Nisha Kurian", "Mary Joseph", "Mary Joseph"]);
});

test("who teaches another class then is refused by name, and the list says so before", async () => {
  const { other, desk, classes, startsAt } = await newCase();
  const busy = await newTaughtBatch(institute, { trainer: other });
  await db
    .update(liveClass)
    .set({ startsAt: startsAt(2) })
    .where(eq(liveClass.id, busy.classes[2]));
  const { trainers, learners } = await desk.teaching.substitutes({ classId: classes[2] });
  expect(trainers).toContainEqual({ id: other.person.id, name: "Mary Joseph", isFree: false });
  expect(learners).toBe(1);
  const wish = { classId: classes[2], trainerId: other.person.id, until: null };
  await expect(desk.teaching.substitute(wish)).rejects.toMatchObject({
    ...{ code: "CLASS_CLASH", fields: { clash: expect.stringContaining("Mary Joseph teaches Python then") } },
  });
});

test("a class that is over, somebody who does not teach, and trainers themselves are refused", async () => {
  const { first, other, desk, classes } = await newCase();
  const wish = { classId: classes[2], trainerId: other.person.id, until: null };
  await expect(desk.teaching.substitute({ ...wish, classId: classes[0] })).rejects.toMatchObject({
    code: "CLASS_OVER",
  });
  await expect(desk.teaching.substitute({ ...wish, trainerId: desk.person.id })).rejects.toMatchObject({
    code: "UNKNOWN_STAFF",
  });
  await expect(desk.teaching.substitute({ ...wish, until: "2020-01-01" })).rejects.toMatchObject({
    fields: { until: "This day is before the class" },
  });
  await expect(first.teaching.substitute(wish)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  await expect(first.teaching.substitutes({ classId: classes[2] })).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  await db.update(liveClass).set({ cancelledAt: testDay }).where(eq(liveClass.id, classes[2]));
  await expect(desk.teaching.substitute(wish)).rejects.toMatchObject({ code: "CLASS_CANCELLED" });
});
