import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { batchRequest } from "../../db/tables/batch-request.ts";
import { backupRun } from "../../db/tables/house.ts";
import { uncollected } from "../../db/tables/inbox.ts";
import { liveClass } from "../../db/tables/schedule.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { giveCourse } from "../../test/paying.ts";
import { newBatch, putInto } from "../../test/places.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;
const owner = await newStaff(institute, ["owner"], "Anitha Devan");

test("a trainer's own classes are marked and come first, by time", async () => {
  const all = await owner.desk.today({});
  const ids = (all.classes ?? []).map(({ classId }) => classId);
  expect(ids.length).toBeGreaterThan(1);
  const last = ids.at(-1) ?? "";
  await db.update(liveClass).set({ trainerName: "  Nila   Raman" }).where(eq(liveClass.id, last));
  const trainer = await newStaff(institute, ["trainer"], "Nila raman");
  const { classes } = await trainer.desk.today({});
  expect(classes?.map(({ classId, isYours }) => [classId, isYours])).toEqual([
    [last, true],
    ...ids.slice(0, -1).map((id) => [id, false]),
  ]);
  expect((await owner.desk.today({})).classes?.some(({ isYours }) => isYours)).toBe(false);
});

test("owners hear of enquiries that the inbox could not take, and others do not", async () => {
  await db.insert(uncollected).values([
    { sourceRow: "course_enquiry broken", tries: 5 },
    { sourceRow: "contact_enquiry broken", tries: 5 },
  ]);
  expect((await owner.desk.today({})).failed).toMatchObject({ kinds: { enquiry: 2 } });
  const counsellor = await newStaff(institute, ["counsellor"]);
  expect((await counsellor.desk.today({})).failed).toBeNull();
  await db.delete(uncollected);
  expect((await owner.desk.today({})).failed).toMatchObject({ kinds: { enquiry: 0 } });
});

test("who decides about places sees that learners ask for another batch, others do not", async () => {
  const counsellor = await newStaff(institute, ["counsellor"]);
  const trainer = await newStaff(institute, ["trainer"]);
  await db.delete(batchRequest);
  expect((await counsellor.desk.today({})).requests).toBeNull();
  const who = await newLearner(institute);
  const purchaseId = await giveCourse(institute, who);
  await putInto(institute, { purchaseId, batchId: await newBatch(institute) });
  const batchId = await newBatch(institute, { batchTime: "1-2" });
  await who.place.ask({ courseId: "python", batchId, reason: "A new job" });
  expect((await counsellor.desk.today({})).requests).toEqual({ count: 1, isMore: false });
  expect((await trainer.desk.today({})).requests).toBeNull();
});

test("a missing backup is warned of, then an old one, and a fresh one is quiet", async () => {
  const backups = async () => (await owner.desk.today({})).expiring?.entries.filter(({ kind }) => kind === "backup");
  await db.delete(backupRun);
  expect(await backups()).toMatchObject([
    { text: "No backup has been taken yet.", reason: expect.stringContaining("system administrator"), at: null },
  ]);
  const made = (hours: number) => new Date(testDay.getTime() - hours * 3_600_000);
  await db.insert(backupRun).values({ madeAt: made(72), place: "/backups/a", bytes: 1 });
  expect(await backups()).toMatchObject([
    { text: "The last backup is older than two days.", at: made(72).toISOString() },
  ]);
  await db.insert(backupRun).values({ madeAt: made(2), place: "/backups/b", bytes: 1 });
  expect(await backups()).toEqual([]);
});
