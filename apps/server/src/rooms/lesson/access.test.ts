import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { testInstitute } from "../../test/institute.ts";
import { newPeople } from "../../test/places.ts";
import { newTaughtBatch } from "../../test/teaching.ts";
import { findPlace, mayOpen, openPlace } from "./access.ts";

const institute = await testInstitute();
const { db } = institute;

type State = (typeof purchase.$inferSelect)["state"];

async function enrolled(state: State = "active") {
  const { batchId, learners } = await newTaughtBatch(institute);
  const { learnerId = "", purchaseId = "" } = learners[0] ?? {};
  await db.update(purchase).set({ state }).where(eq(purchase.id, purchaseId));
  return { batchId, learnerId, purchaseId };
}

async function opens(learnerId: string, batchId: string | null) {
  const thing = { learnerId, courseId: sql`course.id`, batchId: sql`${batchId}::uuid` };
  const [found] = await db
    .select({ may: mayOpen(thing) })
    .from(course)
    .where(eq(course.courseId, "python"));
  return found?.may;
}

test("a learner of a batch opens things of the batch and of the course", async () => {
  const { learnerId, batchId, purchaseId } = await enrolled();
  const [python] = await db.select().from(course).where(eq(course.courseId, "python"));
  const place = { courseId: python?.id, courseName: "Python", batchId, purchaseId, isOnHold: false };
  expect(await findPlace(db, { learnerId, courseId: "python" })).toEqual(place);
  expect(await openPlace(db, { learnerId, courseId: "python" })).toEqual(place);
  expect([await opens(learnerId, batchId), await opens(learnerId, null)]).toEqual([true, true]);
});

test("a learner without a batch opens things of the course only", async () => {
  const { learnerId, batchId, purchaseId } = await enrolled();
  await db.execute(sql`delete from batch_place where purchase_id = ${purchaseId}`);
  expect(await findPlace(db, { learnerId, courseId: "python" })).toMatchObject({ batchId: null, isOnHold: false });
  expect([await opens(learnerId, batchId), await opens(learnerId, null)]).toEqual([false, true]);
});

test("a learner of another batch opens nothing of this one", async () => {
  const [own, other] = [await enrolled(), await enrolled()];
  expect(await opens(own.learnerId, other.batchId)).toBe(false);
});

test("a suspended learner hears that classes are on hold, and opens nothing", async () => {
  const { learnerId, batchId } = await enrolled("suspended");
  expect(await findPlace(db, { learnerId, courseId: "python" })).toMatchObject({ isOnHold: true });
  await expect(openPlace(db, { learnerId, courseId: "python" })).rejects.toMatchObject({ code: "CLASS_ON_HOLD" });
  expect([await opens(learnerId, batchId), await opens(learnerId, null)]).toEqual([false, false]);
});

test.each(["refunded", "transferred"] as const)("a %s purchase opens nothing", async (state) => {
  const { learnerId, batchId } = await enrolled(state);
  expect(await findPlace(db, { learnerId, courseId: "python" })).toBeNull();
  await expect(openPlace(db, { learnerId, courseId: "python" })).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
  expect([await opens(learnerId, batchId), await opens(learnerId, null)]).toEqual([false, false]);
});

test("who has not bought the course, or asks for one that does not exist, has no place", async () => {
  const { learnerId } = await enrolled();
  const [stranger = ""] = await newPeople(institute, 1);
  expect(await findPlace(db, { learnerId: stranger, courseId: "python" })).toBeNull();
  expect(await opens(stranger, null)).toBe(false);
  for (const courseId of ["sql", "no-such-course", "", "'"])
    expect(await findPlace(db, { learnerId, courseId }), courseId).toBeNull();
});
