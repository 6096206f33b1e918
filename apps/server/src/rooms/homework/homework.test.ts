import { randomUUID } from "node:crypto";
import { mostVersions } from "@shoreline/domain/class-homework";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
  grading,
  homeworkWork,
  submission,
  submissionLikeness,
  submissionSketch,
} from "../../db/tables/class-homework.ts";
import { course } from "../../db/tables/course.ts";
import { digestItem } from "../../db/tables/digest.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { testDay } from "../../test/global-setup.ts";
import { newFile, newHomework } from "../../test/homework.ts";
import { testInstitute } from "../../test/institute.ts";
import { exportOf, newLearner, ticketFor } from "../../test/learner.ts";
import { joinBatch, newTaughtBatch } from "../../test/teaching.ts";

const institute = await testInstitute();
const { db } = institute;
const day = 86_400_000;

beforeEach(() => institute.setNow(testDay));

const dayOf = (days: number) => new Date(testDay.getTime() + days * day).toISOString().slice(0, 10);
const version = (text = "My answer") => ({ submissionId: randomUUID(), text });

async function newWork(given: Parameters<typeof newHomework>[1] = {}) {
  const work = await newHomework(institute, given);
  const [me] = work.learners;
  if (!me) throw new Error("Nobody is in the batch.");
  return { ...work, me };
}

const [python] = await db.select().from(course).where(eq(course.courseId, "python"));
const courseId = python?.id ?? "";

test("homework is on the class card and in the list of the batch, and what a learner hands in is stored in versions", async () => {
  const { me, mine, homeworkId } = await newWork({ dueOn: dayOf(3) });
  const card = async () => (await me.schedule.view({ courseId: "python" })).schedules[2]?.homework;
  expect(await card()).toEqual([{ homeworkId, title: "Loops", dueOn: dayOf(3), state: "open" }]);
  expect((await me.homework.list({ courseId: "python" })).homework).toMatchObject([
    { homeworkId, title: "Loops", state: "open", isOverdue: false, mostPoints: 10, class: { number: 3 } },
  ]);
  await me.homework.handIn({ ...mine, ...version("First") });
  const seen = await me.homework.handIn({ ...mine, ...version(""), link: "https://code.example/loops" });
  expect(seen).toMatchObject({
    ...{ state: "handed in", whyNot: null, isLate: false, course: "Python" },
    versions: [
      { version: 2, text: "", link: "https://code.example/loops", isLate: false },
      { version: 1, text: "First", link: "" },
    ],
  });
  expect(await card()).toMatchObject([{ state: "handed in" }]);
});

test("the same attempt is stored once, however often and at the same time it is sent", async () => {
  const { me, mine, ids } = await newWork();
  const attempt = { ...mine, ...version() };
  await Promise.all([1, 2, 3, 4].map(() => me.homework.handIn(attempt)));
  await me.homework.handIn(attempt);
  expect(await db.$count(submission, eq(submission.learnerId, ids[0] ?? ""))).toBe(1);
});

test("two versions at the same time are two", async () => {
  const { me, mine } = await newWork();
  await Promise.all(["One", "Two", "Three"].map((text) => me.homework.handIn({ ...mine, ...version(text) })));
  expect((await me.homework.read(mine)).versions.map((one) => one.version)).toEqual([3, 2, 1]);
});

test("the id of somebody else's version is refused and shows nothing of it", async () => {
  const { learners, mine } = await newWork();
  const theirs = version("Secret");
  await learners[1]?.homework.handIn({ ...mine, ...theirs });
  await expect(learners[0]?.homework.handIn({ ...mine, ...theirs })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  expect((await learners[0]?.homework.read(mine))?.state).toBe("open");
});

test("after the due day a version is marked as late, or refused where the trainer says so", async () => {
  const late = await newWork({ dueOn: dayOf(1) });
  const strict = await newWork({ dueOn: dayOf(1), allowsLate: false });
  institute.setNow(new Date(testDay.getTime() + 2 * day));
  expect((await late.me.homework.list({ courseId: "python" })).homework[0]?.isOverdue).toBe(true);
  expect((await late.me.homework.handIn({ ...late.mine, ...version() })).versions[0]?.isLate).toBe(true);
  expect(await strict.me.homework.read(strict.mine)).toMatchObject({ whyNot: "late", isLate: true });
  await expect(strict.me.homework.handIn({ ...strict.mine, ...version() })).rejects.toMatchObject({
    code: "HOMEWORK_LATE",
  });
});

test("what is graded takes no more versions", async () => {
  const { me, mine, trainer, ids, homeworkId } = await newWork();
  await me.homework.handIn({ ...mine, ...version() });
  await trainer.grading.mark({ homeworkId, learnerIds: ids, isDone: true });
  await expect(me.homework.handIn({ ...mine, ...version() })).rejects.toMatchObject({ code: "HOMEWORK_GRADED" });
  expect((await me.homework.read(mine)).whyNot).toBe("graded");
});

test("a learner hands in 20 versions at most", async () => {
  const { me, mine, homeworkId, ids } = await newWork();
  const learnerId = ids[0] ?? "";
  await db.insert(homeworkWork).values({ homeworkId, learnerId, state: "handed in", changedAt: testDay });
  await db.insert(submission).values(
    Array.from({ length: mostVersions }, (_, at) => ({
      ...{ id: randomUUID(), homeworkId, learnerId, version: at + 1, text: "x", at: testDay, isLate: false },
    })),
  );
  await expect(me.homework.handIn({ ...mine, ...version() })).rejects.toMatchObject({ code: "TOO_MANY_VERSIONS" });
});

test("odd input gets a clear answer", async () => {
  const { me, mine } = await newWork();
  const hand = (given: object) => me.homework.handIn({ ...mine, submissionId: randomUUID(), ...given });
  await expect(hand({ text: "  " })).rejects.toMatchObject({
    code: "INVALID_INPUT",
    fields: { text: "Write a text, or add a link or a file" },
  });
  for (const link of [
    "http://code.example/a",
    "javascript:alert(1)",
    "code.example",
    "https://me:secret@code.example/",
  ])
    await expect(hand({ link }), link).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await expect(hand({ text: "x".repeat(20_001) })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await expect(hand({ text: "a\u0000b" })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  await expect(me.homework.read({ courseId: "python", homeworkId: "x" })).rejects.toMatchObject({
    code: "INVALID_INPUT",
  });
  await expect(me.homework.read({ courseId: "python", homeworkId: randomUUID() })).rejects.toMatchObject({
    code: "UNKNOWN_HOMEWORK",
  });
});

test("files must be ready, of the course and uploaded by who hands in", async () => {
  const { me, mine, ids, learners } = await newWork();
  const learnerId = ids[0] ?? "";
  const hand = (fileIds: string[]) => me.homework.handIn({ ...mine, ...version(""), fileIds });
  const [sql] = await db.select().from(course).where(eq(course.courseId, "sql"));
  for (const file of [
    { courseId, learnerId, state: "checking" as const },
    { courseId, learnerId: ids[1] ?? "" },
    { courseId: sql?.id ?? "", learnerId },
  ])
    await expect(hand([await newFile(institute, file)])).rejects.toMatchObject({ code: "UNKNOWN_FILE" });
  await expect(hand([randomUUID()])).rejects.toMatchObject({ code: "UNKNOWN_FILE" });
  expect((await me.homework.read(mine)).state).toBe("open");
  const [first, second] = [
    await newFile(institute, { courseId, learnerId, name: "b.py" }),
    await newFile(institute, { courseId, learnerId, name: "a.py" }),
  ];
  const { versions } = await hand([first, second]);
  expect(versions[0]?.files).toMatchObject([
    { fileId: first, name: "b.py", bytes: 1200 },
    { fileId: second, name: "a.py", bytes: 1200 },
  ]);
  expect((await learners[1]?.homework.read(mine))?.versions).toEqual([]);
});

test("learners of another batch, on hold or without the course, and nobody at all reach no homework", async () => {
  const { me, mine, homeworkId } = await newWork();
  const other = await newTaughtBatch(institute);
  const stranger = await newLearner(institute);
  const calls = [
    (who: typeof stranger) => who.homework.read(mine),
    (who: typeof stranger) => who.homework.handIn({ ...mine, ...version() }),
  ];
  for (const call of calls) {
    await expect(call(other.learners[0] as never)).rejects.toMatchObject({ code: "UNKNOWN_HOMEWORK" });
    await expect(call(stranger)).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
    await expect(call(institute.visitor() as never)).rejects.toMatchObject({ status: 401 });
  }
  expect((await other.learners[0]?.homework.list({ courseId: "python" }))?.homework).toEqual([]);
  await db.update(purchase).set({ state: "suspended" }).where(eq(purchase.id, me.purchaseId));
  for (const call of [...calls, (who: typeof stranger) => who.homework.list({ courseId: "python" })])
    await expect(call(me)).rejects.toMatchObject({ code: "CLASS_ON_HOLD" });
  await db.update(purchase).set({ state: "refunded" }).where(eq(purchase.id, me.purchaseId));
  for (const call of calls) await expect(call(me)).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
  expect(await db.$count(submission, eq(submission.homeworkId, homeworkId))).toBe(0);
});

test("the trainer hears of what was handed in, without the name of the learner", async () => {
  const { me, mine, trainer, homeworkId } = await newWork();
  await me.homework.handIn({ ...mine, ...version() });
  const told = await db.select().from(digestItem).where(eq(digestItem.staffId, trainer.person.id));
  expect(told).toMatchObject([
    { kind: "handed in", course: "Python", title: "“Loops” was handed in", link: `/staff/homework/${homeworkId}` },
  ]);
});

const essay = (from: number, words = 60) => Array.from({ length: words }, (_, at) => `word${from + at}`).join(" ");

test("two texts that are alike are a hint for the trainer, and learners see nothing of it", async () => {
  const { learners, mine, homeworkId, trainer, ids } = await newWork({
    names: ["Asha Menon", "Binu Das", "Chitra Nair"],
  });
  await learners[0]?.homework.handIn({ ...mine, ...version(essay(0)) });
  await learners[1]?.homework.handIn({ ...mine, ...version(essay(500)) });
  await learners[2]?.homework.handIn({ ...mine, ...version(`${essay(0).toUpperCase()}!`) });
  await institute.runJobs();
  const { work } = await trainer.grading.read({ homeworkId });
  expect(work.map(({ name, likeness }) => [name, likeness])).toEqual([
    ["Asha Menon", 100],
    ["Binu Das", null],
    ["Chitra Nair", 100],
  ]);
  const page = await trainer.grading.work({ homeworkId, learnerId: ids[0] ?? "" });
  expect(page.alike).toMatchObject([{ percent: 100, otherName: "Chitra Nair", version: 1 }]);
  const { submissionId = "", otherId = "" } = page.alike[0] ?? {};
  const both = await trainer.grading.compare({ homeworkId, submissionId, otherId });
  expect(both.texts.map(({ name, text }) => [name, text])).toEqual([
    ["Asha Menon", essay(0)],
    ["Chitra Nair", `${essay(0).toUpperCase()}!`],
  ]);
  for (const who of learners)
    expect(JSON.stringify(await who.homework.read(mine))).not.toMatch(/alike|likeness|percent/);
  const [first] = learners;
  if (first) expect(await exportOf(institute, first)).not.toContain("Chitra");
});

test("one's own versions and short texts are not compared, and a second run changes nothing", async () => {
  const { me, learners, mine, homeworkId } = await newWork();
  await me.homework.handIn({ ...mine, ...version(essay(0)) });
  await me.homework.handIn({ ...mine, ...version(essay(0)) });
  await learners[1]?.homework.handIn({ ...mine, ...version("Too short to compare") });
  await institute.runJobs();
  const hints = async () => (await db.select().from(submissionLikeness)).length;
  const before = await hints();
  await institute.runJobs();
  expect(await hints()).toBe(before);
  const own = await db.select().from(submission).where(eq(submission.homeworkId, homeworkId));
  const sketched = await db.select({ id: submissionSketch.submissionId }).from(submissionSketch);
  const ids = new Set(sketched.map(({ id }) => id));
  expect(own.filter(({ id }) => ids.has(id)).map(({ text }) => text)).toEqual([essay(0), essay(0)]);
});

test("an export contains a learner's work and what was said about it; an erasure removes both, and leaves the others'", async () => {
  const { homeworkId, mine, trainer, batchId, learners } = await newWork({ names: ["Binu Das"] });
  const me = await joinBatch(institute, { name: "Leela Varma", batchId });
  await me.homework.handIn({ ...mine, ...version(`${essay(0)} zebra crossing`) });
  await learners[0]?.homework.handIn({ ...mine, ...version(essay(0)) });
  await institute.runJobs();
  await trainer.grading.grade({
    ...{ homeworkId, learnerId: me.learnerId, gradingId: randomUUID(), revision: 1, outcome: "done" as const },
    ...{ points: [5, 4], comment: "Neatly written" },
  });
  const exported = await exportOf(institute, me);
  expect(exported).toContain("zebra crossing");
  expect(exported).toContain("Neatly written");
  institute.setNow(new Date(testDay.getTime() + 600_000));
  await me.account.remove({ ticket: await ticketFor(institute, me.mobileNumber) });
  for (const table of [submission, grading, homeworkWork])
    expect(await db.$count(table, eq(table.learnerId, me.learnerId))).toBe(0);
  expect(await db.$count(submission, eq(submission.homeworkId, homeworkId))).toBe(1);
  expect((await trainer.grading.read({ homeworkId })).work.map(({ name, likeness }) => [name, likeness])).toEqual([
    ["Binu Das", null],
  ]);
});
