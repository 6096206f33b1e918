import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { pause } from "../../db/tables/batch-request.ts";
import { batch, batchPlace, liveClass } from "../../db/tables/schedule.ts";
import { runNow } from "../../jobs/queue.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { giveCourse } from "../../test/paying.ts";
import { newBatch, putInto } from "../../test/places.ts";
import { newStaff } from "../../test/staff.ts";
import { sendReminders } from "../schedule/notices.ts";
import { placeLearners } from "../schedule/places.ts";
import { pauseKey } from "./jobs.ts";

const institute = await testInstitute();
const { db, deps } = institute;
const day = 86_400_000;
const courseId = "python";
const until = "2026-12-20";
const owner = await newStaff(institute, ["owner"]);
const at = (days: number) => institute.setNow(new Date(testDay.getTime() + days * day));

beforeEach(() => at(0));

async function inBatch() {
  const me = await newLearner(institute);
  const purchaseId = await giveCourse(institute, me, { courseId });
  const batchId = await newBatch(institute, { startsIn: 1, seats: 1 });
  await putInto(institute, { purchaseId, batchId });
  const classes = await db.select().from(liveClass).where(eq(liveClass.batchId, batchId)).orderBy(liveClass.number);
  return { me, purchaseId, batchId, classes };
}

test("who pauses keeps the course but not the seat, gets no reminders, joins nothing, and resumes with what was attended", async () => {
  const { me, purchaseId, batchId, classes } = await inBatch();
  at(1.01);
  await me.schedule.join({ scheduleId: classes[0]?.id ?? "" });
  const waits = await newLearner(institute);
  await waits.place.wait({ courseId, batchId });
  const paused = await me.place.pause({ courseId, until, reason: "Exams" });
  expect(paused).toMatchObject({ batch: null, pause: { until, reason: "Exams" } });
  await expect(me.place.pause({ courseId, until, reason: "Exams" })).rejects.toMatchObject({ code: "PAUSED_ALREADY" });
  await institute.runJobs();
  expect((await waits.place.read({ courseId })).waiting[0]?.state).toBe("offered");
  await expect(me.place.resume({ courseId, batchId })).rejects.toMatchObject({ code: "BATCH_FULL" });
  await placeLearners(db, { now: deps.clock.now() });
  expect(await db.$count(batchPlace, eq(batchPlace.purchaseId, purchaseId))).toBe(0);
  expect((await me.schedule.view({ courseId })).schedules).toEqual([]);
  at(2.01);
  await expect(me.schedule.join({ scheduleId: classes[1]?.id ?? "" })).rejects.toMatchObject({ code: "COURSE_PAUSED" });
  const before = institute.mails.length;
  await sendReminders(deps);
  await institute.runJobs();
  const reminders = (await me.notification.list({})).notifications.filter(({ title }) => title.includes("class"));
  expect([reminders, institute.mails.length - before]).toEqual([[], 0]);
  expect((await me.enrolment.list({}))[0]?.status).toBe("Completed");

  const other = await newBatch(institute, { startsIn: 4, seats: 1 });
  const resumed = await me.place.resume({ courseId, batchId: other });
  expect(resumed).toMatchObject({ batch: { batchId: other }, pause: null });
  expect((await me.schedule.view({ courseId })).schedules.map(({ isAttended }) => isAttended).slice(0, 2)).toEqual([
    true,
    false,
  ]);
  await expect(me.place.resume({ courseId, batchId: other })).rejects.toMatchObject({ code: "NOT_PAUSED" });
});

test("a pause ends on a day within the rule; staff pause as long as they want, and the learner is told", async () => {
  const { me, purchaseId } = await inBatch();
  await expect(me.place.pause({ courseId, until: "2026-11-15", reason: "Exams" })).rejects.toMatchObject({
    code: "PAUSE_REFUSED",
  });
  await expect(me.place.pause({ courseId, until: "2027-06-01", reason: "Exams" })).rejects.toMatchObject({
    code: "PAUSE_REFUSED",
  });
  await owner.seating.pause({ purchaseId, until: "2027-06-01", reason: "A year abroad" });
  await expect(owner.seating.pause({ purchaseId, reason: "Again" })).rejects.toMatchObject({ code: "PAUSED_ALREADY" });
  await institute.runJobs();
  const titles = (await me.notification.list({})).notifications.map(({ title }) => title);
  expect(titles.filter((title) => title === "Python is paused")).toHaveLength(1);
  const { pauses } = await owner.seating.pauses({});
  const shown = pauses.find(({ reason }) => reason === "A year abroad");
  expect(shown).toMatchObject({ until: "2027-06-01", isByStaff: true });
  const to = await newBatch(institute, { seats: 1 });
  await owner.seating.resume({ pauseId: shown?.pauseId ?? "", batchId: to });
  expect((await me.place.read({ courseId })).batch?.batchId).toBe(to);
  await expect(owner.seating.resume({ pauseId: shown?.pauseId ?? "", batchId: to })).rejects.toMatchObject({
    code: "NOT_PAUSED",
  });
});

test("on the day on which the pause ends the learner hears of it, unless they have resumed", async () => {
  const [one, two] = [await inBatch(), await inBatch()];
  for (const { me } of [one, two]) await me.place.pause({ courseId, until: "2026-11-20", reason: "Exams" });
  await two.me.place.resume({ courseId, batchId: await newBatch(institute) });
  at(6);
  const open = await db.select({ id: pause.id }).from(pause);
  await runNow(
    db,
    open.map(({ id }) => pauseKey(id)),
  );
  await institute.runJobs();
  const told = async (me: typeof one.me) =>
    (await me.notification.list({})).notifications.filter(({ title }) => title === "Python: your pause ends today")
      .length;
  expect([await told(one.me), await told(two.me)]).toEqual([1, 0]);
  const mails = institute.mails.filter(({ subject }) => subject === "Python: your pause ends today");
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain("/dashboard/schedule/python");
});

test("a paused learner does not ask for another batch, and an open request ends with the pause", async () => {
  const { me } = await inBatch();
  const to = await newBatch(institute, { batchTime: "1-2" });
  await me.place.ask({ courseId, batchId: to, reason: "A new job" });
  const paused = await me.place.pause({ courseId, until, reason: "Exams" });
  expect(paused.request?.state).toBe("withdrawn");
  await expect(me.place.ask({ courseId, batchId: to, reason: "A new job" })).rejects.toMatchObject({
    code: "COURSE_PAUSED",
  });
});

test("of many who resume in the last seat at once, one gets it", async () => {
  const people = [await inBatch(), await inBatch(), await inBatch(), await inBatch()];
  for (const { me } of people) await me.place.pause({ courseId, until, reason: "Exams" });
  const to = await newBatch(institute, { seats: 1 });
  const answers = await Promise.allSettled(people.map(({ me }) => me.place.resume({ courseId, batchId: to })));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await db.$count(batchPlace, eq(batchPlace.batchId, to))).toBe(1);
  const [row] = await db
    .select()
    .from(batch)
    .where(and(eq(batch.id, to)));
  expect(row?.seats).toBe(1);
});
