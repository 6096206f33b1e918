import { randomUUID } from "node:crypto";
import type { Mark } from "@shoreline/domain/presence";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { notification } from "../../db/tables/notification.ts";
import { attendance, liveClass } from "../../db/tables/schedule.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";
import { joinBatch, newTaughtBatch } from "../../test/teaching.ts";

const institute = await testInstitute();
const { db } = institute;
const minute = 60_000;

beforeEach(() => institute.setNow(new Date(testDay.getTime() + 30 * minute)));

async function newClass(names = ["Asha Menon", "Binu Das"]) {
  const trainer = await newStaff(institute, ["trainer"], "Nisha Kurian");
  const taught = await newTaughtBatch(institute, { trainer, names });
  const classId = taught.classes[2];
  const startsAt = taught.startsAt(2);
  const at = (minutes: number) => new Date(startsAt.getTime() + minutes * minute);
  institute.setNow(at(10));
  const mark = (learnerId: string, given: Mark, more: { at?: Date; markId?: string } = {}) => ({
    ...{ markId: more.markId ?? randomUUID(), learnerId, mark: given, at: (more.at ?? at(5)).toISOString() },
  });
  const roll = async () =>
    Object.fromEntries((await trainer.teaching.read({ classId })).roll.map(({ name, mark }) => [name, mark]));
  return { ...taught, trainer, classId, at, mark, roll, ids: taught.learners.map(({ learnerId }) => learnerId) };
}

test("a trainer sees a class with names and attendance so far, and never a number or an address", async () => {
  const { trainer, classId, classes, learners, ids, mark } = await newClass();
  await trainer.teaching.roll({
    classId: classes[0],
    marks: [mark(ids[0] ?? "", "present"), mark(ids[1] ?? "", "absent")],
  });
  await trainer.teaching.roll({ classId: classes[1], marks: [mark(ids[0] ?? "", "late"), mark(ids[1] ?? "", "late")] });
  const page = await trainer.teaching.read({ classId });
  expect(page).toMatchObject({
    course: "Python",
    number: 3,
    classes: 4,
    nextTopic: "Topic 4",
    mayTeach: true,
    isYours: true,
    attendancePercent: 75,
  });
  expect(page.roll.map(({ name, attended, held, mark: now }) => ({ name, attended, held, now }))).toEqual([
    { name: "Asha Menon", attended: 2, held: 2, now: null },
    { name: "Binu Das", attended: 1, held: 2, now: null },
  ]);
  const text = JSON.stringify(page);
  for (const { mobileNumber } of learners) expect(text).not.toContain(mobileNumber);
  expect(text).not.toContain("@example.com");
});

test("who has joined online is ticked already, with the time", async () => {
  const { trainer, classId, learners, at } = await newClass();
  institute.setNow(at(-5));
  await learners[0]?.schedule.join({ scheduleId: classId });
  const [first, second] = (await trainer.teaching.read({ classId })).roll;
  expect(first).toMatchObject({ mark: "present", source: "joined", joinedAt: at(-5).toISOString() });
  expect(second).toMatchObject({ mark: null, joinedAt: null });
});

test("roll-call is seen by the learner, and the same marks again change nothing", async () => {
  const { trainer, classId, ids, mark, roll, learners } = await newClass();
  const marks = [mark(ids[0] ?? "", "late"), mark(ids[1] ?? "", "absent")];
  expect((await trainer.teaching.roll({ classId, marks })).marks.map(({ outcome }) => outcome)).toEqual([
    "holds",
    "holds",
  ]);
  await trainer.teaching.roll({ classId, marks });
  expect(await roll()).toEqual({ "Asha Menon": "late", "Binu Das": "absent" });
  const seen = await Promise.all(
    learners.map(async ({ schedule }) => (await schedule.view({ courseId: "python" })).schedules[2]?.isAttended),
  );
  expect(seen).toEqual([true, false]);
  expect((await trainer.teaching.history({ classId, learnerId: ids[0] ?? "" })).marks).toMatchObject([
    { mark: "late", source: "roll-call", who: "Nisha Kurian", reason: "" },
  ]);
});

test("a learner of another batch is not marked, and the marks beside it are stored", async () => {
  const { trainer, classId, ids, mark, roll } = await newClass();
  const other = await newTaughtBatch(institute);
  const theirs = other.learners[0]?.learnerId ?? "";
  const { marks } = await trainer.teaching.roll({
    classId,
    marks: [mark(theirs, "present"), mark(ids[0] ?? "", "present")],
  });
  expect(marks.map(({ outcome }) => outcome)).toEqual(["not in the batch", "holds"]);
  expect(await roll()).toMatchObject({ "Asha Menon": "present" });
  expect(await db.$count(attendance, eq(attendance.learnerId, theirs))).toBe(0);
  await expect(trainer.teaching.history({ classId, learnerId: theirs })).rejects.toMatchObject({
    code: "NOT_IN_BATCH",
  });
});

test("finishing marks the rest, says what was taught, and a second time changes nothing", async () => {
  const { trainer, classId, ids, mark, roll, learners } = await newClass(["Asha Menon", "Binu Das", "Chitra Nair"]);
  await trainer.teaching.roll({ classId, marks: [mark(ids[0] ?? "", "late")] });
  expect(await trainer.teaching.finish({ classId, rest: "present", topicHeld: "Lists" })).toEqual({ marked: 2 });
  expect(await trainer.teaching.finish({ classId, rest: "absent" })).toEqual({ marked: 0 });
  expect(await roll()).toEqual({ "Asha Menon": "late", "Binu Das": "present", "Chitra Nair": "present" });
  expect((await learners[0]?.schedule.view({ courseId: "python" }))?.schedules[2]?.topicHeld).toBe("Lists");
  const log = await db.select().from(auditEntry).where(eq(auditEntry.thingId, classId));
  expect(log).toMatchObject([{ action: "Finished a class", kind: "class", thing: "Python, class 3" }]);
});

test("after the class is finished a mark needs a reason, and is a correction in history and audit log", async () => {
  const { trainer, classId, ids, mark, roll, at } = await newClass();
  await trainer.teaching.finish({ classId, rest: "present" });
  const late = mark(ids[0] ?? "", "absent", { at: at(20) });
  institute.setNow(at(90));
  expect((await trainer.teaching.roll({ classId, marks: [late] })).marks).toMatchObject([
    { outcome: "needs a reason" },
  ]);
  expect(await roll()).toMatchObject({ "Asha Menon": "present" });
  await trainer.teaching.roll({ classId, marks: [late], reason: "Left after five minutes" });
  expect(await roll()).toMatchObject({ "Asha Menon": "absent" });
  const { marks } = await trainer.teaching.history({ classId, learnerId: ids[0] ?? "" });
  expect(marks[0]).toMatchObject({ mark: "absent", source: "corrected", reason: "Left after five minutes" });
  const log = await db.select().from(auditEntry).where(eq(auditEntry.thingId, classId));
  const correction = log.find(({ action }) => action === "Corrected the attendance");
  expect(correction).toMatchObject({ before: { marks: { [ids[0] ?? ""]: "present" } } });
  expect(JSON.stringify(correction)).not.toContain("Asha");
});

test("a mark that waited on a phone while somebody else finished the class is no correction, and changes no later mark", async () => {
  const { trainer, classId, ids, mark, roll, at } = await newClass();
  await trainer.teaching.finish({ classId, rest: "absent" });
  const { marks } = await trainer.teaching.roll({ classId, marks: [mark(ids[0] ?? "", "present", { at: at(2) })] });
  expect(marks).toMatchObject([{ outcome: "older" }]);
  expect(await roll()).toMatchObject({ "Asha Menon": "absent" });
});

test("one mark after the end asks for a reason, and those before it are stored without one", async () => {
  const { trainer, classId, ids, mark, roll, at } = await newClass(["Asha Menon", "Binu Das"]);
  await trainer.teaching.roll({ classId, marks: [mark(ids[0] ?? "", "absent", { at: at(1) })] });
  await trainer.teaching.finish({ classId, rest: "absent" });
  institute.setNow(at(30));
  const kept = [mark(ids[0] ?? "", "present", { at: at(5) }), mark(ids[1] ?? "", "late", { at: at(20) })];
  const outcomes = async (reason?: string) =>
    (await trainer.teaching.roll({ classId, marks: kept, ...(reason ? { reason } : {}) })).marks.map(
      ({ outcome }) => outcome,
    );
  expect(await outcomes()).toEqual(["holds", "needs a reason"]);
  expect(await roll()).toEqual({ "Asha Menon": "present", "Binu Das": "absent" });
  expect(await outcomes("Came at half past")).toEqual(["older", "holds"]);
  expect(await roll()).toEqual({ "Asha Menon": "present", "Binu Das": "late" });
});

test("hours after the end every mark needs a reason, whatever time it claims; one that is stored already does not", async () => {
  const { trainer, classId, ids, mark, at } = await newClass();
  const sent = mark(ids[0] ?? "", "absent", { at: at(1) });
  await trainer.teaching.roll({ classId, marks: [sent] });
  await trainer.teaching.finish({ classId, rest: "present" });
  institute.setNow(at(13 * 60));
  // The trainer's session has ended by then.
  const desk = await newStaff(institute, ["front desk"]);
  const claimed = mark(ids[0] ?? "", "present", { at: at(5) });
  const outcomes = async (reason?: string) =>
    (await desk.teaching.roll({ classId, marks: [sent, claimed], ...(reason ? { reason } : {}) })).marks.map(
      ({ outcome }) => outcome,
    );
  expect(await outcomes()).toEqual(["older", "needs a reason"]);
  expect(await outcomes("I mixed up two names")).toEqual(["older", "holds"]);
  const { marks } = await desk.teaching.history({ classId, learnerId: ids[0] ?? "" });
  expect(marks).toMatchObject([
    { mark: "present", source: "corrected", reason: "I mixed up two names" },
    { mark: "absent", source: "roll-call", reason: "" },
  ]);
});

test("a mark from before the end that arrives after it is in the audit log when it changes what holds", async () => {
  const { trainer, classId, ids, mark, roll, at } = await newClass();
  const [asha = "", binu = ""] = ids;
  await trainer.teaching.roll({ classId, marks: ids.map((id) => mark(id, "present", { at: at(1) })) });
  await trainer.teaching.finish({ classId, rest: "absent" });
  institute.setNow(at(60));
  const late = [mark(asha, "absent", { at: at(5) }), mark(binu, "present", { at: at(5) })];
  await trainer.teaching.roll({ classId, marks: late });
  await trainer.teaching.roll({ classId, marks: late });
  expect(await roll()).toEqual({ "Asha Menon": "absent", "Binu Das": "present" });
  const log = await db.select().from(auditEntry).where(eq(auditEntry.thingId, classId));
  expect(log.filter(({ action }) => action !== "Finished a class")).toMatchObject([
    {
      action: "Marked after the end what was seen before it",
      before: { marks: { [asha]: "present" } },
      after: { marks: { [asha]: "absent" } },
    },
  ]);
});

test("a class that comes later or is cancelled takes no marks, and odd input is refused", async () => {
  const { trainer, classId, classes, ids, mark } = await newClass();
  const marks = [mark(ids[0] ?? "", "present")];
  await expect(trainer.teaching.roll({ classId: classes[3], marks })).rejects.toMatchObject({ code: "ROLL_NOT_OPEN" });
  await expect(trainer.teaching.finish({ classId: classes[3], rest: "absent" })).rejects.toMatchObject({
    code: "ROLL_NOT_OPEN",
  });
  await db.update(liveClass).set({ cancelledAt: testDay }).where(eq(liveClass.id, classes[1]));
  await expect(trainer.teaching.roll({ classId: classes[1], marks })).rejects.toMatchObject({
    code: "CLASS_CANCELLED",
  });
  for (const odd of [
    { marks: [] },
    { marks: [{ ...marks[0], mark: "asleep" }] },
    { marks: [{ ...marks[0], at: "yesterday" }] },
    { marks: [{ ...marks[0], at: "0000-01-01T00:00:00Z" }] },
    { marks: [{ ...marks[0], learnerId: "1" }] },
  ])
    await expect(trainer.teaching.roll({ classId, ...odd } as never)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await expect(trainer.teaching.read({ classId: "1" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test("another trainer is refused everywhere as if the class did not exist; a counsellor, a learner and nobody have no right to it", async () => {
  const { classId, ids, mark, learners } = await newClass();
  const calls = [
    ["read", {}],
    ["roll", { marks: [mark(ids[0] ?? "", "present")] }],
    ["finish", { rest: "absent" }],
    ["change", { topicHeld: "Loops" }],
    ["note", { text: "Hello", noteId: randomUUID() }],
    ["history", { learnerId: ids[0] }],
  ] as const;
  const other = await newStaff(institute, ["trainer"], "Mary Joseph");
  const counsellor = await newStaff(institute, ["counsellor"]);
  for (const [name, input] of calls) {
    const call = (who: Pick<typeof other, "teaching">) => who.teaching[name]({ classId, ...input } as never);
    await expect(call(other), name).rejects.toMatchObject({ code: "UNKNOWN_CLASS" });
    await expect(call(counsellor), name).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    await expect(call(institute.visitor()), name).rejects.toMatchObject({ code: "STAFF_ONLY" });
    await expect(call(learners[0] as never), name).rejects.toMatchObject({ code: "STAFF_ONLY" });
  }
  expect(await db.$count(attendance, eq(attendance.classId, classId))).toBe(0);
});

test("owners and front desk teach every class; a class of before there were accounts is its trainer's by name", async () => {
  const { classId, ids, mark, roll } = await newClass();
  const desk = await newStaff(institute, ["front desk"]);
  await desk.teaching.roll({ classId, marks: [mark(ids[0] ?? "", "present")] });
  expect(await roll()).toMatchObject({ "Asha Menon": "present" });
  const old = await newTaughtBatch(institute);
  const sanjay = await newStaff(institute, ["trainer"], "  SANJAY ");
  expect(await sanjay.teaching.read({ classId: old.classes[2] })).toMatchObject({ isYours: true, mayTeach: true });
});

test("materials, recording and note are in the learner's schedule, and gone when they are removed", async () => {
  const { trainer, classId, learners, at } = await newClass();
  const [me] = learners;
  const look = async () => (await me?.schedule.view({ courseId: "python" }))?.schedules[2];
  expect(Object.keys((await look()) ?? {})).not.toEqual(
    expect.arrayContaining(["materialCount", "notes", "topicHeld"]),
  );
  const link = { classId, kind: "link" as const, name: "Slides", url: "https://files.example/a.pdf" };
  const { materialId } = await trainer.library.addMaterial({ materialId: randomUUID(), ...link });
  await trainer.teaching.note({ classId, text: "Bring your laptop", noteId: randomUUID() });
  await trainer.teaching.change({ classId, topicHeld: "Lists", recordingUrl: "https://video.example/3" });
  expect(await look()).toMatchObject({
    topicHeld: "Lists",
    materialCount: 1,
    notes: [{ text: "Bring your laptop" }],
  });
  institute.setNow(at(61));
  expect((await look())?.recordingUrl).toBe("https://video.example/3");
  await trainer.library.removeMaterial({ materialId });
  await trainer.teaching.change({ classId, topicHeld: "Topic 3", recordingUrl: "" });
  const after = await look();
  expect([after?.materialCount, after?.topicHeld, after?.recordingUrl]).toEqual([undefined, undefined, ""]);
});

test("a recording needs a link that begins with https", async () => {
  const { trainer, classId } = await newClass();
  for (const recordingUrl of ["javascript:alert(1)", "nowhere", "https://user:pass@files.example/"])
    await expect(trainer.teaching.change({ classId, recordingUrl })).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test("a note is one notification to each learner, however often the form is sent", async () => {
  const { trainer, classId, batchId, ids } = await newClass();
  const note = { classId, text: "Bring your laptop", noteId: randomUUID() };
  await Promise.all([1, 2, 3].map(() => trainer.teaching.note(note)));
  await institute.runJobs();
  for (const learnerId of ids) {
    const shown = await db
      .select()
      .from(notification)
      .where(and(eq(notification.learnerId, learnerId), eq(notification.text, "Bring your laptop")));
    expect(shown).toMatchObject([{ title: "Python: a note from Nisha Kurian", link: "/dashboard/schedule/python" }]);
  }
  await joinBatch(institute, { name: "Later Learner", batchId });
  expect((await trainer.teaching.read({ classId })).notes).toMatchObject([{ learners: 2, who: "Nisha Kurian" }]);
});

test("a trainer's list has their own classes of today, to come and past; owners see all and filter", async () => {
  const { trainer, classes, classId } = await newClass();
  const other = await newClass();
  institute.setNow(new Date(testDay.getTime() + 30 * minute));
  const list = async (when: "today" | "coming" | "past") =>
    (await trainer.teaching.list({ when })).classes.map((one) => one.classId);
  expect(await list("today")).toEqual([classId]);
  expect(await list("coming")).toEqual([classes[3]]);
  expect(await list("past")).toEqual([classes[1], classes[0]]);
  const owner = await newStaff(institute, ["owner"]);
  const own = await owner.teaching.list({ trainerId: other.trainer.person.id });
  expect(own.classes).toMatchObject([{ classId: other.classId, learners: 2, present: 0, classes: 4, isYours: false }]);
  expect(own.choices?.trainers).toContainEqual({ id: trainer.person.id, name: "Nisha Kurian" });
  expect((await trainer.teaching.list({ trainerId: other.trainer.person.id })).classes).toMatchObject([{ classId }]);
  expect((await owner.teaching.list({ trainerId: trainer.person.id, courseId: "java" })).classes).toEqual([]);
  await expect(owner.teaching.list({ after: "odd" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test("the class that runs now is first in the list, then what comes; what is over is counted and comes apart", async () => {
  const { person: who, ...trainer } = await newStaff(institute, ["trainer"], "Nisha Kurian");
  const at = (hours: number) => new Date(testDay.getTime() + hours * 60 * minute);
  const ids: string[] = [];
  for (const [index, names] of [["Asha Menon"], [], ["Binu Das"], ["Chitra Nair"]].entries()) {
    const { classes } = await newTaughtBatch(institute, { names });
    const given = { startsAt: at(index - 2), trainerId: who.id, trainerName: who.name };
    await db.update(liveClass).set(given).where(eq(liveClass.id, classes[2]));
    ids.push(classes[2]);
  }
  institute.setNow(at(0.5));
  const list = await trainer.teaching.list({});
  expect(list.classes.map((one) => one.classId)).toEqual([ids[2], ids[3]]);
  // Nobody was to be marked in the second one.
  expect(list.over).toEqual({ count: 2, isMore: false, unfinished: 1 });
  const over = await trainer.teaching.list({ when: "over" });
  expect(over.classes.map((one) => one.classId)).toEqual([ids[1], ids[0]]);
  expect(over.over).toBeNull();
  await trainer.teaching.finish({ classId: ids[0] ?? "", rest: "present" });
  expect((await trainer.teaching.list({})).over).toEqual({ count: 2, isMore: false, unfinished: 0 });
});

test("a long list comes in pages that miss and repeat nothing", async () => {
  const owner = await newStaff(institute, ["owner"]);
  for (const when of ["coming", "past"] as const) {
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await owner.teaching.list({ when, courseId: "python", ...(after && { after }) });
      seen.push(...page.classes.map((one) => one.classId));
      after = page.next ?? undefined;
    } while (after && seen.length < 400);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThan(25);
  }
});
