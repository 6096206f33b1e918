import { randomUUID } from "node:crypto";
import { dayAt } from "@shoreline/domain/batch";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { holiday } from "../../db/tables/batch-plan.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { batch, batchPlace, liveClass } from "../../db/tables/schedule.ts";
import { waitingPlace } from "../../db/tables/seat.ts";
import { runNow } from "../../jobs/queue.ts";
import { attend, attendedOf, batchForm, openForm, placeOf, sitter } from "../../test/batches.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { giveCourse } from "../../test/paying.ts";
import { newStaff } from "../../test/staff.ts";
import { carryProgress } from "../schedule/carry.ts";
import { movePlace } from "../schedule/move-place.ts";
import { placeLearners } from "../schedule/places.ts";
import { waitingKey } from "../schedule/waiting.ts";

const institute = await testInstitute();
const { db } = institute;
let desk = await newStaff(institute, ["front desk"]);
const nobody = "00000000-0000-4000-8000-000000000000";
/** Two classes of the evening batch are over then. */
const later = new Date("2026-11-28T06:30:00Z");

beforeEach(async () => {
  await goTo(testDay);
  institute.mails.length = 0;
  await db.delete(holiday);
});

/** The desk signs in on that day. */
async function goTo(now: Date): Promise<void> {
  institute.setNow(now);
  desk = await newStaff(institute, ["front desk"]);
}

const open = async (change: object = {}) => (await desk.planning.open({ ...openForm(), ...change })).batchId;
const read = (batchId: string) => desk.planning.read({ batchId });
const { courseId: _course, from: _from, pattern, ...rest } = batchForm;
const changeOf = async (batchId: string, change: object = {}) => ({
  ...{ batchId, version: (await read(batchId)).version, ...rest, ...change },
});
const mailsAbout = async (subject: string) => {
  await institute.runJobs();
  return institute.mails.filter((mail) => mail.subject === subject);
};

test("name, seats and last day change; seats stay above the learners; older versions are refused", async () => {
  const batchId = await open();
  await sitter(institute, batchId);
  await sitter(institute, batchId);
  const changed = await desk.planning.change(
    await changeOf(batchId, { name: "Owls", seats: 2, joinUntil: "2026-12-01" }),
  );
  expect(changed).toMatchObject({ name: "Owls", seats: 2, taken: 2, joinUntil: "2026-12-01", version: 1, changes: [] });
  await expect(desk.planning.change(await changeOf(batchId, { seats: 1 }))).rejects.toMatchObject({
    code: "INVALID_INPUT",
    fields: { seats: "2 seats of this batch are taken or held" },
  });
  await expect(desk.planning.change({ ...(await changeOf(batchId)), version: 0 })).rejects.toMatchObject({
    code: "CHANGED_MEANWHILE",
  });
});

test("nobody joins a batch after its last day to join, and a full batch takes nobody", async () => {
  const [closed, full] = [await open({ courseId: "flutter", joinUntil: "2026-11-20" }), await open({ seats: 1 })];
  const offered = async () => (await institute.visitor().schedule.batches({ courseId: "flutter" })).batches;
  expect((await offered()).find(({ _id }) => _id === closed)?.closesAt).toBe("2026-11-20T18:30:00.000Z");
  const late = await sitter(institute, full);
  await expect(sitter(institute, full)).rejects.toMatchObject({ code: "BATCH_JUST_FULL" });
  expect(await placeOf(institute, late.purchaseId)).toBe(full);
});

test("a new pattern and trainer move the classes to come, learners see them, and the past stays", async () => {
  const batchId = await open();
  const { who, purchaseId } = await sitter(institute, batchId);
  const { id: trainerId, name } = (await newStaff(institute, ["trainer"], "Joel Antony")).person;
  await goTo(later);
  const weekend = { batchTime: "9-10", batchType: "week-end", trainerId };
  const again = { pattern: [{ weekday: 6, from: "09:30", classes: 2 }], from: "2026-11-28" };
  const change = await changeOf(batchId, { ...weekend, again, note: "The evening room is being painted." });
  const { changes, lessons, ...changed } = await desk.planning.change(change);
  expect(changed).toMatchObject({ pattern: again.pattern, trainer: name, batchType: "week-end" });
  expect(lessons.slice(0, 4).map(({ startsAt, trainer }) => [startsAt, trainer])).toEqual([
    ["2026-11-24T13:00:00.000Z", "To be announced"],
    ["2026-11-26T13:00:00.000Z", "To be announced"],
    ["2026-12-05T04:00:00.000Z", name],
    ["2026-12-05T05:00:00.000Z", name],
  ]);
  expect(changes).toMatchObject([{ moved: lessons.length - 2, restaffed: lessons.length - 2, isTold: true }]);
  const { schedules } = await who.schedule.view({ courseId: "sql" });
  expect(schedules.find(({ number }) => number === 3)?.classDate).toBe("2026-12-05T04:00:00.000Z");
  const [bought] = await db.select().from(purchase).where(eq(purchase.id, purchaseId));
  expect(bought).toMatchObject({ batchTime: "9-10", batchType: "week-end" });
});

test("a clash with another class of the new trainer is refused, and nothing is changed", async () => {
  const { id: trainerId } = (await newStaff(institute, ["trainer"], "Farida Rahman")).person;
  await open({ courseId: "java", trainerId });
  const batchId = await open({ courseId: "react" });
  await expect(desk.planning.change(await changeOf(batchId, { trainerId, name: "X" }))).rejects.toMatchObject({
    code: "CLASS_CLASH",
    fields: { clash: expect.stringContaining("Farida Rahman teaches Java Programming then") },
  });
  expect(await read(batchId)).toMatchObject({ name: "Evening group", version: 0, trainerId: null });
});

test("a clone is a draft with the same form and no days", async () => {
  const batchId = await open({ seats: 18 });
  const { draftId } = await desk.planning.clone({ batchId });
  expect((await desk.planning.draft({ draftId })).content).toMatchObject({ seats: 18, from: null, pattern });
});

test("a split takes learners to a new batch with the classes to come and what they have attended", async () => {
  const batchId = await open();
  const [stays, goes] = [await sitter(institute, batchId), await sitter(institute, batchId)];
  await attend(institute, { purchaseId: goes.purchaseId, numbers: [1, 2] });
  await goTo(later);
  const { version, lessons } = await read(batchId);
  const form = {
    ...{ ...rest, batchId, version, purchaseIds: [goes.purchaseId], attemptId: randomUUID(), from: "2026-11-29" },
    ...{ name: "Morning half", pattern: [{ weekday: 1, from: "07:00", classes: 1 }], note: "Two rooms, two halves." },
  };
  await expect(desk.planning.split({ ...form, purchaseIds: [nobody] })).rejects.toMatchObject({
    code: "UNKNOWN_PURCHASE",
  });
  const made = await desk.planning.split(form);
  expect(await desk.planning.split(form)).toEqual(made);
  const half = await read(made.batchId);
  expect(half.lessons.map(({ number, topic }) => [number, topic])).toEqual(
    lessons.map(({ number, topic }) => [number, topic]),
  );
  expect(half.lessons[2]?.startsAt).toBe("2026-11-30T01:30:00.000Z");
  expect(half.learners).toMatchObject([{ purchaseId: goes.purchaseId, attended: 2 }]);
  expect(await attendedOf(institute, goes.purchaseId)).toEqual(["1 carried", "2 carried"]);
  expect(await placeOf(institute, stays.purchaseId)).toBe(batchId);
  const mails = await mailsAbout("SQL: you are in another batch");
  expect(mails.map(({ to }) => to)).toHaveLength(1);
  expect(mails[0]?.text).toContain("Two rooms, two halves.");
  expect(mails[0]?.attachments).toHaveLength(1);
});

test("a merge moves everybody or nobody, carries attendance, cancels the batch, and tells each once", async () => {
  const [from, to] = [await open(), await open({ name: "Larger group", seats: 2 })];
  const people = [await sitter(institute, from), await sitter(institute, from)];
  const first = people[0]?.purchaseId ?? "";
  const there = await sitter(institute, to);
  await attend(institute, { purchaseId: first, numbers: [2] });
  await goTo(later);
  const merge = { batchId: from, version: 0, toBatchId: to, note: "" };
  await expect(desk.planning.merge(merge)).rejects.toMatchObject({ code: "BATCH_JUST_FULL" });
  expect(await placeOf(institute, first)).toBe(from);
  const python = await open({ courseId: "python", from: "2026-12-01" });
  await expect(desk.planning.merge({ ...merge, toBatchId: python })).rejects.toMatchObject({ code: "UNKNOWN_BATCH" });
  await expect(desk.planning.merge({ ...merge, toBatchId: from })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await desk.planning.change(await changeOf(to, { seats: 3 }));
  await desk.planning.merge(merge);
  expect(await db.$count(batchPlace, eq(batchPlace.batchId, to))).toBe(3);
  expect(await attendedOf(institute, first)).toEqual(["2 carried"]);
  const old = await read(from);
  expect(old).toMatchObject({ state: "cancelled", taken: 0 });
  expect(old.lessons.filter(({ isCancelled }) => isCancelled)).toHaveLength(old.lessons.length - 2);
  expect(await mailsAbout("SQL: you are in another batch")).toHaveLength(2);
  const notices = (await people[0]?.who.notification.list({}))?.notifications.map(({ title }) => title);
  expect(notices?.filter((title) => title === "SQL: you are in another batch")).toHaveLength(1);
  expect(await placeOf(institute, there.purchaseId)).toBe(to);
  await expect(desk.planning.merge(merge)).rejects.toMatchObject({ code: "BATCH_IS_CANCELLED" });
});

test("two batches that are merged into each other at once: one is cancelled, the other has everybody", async () => {
  const ids = [await open(), await open()] as const;
  await sitter(institute, ids[0]);
  await sitter(institute, ids[1]);
  const answers = await Promise.allSettled([
    desk.planning.merge({ batchId: ids[0], version: 0, toBatchId: ids[1], note: "" }),
    desk.planning.merge({ batchId: ids[1], version: 0, toBatchId: ids[0], note: "" }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const left = await db.select().from(batch).where(eq(batch.id, ids[0]));
  const kept = left[0]?.cancelledAt ? ids[1] : ids[0];
  expect(await db.$count(batchPlace, eq(batchPlace.batchId, kept))).toBe(2);
});

test("who loses the place in a cancelled batch waits, is told once, and keeps the attendance in the next batch", async () => {
  const form = { courseId: "software-testing", batchTime: "11-12", batchType: "week-end" };
  await db.update(batch).set({ cancelledAt: testDay });
  const batchId = await open(form);
  const { purchaseId, who } = await sitter(institute, batchId, "software-testing");
  await attend(institute, { purchaseId, numbers: [1] });
  await goTo(later);
  const cancel = { batchId, version: 0, reason: "The trainer has moved away.", toBatchId: null };
  const cancelled = await desk.planning.cancel(cancel);
  expect(cancelled).toMatchObject({ state: "cancelled", taken: 0 });
  await expect(desk.planning.cancel(cancel)).rejects.toMatchObject({ code: "BATCH_IS_CANCELLED" });
  await expect(desk.planning.change({ ...(await changeOf(batchId)), version: 1 })).rejects.toMatchObject({
    code: "BATCH_IS_CANCELLED",
  });
  expect(await placeOf(institute, purchaseId)).toBeNull();
  const [mail, ...more] = await mailsAbout("Software Testing: your batch is cancelled");
  expect(mail?.text).toContain("The trainer has moved away.");
  expect(more).toEqual([]);
  expect((await institute.visitor().schedule.batches({ courseId: "software-testing" })).batches).toEqual([]);
  expect((await who.schedule.view({ courseId: "software-testing" })).schedules).toEqual([]);

  const next = await open({ ...form, from: "2026-12-01" });
  await placeLearners(db, { now: later });
  expect(await placeOf(institute, purchaseId)).toBe(next);
  expect(await attendedOf(institute, purchaseId)).toEqual(["1 carried"]);
});

test("who loses the place long after the purchase waits for a batch that still takes learners; staff hear of it, and the learner of the new place", async () => {
  const form = { courseId: "software-testing", batchTime: "11-12", batchType: "week-end" };
  await db.update(batch).set({ cancelledAt: testDay });
  const [batchId, nearlyOver] = [await open({ ...form, from: "2026-12-01" }), await open(form)];
  const { purchaseId } = await sitter(institute, batchId, "software-testing");
  await db.update(purchase).set({ confirmedAt: testDay }).where(eq(purchase.id, purchaseId));
  const { endsAt } = await read(nearlyOver);
  const lastDays = new Date(Date.parse(endsAt ?? "") - 3 * 86_400_000);
  await goTo(lastDays);
  await desk.planning.cancel({ batchId, version: 0, reason: "The trainer has left.", toBatchId: null });
  await placeLearners(db, { now: lastDays });
  expect(await placeOf(institute, purchaseId)).toBeNull();
  await runNow(db, [waitingKey(purchaseId)]);
  expect(await mailsAbout("A learner waits for a batch: Software Testing")).toHaveLength(1);

  const next = await open({ ...form, from: dayAt(endsAt ? new Date(endsAt) : later, "Asia/Kolkata") });
  for (let times = 0; times < 2; times++) await placeLearners(db, { now: lastDays });
  expect(await placeOf(institute, purchaseId)).toBe(next);
  const [mail, ...more] = await mailsAbout("Software Testing: you have a place in a batch");
  expect(mail?.text).toContain("Batch: Tue, Thu 6:30 PM");
  expect([mail?.attachments?.length, more]).toEqual([1, []]);
});

test("more seats are offered to the line at once, and who still waits hears that the batch is cancelled", async () => {
  const batchId = await open({ seats: 1 });
  await sitter(institute, batchId);
  const [first, second] = [await newLearner(institute), await newLearner(institute)];
  for (const [n, who] of [first, second].entries()) {
    institute.setNow(new Date(testDay.getTime() + n * 1000));
    await who.place.wait({ courseId: "sql", batchId });
  }
  await desk.planning.change(await changeOf(batchId, { seats: 2 }));
  await institute.runJobs();
  const titlesOf = async (who: typeof first) =>
    (await who.notification.list({})).notifications
      .map(({ title }) => title)
      .filter((title) => !title.startsWith("Welcome"));
  expect(await titlesOf(first)).toEqual(["A seat in SQL is free for you"]);
  expect(await titlesOf(second)).toEqual([]);
  const { version } = await read(batchId);
  await desk.planning.cancel({ batchId, version, reason: "Too few learners", toBatchId: null });
  await institute.runJobs();
  expect(await titlesOf(second)).toEqual(["SQL: the batch you wait for is cancelled"]);
  expect(await db.$count(waitingPlace, eq(waitingPlace.state, "waiting"))).toBe(0);
});

test("seats are not lowered below what is held, and a merge sees the seats that the line leaves", async () => {
  const [batchId, from] = [await open({ seats: 2 }), await open()];
  await sitter(institute, batchId);
  const [pays, waits] = [await newLearner(institute), await newLearner(institute)];
  const { price } = await pays.course.read({ courseId: "sql" });
  await pays.payment.order({ amount: price * 100, courseId: "sql", batchTime: "3-4", batchType: "week-days", batchId });
  await expect(desk.planning.change(await changeOf(batchId, { seats: 1 }))).rejects.toMatchObject({
    code: "INVALID_INPUT",
    fields: { seats: "2 seats of this batch are taken or held" },
  });
  await waits.place.wait({ courseId: "sql", batchId });
  await db.update(batch).set({ seats: 3 }).where(eq(batch.id, batchId));
  await sitter(institute, from);
  const { batches } = await desk.planning.others({ batchId: from });
  expect(batches.find((one) => one.batchId === batchId)?.seatsLeft).toBe(0);
});

test("attendance is carried by the number of the class, and what is there already stays", async () => {
  const [from, to] = [await open(), await open()];
  const { purchaseId } = await sitter(institute, from);
  await attend(institute, { purchaseId, numbers: [1, 3] });
  for (let times = 0; times < 2; times++)
    await carryProgress(db, [{ purchaseId, batchId: to }], institute.deps.clock.now());
  await db.update(batchPlace).set({ batchId: to }).where(eq(batchPlace.purchaseId, purchaseId));
  expect(await attendedOf(institute, purchaseId)).toEqual(["1 carried", "3 carried"]);
});

test("attendance of a purchase that was refunded does not come along with the next one", async () => {
  const [from, to] = [await open(), await open()];
  const { who, purchaseId } = await sitter(institute, from);
  await attend(institute, { purchaseId, numbers: [1, 2] });
  await db.delete(batchPlace).where(eq(batchPlace.purchaseId, purchaseId));
  await db.update(purchase).set({ state: "refunded", stateSince: later }).where(eq(purchase.id, purchaseId));
  const again = await giveCourse(institute, who, { courseId: "sql", at: later });
  await db.transaction((tx) => movePlace(tx, { purchaseId: again, toBatchId: to, now: later }));
  expect(await attendedOf(institute, again)).toEqual([]);
  await db.update(purchase).set({ state: "transferred" }).where(eq(purchase.id, purchaseId));
  await carryProgress(db, [{ purchaseId: again, batchId: to }], later);
  expect(await attendedOf(institute, again)).toEqual(["1 carried", "2 carried"]);
});

test("an unknown batch, a finished one, and one whose classes are all over are refused", async () => {
  await expect(read(nobody)).rejects.toMatchObject({ code: "UNKNOWN_BATCH" });
  await expect(desk.planning.clone({ batchId: nobody })).rejects.toMatchObject({ code: "UNKNOWN_BATCH" });
  const batchId = await open();
  await goTo(new Date("2028-01-01T00:00:00Z"));
  expect(await read(batchId)).toMatchObject({ state: "finished" });
  await expect(
    desk.planning.cancel({ batchId, version: 0, reason: "Too late", toBatchId: null }),
  ).rejects.toMatchObject({ code: "NOTHING_TO_COME" });
  expect(await db.$count(liveClass, eq(liveClass.batchId, batchId))).toBeGreaterThan(0);
});
