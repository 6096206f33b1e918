import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { grading, homework, homeworkWork, submission } from "../../db/tables/class-homework.ts";
import { course } from "../../db/tables/course.ts";
import { digestItem } from "../../db/tables/digest.ts";
import { batchPlace } from "../../db/tables/schedule.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { testDay } from "../../test/global-setup.ts";
import { askedHomework, newFile, newHomework } from "../../test/homework.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";
import { newTaughtBatch } from "../../test/teaching.ts";

const institute = await testInstitute();
const { db } = institute;
const day = 86_400_000;

beforeEach(() => institute.setNow(testDay));

const version = (text = "My answer") => ({ submissionId: randomUUID(), text });

async function newHandedIn(given: Parameters<typeof newHomework>[1] = {}) {
  const work = await newHomework(institute, given);
  const [me] = work.learners;
  if (!me) throw new Error("Nobody is in the batch.");
  await me.homework.handIn({ ...work.mine, ...version() });
  const { homeworkId, trainer } = work;
  const one = { homeworkId, learnerId: me.learnerId };
  const judge = (outcome: "done" | "given back", more: object = {}) =>
    trainer.grading.grade({
      ...{ ...one, gradingId: randomUUID(), revision: 1, outcome, points: [6, 3], comment: "Good, but short" },
      ...more,
    });
  return { ...work, me, one, judge };
}

test("Today says how many wait for a grading, to who grades them", async () => {
  const { trainer, judge, learners, mine } = await newHandedIn();
  await learners[1]?.homework.handIn({ ...mine, ...version("Another answer") });
  const other = await newStaff(institute, ["trainer"], "Somebody Else");
  const counsellor = await newStaff(institute, ["counsellor"]);
  expect((await trainer.desk.today({})).homework).toEqual({ count: 2, isMore: false });
  expect((await other.desk.today({})).homework).toBeNull();
  expect((await counsellor.desk.today({})).homework).toBeNull();
  await judge("done");
  expect((await trainer.desk.today({})).homework).toEqual({ count: 1, isMore: false });
});

test("homework is given back, handed in again late and graded; both sides see every step", async () => {
  const dueOn = testDay.toISOString().slice(0, 10);
  const { me, mine, one, judge, trainer, homeworkId } = await newHandedIn({ dueOn, allowsLate: false });
  const waiting = async () =>
    (await trainer.grading.list({ show: "waiting" })).homework.map((h) => [h.title, h.waiting]);
  expect(await waiting()).toEqual([["Loops", 1]]);
  await judge("given back", { points: null, comment: "Part 3 is missing" });
  expect(await waiting()).toEqual([]);
  expect(await me.homework.read(mine)).toMatchObject({
    ...{ state: "given back", whyNot: null, points: null },
    gradings: [{ outcome: "given back", comment: "Part 3 is missing", who: "Nisha Kurian", version: 1, points: null }],
  });
  institute.setNow(new Date(testDay.getTime() + 3 * day));
  const again = await me.homework.handIn({ ...mine, ...version("With part 3") });
  expect(again.versions.map((v) => [v.version, v.isLate])).toEqual([
    [2, false],
    [1, false],
  ]);
  // Sessions of the staff are short.
  institute.setNow(new Date(testDay.getTime() + 3_600_000));
  await judge("done", { revision: 3 });
  expect(await me.homework.read(mine)).toMatchObject({
    ...{ state: "done", points: 9, mostPoints: 10, whyNot: "graded" },
    gradings: [
      {
        outcome: "done",
        version: 2,
        points: 9,
        lines: [
          { text: "It runs", points: 6, given: 6 },
          { text: "It reads well", points: 4, given: 3 },
        ],
      },
      { outcome: "given back" },
    ],
  });
  const page = await trainer.grading.work(one);
  expect([page.state, page.versions.length, page.gradings.length]).toEqual(["done", 2, 2]);
  const told = await db.select().from(digestItem).where(eq(digestItem.learnerId, me.learnerId));
  expect(told.map(({ kind, title }) => [kind, title])).toEqual([
    ["homework", "new homework, “Loops”"],
    ["graded", "“Loops” was given back"],
    ["graded", "“Loops” is graded"],
  ]);
  expect(new Set(told.map(({ link }) => link))).toEqual(new Set([`/dashboard/learn/python/homework/${homeworkId}`]));
});

test("the same grading is stored once, and of two at the same time one is refused", async () => {
  const { judge, one, trainer } = await newHandedIn();
  const gradingId = randomUUID();
  await Promise.all([1, 2, 3].map(() => judge("done", { gradingId })));
  expect(await db.$count(grading, eq(grading.homeworkId, one.homeworkId))).toBe(1);
  const { revision } = await trainer.grading.work(one);
  const both = await Promise.allSettled([judge("done", { revision }), judge("given back", { revision })]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(both.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "NEWER_WORK" } });
});

test("a version that arrives while the trainer writes is looked at first", async () => {
  const { me, mine, judge } = await newHandedIn();
  await me.homework.handIn({ ...mine, ...version("Better") });
  await expect(judge("done")).rejects.toMatchObject({ code: "NEWER_WORK" });
  expect((await me.homework.read(mine)).state).toBe("handed in");
});

test("points that do not fit, giving back without a word or without a version are refused", async () => {
  const { judge, ids, one } = await newHandedIn();
  for (const points of [[6], [7, 0], [6, 4, 1]])
    await expect(judge("done", { points })).rejects.toMatchObject({ code: "WRONG_POINTS" });
  await expect(judge("done", { points: [-1, 0] })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await expect(judge("given back", { comment: " " })).rejects.toMatchObject({ code: "COMMENT_NEEDED" });
  const other = { learnerId: ids[1], revision: 0 };
  await expect(judge("given back", other)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  expect(await db.$count(homeworkWork, eq(homeworkWork.homeworkId, one.homeworkId))).toBe(1);
  expect(await judge("done", other)).toMatchObject({ state: "done", gradings: [{ version: 0, points: 9 }] });
});

test("learners of another batch are not graded, and nothing about them is shown", async () => {
  const { judge, trainer, homeworkId } = await newHandedIn();
  const theirs = (await newTaughtBatch(institute)).learners[0]?.learnerId ?? "";
  await expect(judge("done", { learnerId: theirs, revision: 0 })).rejects.toMatchObject({ code: "NOT_IN_BATCH" });
  await expect(trainer.grading.work({ homeworkId, learnerId: theirs })).rejects.toMatchObject({ code: "NOT_IN_BATCH" });
  expect(await trainer.grading.mark({ homeworkId, learnerIds: [theirs], isDone: true })).toEqual({ changed: 0 });
});

test("many are marked as done at once; taken back, what was handed in waits again", async () => {
  const { trainer, homeworkId, ids, me, mine } = await newHandedIn();
  const states = async () => (await trainer.grading.read({ homeworkId })).work.map(({ state }) => state);
  expect(await trainer.grading.mark({ homeworkId, learnerIds: ids, isDone: true })).toEqual({ changed: 2 });
  expect(await trainer.grading.mark({ homeworkId, learnerIds: ids, isDone: true })).toEqual({ changed: 0 });
  expect(await states()).toEqual(["done", "done"]);
  expect(await trainer.grading.mark({ homeworkId, learnerIds: ids, isDone: false })).toEqual({ changed: 2 });
  expect(await states()).toEqual(["handed in", "open"]);
  expect((await me.homework.read(mine)).whyNot).toBeNull();
});

test("points are shown with the rubric by which they were given, also after it has changed", async () => {
  const { trainer, homeworkId, me, mine, judge } = await newHandedIn();
  await judge("done");
  const rubric = [{ text: "It runs", points: 5 }];
  await trainer.grading.change({ homeworkId, ...askedHomework, rubric, version: 0, fileIds: [] });
  expect(await me.homework.read(mine)).toMatchObject({ points: 9, mostPoints: 10 });
  expect((await trainer.grading.read({ homeworkId })).work[0]).toMatchObject({ points: 9, mostPoints: 10 });
  expect((await me.progress.read(mine)).homework).toMatchObject({ points: 9, mostPoints: 10 });
});

test("a mark that is taken back takes the points along, and what is given back has none", async () => {
  const { trainer, homeworkId, ids, me, mine, judge } = await newHandedIn();
  await judge("done");
  for (const isDone of [false, true]) await trainer.grading.mark({ homeworkId, learnerIds: ids, isDone });
  expect(await me.homework.read(mine)).toMatchObject({ state: "done", points: null });
  institute.setNow(new Date(testDay.getTime() + 1000));
  expect(await judge("given back", { revision: 4 })).toMatchObject({ gradings: [{ points: null, lines: [] }, {}] });
  expect(await me.homework.read(mine)).toMatchObject({ state: "given back", points: null });
});

test("homework that was done in another batch counts in the new one, also when it is set after the move, without its points", async () => {
  const { me, judge, trainer } = await newHandedIn();
  await judge("done");
  const next = await newTaughtBatch(institute, { trainer, names: [] });
  await db.update(batchPlace).set({ batchId: next.batchId }).where(eq(batchPlace.purchaseId, me.purchaseId));
  const set = async (classId: string) => {
    const homeworkId = randomUUID();
    await trainer.grading.set({ homeworkId, classId, ...askedHomework });
    return me.homework.read({ courseId: "python", homeworkId });
  };
  expect(await set(next.classes[2])).toMatchObject({ state: "done", points: null });
  expect(await set(next.classes[1])).toMatchObject({ state: "open" });
});

test("the last homework that a batch may have can be sent again, and two at once do not pass the limit", async () => {
  const { trainer, batchId, classes } = await newHomework(institute);
  const others = { batchId, title: "Before", text: "", setAt: testDay };
  await db.insert(homework).values(Array.from({ length: 198 }, () => others));
  const set = (homeworkId: string, classId: string) => trainer.grading.set({ homeworkId, classId, ...askedHomework });
  const [one, other] = [randomUUID(), randomUUID()];
  const both = await Promise.allSettled([set(one, classes[0]), set(other, classes[1])]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await db.$count(homework, eq(homework.batchId, batchId))).toBe(200);
  const isFirst = both[0]?.status === "fulfilled";
  expect(await set(isFirst ? one : other, classes[isFirst ? 0 : 1])).toMatchObject({ learners: 2 });
  await expect(set(randomUUID(), classes[0])).rejects.toMatchObject({ code: "TOO_MUCH_HOMEWORK" });
});

test("another trainer, a counsellor, a learner and nobody reach no call about it", async () => {
  const { homeworkId, one, me, classId, batchId } = await newHandedIn();
  const other = await newStaff(institute, ["trainer"], "Mary Joseph");
  const counsellor = await newStaff(institute, ["counsellor"]);
  const id = randomUUID();
  const calls = [
    ["read", { homeworkId }, "UNKNOWN_HOMEWORK"],
    ["set", { homeworkId: id, classId, ...askedHomework }, "UNKNOWN_CLASS"],
    ["set", { homeworkId: id, batchId, ...askedHomework }, "UNKNOWN_BATCH"],
    ["change", { homeworkId, version: 0, ...askedHomework }, "UNKNOWN_HOMEWORK"],
    ["remove", { homeworkId, handedIn: 1 }, "UNKNOWN_HOMEWORK"],
    ["mark", { homeworkId, learnerIds: [one.learnerId], isDone: true }, "UNKNOWN_HOMEWORK"],
    ["work", one, "UNKNOWN_HOMEWORK"],
    ["grade", { ...one, gradingId: id, revision: 1, outcome: "done", points: null }, "UNKNOWN_HOMEWORK"],
    ["compare", { homeworkId, submissionId: id, otherId: randomUUID() }, "UNKNOWN_HOMEWORK"],
  ] as const;
  for (const [name, input, code] of calls) {
    const call = (who: Pick<typeof other, "grading">) => who.grading[name](input as never);
    await expect(call(other), name).rejects.toMatchObject({ code });
    await expect(call(counsellor), name).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    await expect(call(institute.visitor()), name).rejects.toMatchObject({ code: "STAFF_ONLY" });
    await expect(call(me as never), name).rejects.toMatchObject({ code: "STAFF_ONLY" });
  }
  expect((await other.grading.list({ show: "all" })).homework).toEqual([]);
  expect(await db.$count(homework, eq(homework.id, homeworkId))).toBe(1);
  const desk = await newStaff(institute, ["front desk"]);
  expect((await desk.grading.read({ homeworkId })).work).toHaveLength(2);
  expect((await desk.grading.list({ show: "waiting" })).homework.map((h) => h.homeworkId)).toContain(homeworkId);
});

test("homework of a batch is everybody's who teaches in it, and counts for no class", async () => {
  const { trainer, homeworkId, learners, classId } = await newHomework(institute, { isOfBatch: true });
  expect((await learners[0]?.homework.list({ courseId: "python" }))?.homework).toMatchObject([
    { homeworkId, class: null },
  ]);
  expect((await trainer.teaching.read({ classId })).homework).toEqual([]);
  expect(await trainer.grading.read({ homeworkId })).toMatchObject({ class: null, course: "Python", handedIn: 0 });
  const { batches } = await trainer.grading.batches({});
  expect(batches).toHaveLength(1);
  const other = await newStaff(institute, ["trainer"], "Mary Joseph");
  expect((await other.grading.batches({})).batches).toEqual([]);
  await expect(other.grading.read({ homeworkId })).rejects.toMatchObject({ code: "UNKNOWN_HOMEWORK" });
});

test("homework is set once, is on the class page, changes by version, and is in the audit log", async () => {
  const { trainer, homeworkId, classId, learners } = await newHomework(institute);
  const again = await trainer.grading.set({ homeworkId, classId, ...askedHomework, title: "Other" });
  expect(again).toEqual({ homeworkId, learners: 2 });
  expect((await trainer.teaching.read({ classId })).homework).toMatchObject([
    { homeworkId, title: "Loops", waiting: 0, done: 0 },
  ]);
  const change = { homeworkId, ...askedHomework, title: "Loops and lists", dueOn: "2026-12-01" };
  await trainer.grading.change({ ...change, version: 0 });
  await expect(trainer.grading.change({ ...change, version: 0 })).rejects.toMatchObject({ code: "CHANGED_MEANWHILE" });
  const card = (await learners[0]?.schedule.view({ courseId: "python" }))?.schedules[2]?.homework;
  expect(card).toMatchObject([{ title: "Loops and lists", dueOn: "2026-12-01" }]);
  const log = await db.select().from(auditEntry).where(eq(auditEntry.thingId, classId));
  expect(log.map(({ action }) => action)).toEqual(["Set homework", "Changed homework"]);
  const told = await db
    .select()
    .from(digestItem)
    .where(and(eq(digestItem.learnerId, learners[0]?.learnerId ?? ""), eq(digestItem.kind, "homework")));
  expect(told.map(({ title }) => title)).toEqual(["new homework, “Loops”", "homework has changed, “Loops and lists”"]);
});

test("removing says how much was handed in, and is refused when there is more meanwhile", async () => {
  const { trainer, homeworkId, mine, learners, me, classId } = await newHandedIn();
  const { handedIn } = await trainer.grading.read({ homeworkId });
  expect(handedIn).toBe(1);
  await learners[1]?.homework.handIn({ ...mine, ...version() });
  await expect(trainer.grading.remove({ homeworkId, handedIn })).rejects.toMatchObject({ code: "CHANGED_MEANWHILE" });
  await trainer.grading.remove({ homeworkId, handedIn: 2 });
  expect(await db.$count(submission, eq(submission.homeworkId, homeworkId))).toBe(0);
  await expect(me.homework.read(mine)).rejects.toMatchObject({ code: "UNKNOWN_HOMEWORK" });
  expect((await me.schedule.view({ courseId: "python" })).schedules[2]?.homework).toBeUndefined();
  const log = await db.select().from(auditEntry).where(eq(auditEntry.thingId, classId));
  expect(log.at(-1)).toMatchObject({ action: "Removed homework", before: { title: "Loops", handedIn: 2 } });
  expect(JSON.stringify(log)).not.toContain("Asha");
});

test("removed homework and its grading, of which a learner was told, are in no mail", async () => {
  const { trainer, homeworkId, judge, me } = await newHandedIn();
  await judge("done");
  const isMine = eq(digestItem.learnerId, me.learnerId);
  await db.update(digestItem).set({ toldAt: testDay }).where(isMine);
  expect(await db.$count(digestItem, isMine)).toBe(2);
  await trainer.grading.remove({ homeworkId, handedIn: 1 });
  expect(await db.$count(digestItem, isMine)).toBe(0);
});

test("files of a trainer are ready and their own; those that are there already stay", async () => {
  const { trainer, homeworkId, learners, mine } = await newHomework(institute);
  const [python] = await db.select().from(course).where(eq(course.courseId, "python"));
  const courseId = python?.id ?? "";
  const own = await newFile(institute, { courseId, staffId: trainer.person.id, name: "sheet.pdf" });
  const theirs = await newFile(institute, { courseId, staffId: (await newStaff(institute, ["owner"])).person.id });
  const change = (fileIds: string[], v: number) =>
    trainer.grading.change({ homeworkId, ...askedHomework, version: v, fileIds });
  await expect(change([theirs], 0)).rejects.toMatchObject({ code: "UNKNOWN_FILE" });
  await change([own], 0);
  const shown = [{ fileId: own, name: "sheet.pdf", bytes: 1200 }];
  expect((await learners[0]?.homework.read(mine))?.files).toMatchObject(shown);
  const desk = await newStaff(institute, ["front desk"]);
  await desk.grading.change({ homeworkId, ...askedHomework, version: 1, fileIds: [own] });
  expect((await trainer.grading.read({ homeworkId })).files).toMatchObject(shown);
});

test("odd homework is refused with a text for its field", async () => {
  const { trainer, classId, batchId } = await newHomework(institute);
  const set = (given: object) => trainer.grading.set({ homeworkId: randomUUID(), classId, ...askedHomework, ...given });
  for (const odd of [
    { title: " " },
    { text: "" },
    { dueOn: "tomorrow" },
    { rubric: [{ text: "It runs", points: 0 }] },
    { rubric: Array.from({ length: 13 }, () => ({ text: "It runs", points: 1 })) },
    { batchId },
    { classId: undefined },
  ])
    await expect(set(odd), JSON.stringify(odd)).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test("the list comes in pages, the latest first", async () => {
  const { trainer, batchId } = await newHomework(institute, { names: [] });
  for (let n = 1; n <= 26; n += 1) {
    institute.setNow(new Date(testDay.getTime() + n * 1000));
    await trainer.grading.set({ homeworkId: randomUUID(), batchId, ...askedHomework, title: `Sheet ${n}` });
  }
  const first = await trainer.grading.list({ show: "all" });
  expect([first.homework.length, first.homework[0]?.title]).toEqual([25, "Sheet 26"]);
  const second = await trainer.grading.list({ show: "all", after: first.next ?? "" });
  expect(second.homework.map(({ title }) => title)).toEqual(["Sheet 1", "Loops"]);
  await expect(trainer.grading.list({ show: "all", after: "nothing" })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
});
