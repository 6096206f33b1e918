import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { certificateRule } from "../../db/tables/certificate.ts";
import { homework } from "../../db/tables/class-homework.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { recording, watch } from "../../db/tables/lesson.ts";
import { result } from "../../db/tables/quiz.ts";
import { attendance, liveClass } from "../../db/tables/schedule.ts";
import { countQueries } from "../../test/count-queries.ts";
import { testDay } from "../../test/global-setup.ts";
import { newHomework } from "../../test/homework.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLessonFile, pythonOf } from "../../test/lessons.ts";
import { joinBatch, newTaughtBatch } from "../../test/teaching.ts";
import { readClassSettings, saveClassSettings } from "../schedule/settings.ts";

const institute = await testInstitute();
const { db } = institute;
const day = 86_400_000;
const later = (days: number) => new Date(testDay.getTime() + days * day);
const mine = { courseId: "python" };

beforeEach(() => institute.setNow(testDay));

async function attend(learnerId: string, classIds: string[], at = testDay): Promise<void> {
  await db
    .insert(attendance)
    .values(classIds.map((classId) => ({ learnerId, classId, firstJoinedAt: at, lastJoinedAt: at })));
}

async function film(given: { batchId?: string; classId?: string; state?: "ready" | "checking" } = {}) {
  const { state = "ready", ...place } = given;
  const fileId = await newLessonFile(institute, { name: "class.mp4", type: "video/mp4" });
  if (state !== "ready") await db.execute(`update lesson_file set state = '${state}' where id = '${fileId}'`);
  const id = randomUUID();
  const courseId = await pythonOf(institute);
  await db.insert(recording).values({ id, courseId, fileId, name: "A class", addedAt: testDay, ...place });
  return id;
}

const took = (learnerId: string, change: Partial<typeof result.$inferInsert>) => ({
  ...{ id: randomUUID(), learnerId, username: "Asha", email: "asha@example.com", languageName: "Python" },
  ...{ collectionId: "python", language: "python" as const, topic: "Loops", setup: "", answerKey: [], wrong: 0 },
  ...{ correct: 7, skipped: 3, total: 10, consentedTo: "2026-01-01", takenAt: testDay, ...change },
});

test("a learner sees classes, recordings, homework and tests of a course", async () => {
  const { trainer, classes, batchId, learners, ids } = await newHomework(institute, { dueOn: "2020-01-01" });
  const [me] = learners;
  const [learnerId = "", otherId = ""] = ids;
  await trainer.grading.set({
    ...{ homeworkId: randomUUID(), batchId, title: "Second", text: "Do", dueOn: null, allowsLate: true },
    rubric: [{ text: "It runs", points: 10 }],
  });
  institute.setNow(later(2));
  await attend(learnerId, [classes[0]]);
  await attend(otherId, [...classes]);
  const watched = await film({ batchId, classId: classes[1] });
  await film({ batchId, classId: classes[2], state: "checking" });
  await film();
  const theirs = await newTaughtBatch(institute, { names: [] });
  await film({ batchId: theirs.batchId, classId: theirs.classes[0] });
  await db.insert(watch).values([
    { learnerId, recordingId: watched, position: 10, openedAt: testDay, reportedAt: testDay, watchedAt: testDay },
    { learnerId: otherId, recordingId: watched, position: 5, openedAt: testDay, reportedAt: testDay },
  ]);
  await db.update(liveClass).set({ recordingUrl: "https://films.example/3" }).where(eq(liveClass.id, classes[2]));
  await db
    .insert(result)
    .values([
      took(learnerId, {}),
      took(learnerId, { correct: 9, takenAt: later(1) }),
      took(learnerId, { topic: "Old", takenAt: later(-90) }),
      took(otherId, { topic: "Theirs" }),
    ]);
  const seen = await me?.progress.read(mine);
  expect(seen).toMatchObject({
    ...{ course: "Python", hasBatch: true, classes: 4, held: 4, attended: 1, recordings: 2, watched: 1 },
    homework: { open: 2, overdue: 1, handedIn: 0, givenBack: 0, done: 0, points: 0, mostPoints: 0 },
    tests: [{ topic: "Loops", best: 90, times: 2, isFinal: false }],
  });
  expect(
    seen?.heldClasses.map(({ number, isAttended, recordingId, recordingUrl }) => [
      ...[number, isAttended, recordingId, recordingUrl],
    ]),
  ).toEqual([
    [4, false, null, ""],
    [3, false, null, "https://films.example/3"],
    [2, false, watched, ""],
    [1, true, null, ""],
  ]);
  const { heldClasses: _, tests: __, ...short } = seen ?? {};
  expect(await me?.progress.list({})).toEqual({ courses: [short] });
});

test("points and states of homework follow the gradings", async () => {
  const { trainer, homeworkId, learners, ids, mine: one } = await newHomework(institute);
  const [me] = learners;
  const learnerId = ids[0] ?? "";
  const counts = async () => (await me?.progress.read(mine))?.homework;
  await me?.homework.handIn({ ...one, submissionId: randomUUID(), text: "Mine" });
  expect(await counts()).toMatchObject({ open: 0, handedIn: 1 });
  const judge = (outcome: "done" | "given back", revision: number) =>
    trainer.grading.grade({
      ...{ homeworkId, learnerId, gradingId: randomUUID(), revision, outcome, comment: "Good" },
      points: outcome === "done" ? [6, 3] : null,
    });
  await judge("given back", 1);
  expect(await counts()).toMatchObject({ open: 0, givenBack: 1, handedIn: 0 });
  await judge("done", 2);
  expect(await counts()).toMatchObject({ givenBack: 0, done: 1, points: 9, mostPoints: 10 });
});

test("who joined late is not behind with what was set before, and a cancelled class takes its homework along", async () => {
  const { batchId, homeworkId, classId } = await newHomework(institute, { dueOn: "2020-01-01" });
  await db
    .update(homework)
    .set({ setAt: later(-5), classId: null })
    .where(eq(homework.id, homeworkId));
  const late = await joinBatch(institute, { name: "Chitra Nair", batchId });
  const listed = async () =>
    (await late.homework.list(mine)).homework.map(({ isRequired, isOverdue }) => [isRequired, isOverdue]);
  expect((await late.progress.read(mine)).homework).toMatchObject({ open: 0, overdue: 0 });
  expect(await listed()).toEqual([[false, false]]);
  await db
    .update(homework)
    .set({ setAt: later(1), classId })
    .where(eq(homework.id, homeworkId));
  await db
    .update(liveClass)
    .set({ startsAt: later(0.1) })
    .where(eq(liveClass.id, classId));
  expect((await late.progress.read(mine)).homework).toMatchObject({ open: 1, overdue: 1 });
  expect(await listed()).toEqual([[true, true]]);
  await db.update(liveClass).set({ cancelledAt: testDay }).where(eq(liveClass.id, classId));
  expect((await late.progress.read(mine)).homework).toMatchObject({ open: 0, overdue: 0 });
  expect(await listed()).toEqual([[false, false]]);
});

test("progress and the page of certificates never disagree, before the end of the batch and after it", async () => {
  const { classes, learners, ids } = await newHomework(institute);
  const [me] = learners;
  const learnerId = ids[0] ?? "";
  const courseId = await pythonOf(institute);
  await db.insert(certificateRule).values({
    ...{ courseId, attendancePercent: 75, homeworkPercent: 100, version: 1 },
    ...{ testCollectionId: "python", testTopic: "Loops", testPercent: 80 },
  });
  await attend(learnerId, [classes[0]]);
  await db.insert(result).values(took(learnerId, {}));
  const needs = [
    "attend 2 more classes",
    "finish 1 more piece of homework",
    "pass the final test with 80 %, your best so far is 70 %",
  ];
  const both = async () => {
    const [theirs] = (await me?.certificate.list({}))?.progress ?? [];
    const ours = await me?.progress.read(mine);
    const { classes: all, attended, homework: work, test: final } = theirs ?? {};
    expect([ours?.classes, ours?.attended]).toEqual([all, attended]);
    expect([ours?.homework.done, (ours?.homework.open ?? 0) + (ours?.homework.done ?? 0)]).toEqual([
      work?.done,
      work?.set,
    ]);
    expect(ours?.tests.find(({ isFinal }) => isFinal)?.best).toBe(final?.best);
    return { theirs, ours: ours?.certificate };
  };
  institute.setNow(later(-0.5));
  expect(await both()).toMatchObject({ theirs: { isReachable: true, needed: 3 }, ours: { state: "in reach", needs } });
  institute.setNow(later(3));
  expect(await both()).toMatchObject({ theirs: { isReachable: false }, ours: { state: "out of reach", needs } });
  await db.delete(certificateRule);
});

test("without a batch nothing is counted, and a course is never another learner's", async () => {
  const { learners } = await newTaughtBatch(institute, { names: ["Asha Menon", "Binu Das"] });
  const [me, other] = learners;
  await db.execute(`delete from batch_place where purchase_id = '${me?.purchaseId}'`);
  expect(await me?.progress.list({})).toMatchObject({
    courses: [{ hasBatch: false, held: 0, certificate: { state: "not planned" } }],
  });
  expect((await other?.progress.list({}))?.courses).toMatchObject([{ hasBatch: true, held: 2 }]);
});

test("on hold, given back, another course and nobody are refused", async () => {
  const { learners } = await newTaughtBatch(institute);
  const [me] = learners;
  const become = (state: "suspended" | "refunded") =>
    db
      .update(purchase)
      .set({ state })
      .where(eq(purchase.id, me?.purchaseId ?? ""));
  await expect(me?.progress.read({ courseId: "java" })).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
  await become("suspended");
  await expect(me?.progress.read(mine)).rejects.toMatchObject({ code: "CLASS_ON_HOLD" });
  expect(await me?.progress.list({})).toEqual({ courses: [] });
  await become("refunded");
  await expect(me?.progress.read(mine)).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
  await expect(institute.visitor().progress.list({})).rejects.toMatchObject({ status: 401 });
});

test("the list takes as many queries for many classes as for few", async () => {
  const { learners } = await newTaughtBatch(institute);
  const count = () => countQueries(async () => learners[0]?.progress.list({}));
  await count();
  expect(await count()).toBeLessThanOrEqual(5);
});

test("a missed class with a recording keeps the certificate in reach where recordings count", async () => {
  const { batchId, classes, learners } = await newTaughtBatch(institute);
  const [me] = learners;
  institute.setNow(later(5));
  await film({ batchId, classId: classes[0] });
  const certificate = async () => (await me?.progress.read(mine))?.certificate;
  const rule = { courseId: await pythonOf(institute), attendancePercent: 25 };
  await db.insert(certificateRule).values(rule).onConflictDoUpdate({ target: certificateRule.courseId, set: rule });
  const isReachable = async () => (await me?.certificate.list({}))?.progress[0]?.isReachable;
  expect(await certificate()).toMatchObject({ state: "out of reach" });
  expect(await isReachable()).toBe(false);
  const { version } = await readClassSettings(db);
  await saveClassSettings(db, { countRecordings: true }, version);
  expect(await certificate()).toMatchObject({
    state: "in reach",
    needs: expect.arrayContaining(["attend 1 more class or watch the recordings of classes you missed"]),
  });
  expect(await isReachable()).toBe(true);
  await saveClassSettings(db, { countRecordings: false }, version + 1);
});
