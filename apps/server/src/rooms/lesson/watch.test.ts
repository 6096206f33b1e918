import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { attendanceChange } from "../../db/tables/class.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { watch } from "../../db/tables/lesson.ts";
import { attendance, batchPlace } from "../../db/tables/schedule.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLessonFile } from "../../test/lessons.ts";
import { newRecording } from "../../test/recordings.ts";
import { newStaff } from "../../test/staff.ts";
import { newTaughtBatch } from "../../test/teaching.ts";

const institute = await testInstitute();
const { db, app } = institute;

beforeEach(() => institute.setNow(testDay));

const after = (seconds: number) => institute.setNow(new Date(testDay.getTime() + seconds * 1000));

async function newFilm(given: Parameters<typeof newRecording>[1] = {}) {
  const film = await newRecording(institute, { names: ["Asha Menon"], ...given });
  const [me] = film.learners;
  if (!me) throw new Error("Nobody is in the batch.");
  return { ...film, me };
}

type Rules = { recordingPercent?: number; countRecordings?: boolean };

async function setRules(rules: Rules) {
  const owner = await newStaff(institute, ["owner"], "Om Nair");
  const before = await owner.library.recordingRules({});
  return owner.library.saveRecordingRules({ ...before, ...rules });
}

test("a learner of the batch finds the recording on the card, in the list and on its page", async () => {
  const { me, mine, recordingId } = await newFilm();
  const { schedules } = await me.schedule.view({ courseId: "python" });
  expect(schedules[1]?.recordings).toEqual([{ recordingId, name: "Loops" }]);
  const { recordings } = await me.lesson.recordings({ courseId: "python" });
  expect(recordings).toMatchObject([
    {
      name: "Loops",
      seconds: 600,
      position: 0,
      percent: 0,
      isWatched: false,
      hasTranscript: true,
      class: { number: 2 },
    },
  ]);
  const page = await me.lesson.recording(mine);
  expect(page).toMatchObject({
    ...{ name: "Loops", course: "Python", type: "video/mp4", asksPercent: 80, countsAsAttended: false },
    ...{ before: null, after: null, captions: [{ language: "en", label: "English" }] },
    chapters: [
      { startsAt: 0, title: "For" },
      { startsAt: 120, title: "While" },
    ],
  });
  const film = await app.request(page.link, { headers: { range: "bytes=2-5" } });
  expect([film.status, await film.text(), film.headers.get("content-type")]).toEqual([206, "film", "video/mp4"]);
});

test("what is played is added up, and another device goes on where one left off", async () => {
  const { me, mine } = await newFilm();
  await me.lesson.recording(mine);
  after(15);
  expect(await me.lesson.watch({ ...mine, position: 23, parts: [[0, 23]] })).toEqual({
    ...{ percent: 3, isWatched: false, isAttended: false },
  });
  after(30);
  await me.lesson.watch({ ...mine, position: 300, parts: [[290, 300]] });
  expect(await me.lesson.recording(mine)).toMatchObject({ position: 300, percent: 5 });
});

test("nobody plays faster than time passes", async () => {
  const { me, mine } = await newFilm();
  await me.lesson.recording(mine);
  after(10);
  expect(await me.lesson.watch({ ...mine, position: 600, parts: [[0, 600]] })).toMatchObject({ percent: 4 });
});

test("many reports in one moment add no more than one", async () => {
  const { me, mine } = await newFilm();
  await me.lesson.recording(mine);
  for (let from = 0; from < 60; from += 3)
    await me.lesson.watch({ ...mine, position: from, parts: [[from, from + 3]] });
  expect(await me.lesson.watch({ ...mine, position: 0, parts: [] })).toMatchObject({ percent: 0 });
});

test("the same report twice, and two devices at once, count once", async () => {
  const { me, mine, recordingId } = await newFilm();
  await me.lesson.recording(mine);
  after(15);
  const report = { ...mine, position: 15, parts: [[0, 15]] as [number, number][] };
  await Promise.all([
    me.lesson.watch(report),
    me.lesson.watch(report),
    me.lesson.watch({ ...report, parts: [[5, 20]] }),
  ]);
  await me.lesson.watch(report);
  const [stored] = await db.select().from(watch).where(eq(watch.recordingId, recordingId));
  expect(stored?.parts).toHaveLength(1);
  expect(stored?.watchedSeconds).toBeLessThanOrEqual(20);
  expect(stored?.watchedSeconds).toBeGreaterThanOrEqual(15);
});

test.each([
  ["NaN", "null", "[[0,5]]"],
  ["a negative place", "-1", "[[0,5]]"],
  ["1e308", "1e308", "[[0,5]]"],
  ["half a second", "1.5", "[[0,5]]"],
  ["a huge part", "5", "[[0,1e308]]"],
  ["a negative part", "5", "[[-9,5]]"],
  ["no pair", "5", "[[0]]"],
  ["text", "5", '["x"]'],
  ["too many parts", "5", JSON.stringify(Array.from({ length: 201 }, () => [0, 1]))],
])("%s is refused", async (_, position, parts) => {
  const { me, mine } = await newFilm();
  const answer = await me.request(`/api/lesson/recordings/python/${mine.recordingId}/watch`, {
    ...{ method: "POST", headers: { "content-type": "application/json", authorization: `Bearer ${me.token}` } },
    body: `{"position":${position},"parts":${parts}}`,
  });
  expect(answer.status).toBe(400);
});

test("parts that run backwards, or lie behind the end, count as nothing", async () => {
  const { me, mine } = await newFilm();
  const report = {
    ...mine,
    position: 360_000,
    parts: [
      [9, 2],
      [700, 900],
    ] as [number, number][],
  };
  expect(await me.lesson.watch(report)).toMatchObject({ percent: 0 });
  expect((await me.lesson.recording(mine)).position).toBe(600);
});

test("who has played enough has watched it, and that stays", async () => {
  const { me, mine } = await newFilm();
  await me.lesson.recording(mine);
  after(600);
  expect(await me.lesson.watch({ ...mine, position: 480, parts: [[0, 479]] })).toMatchObject({ isWatched: false });
  after(602);
  const enough = { percent: 80, isWatched: true, isAttended: false };
  expect(await me.lesson.watch({ ...mine, position: 480, parts: [[479, 480]] })).toEqual(enough);
  await setRules({ recordingPercent: 95 });
  expect(await me.lesson.recording(mine)).toMatchObject({ isWatched: true, asksPercent: 95 });
  await setRules({ recordingPercent: 80 });
});

test("a film of unknown length is never watched", async () => {
  const { me, mine } = await newFilm({ seconds: null });
  await me.lesson.recording(mine);
  after(9000);
  expect(await me.lesson.watch({ ...mine, position: 5, parts: [[0, 9000]] })).toMatchObject({
    ...{ percent: null, isWatched: false },
  });
});

const watchAll = async ({ me, mine }: Pick<Awaited<ReturnType<typeof newFilm>>, "me" | "mine">) => {
  institute.setNow(testDay);
  await me.lesson.recording(mine);
  after(600);
  return me.lesson.watch({ ...mine, position: 600, parts: [[0, 600]] });
};

const marksOf = ({ classId, me }: { classId: string; me: { learnerId: string } }) =>
  db
    .select({ mark: attendanceChange.mark, source: attendanceChange.source })
    .from(attendanceChange)
    .where(and(eq(attendanceChange.classId, classId), eq(attendanceChange.learnerId, me.learnerId)));

test("a watched recording counts as attended only if the institute says so", async () => {
  const film = await newFilm();
  expect(await watchAll(film)).toMatchObject({ isWatched: true, isAttended: false });
  expect(await marksOf(film)).toEqual([]);
  await setRules({ countRecordings: true });
  expect((await film.me.lesson.recording(film.mine)).countsAsAttended).toBe(true);
  // Also before the job has counted who watched it earlier.
  const again = { ...film.mine, position: 0, parts: [] };
  expect(await film.me.lesson.watch(again)).toMatchObject({ isAttended: true });
  await film.me.lesson.watch(again);
  expect(await marksOf(film)).toEqual([{ mark: "present", source: "recording" }]);
  const { roll } = await film.trainer.teaching.read({ classId: film.classId });
  expect(roll).toMatchObject([{ mark: "present", source: "recording" }]);
  const { schedules } = await film.me.schedule.view({ courseId: "python" });
  expect(schedules[1]?.isAttended).toBe(true);
  await setRules({ countRecordings: false });
});

test("when the rule is switched on, who watched before has attended, but not after a correction or while suspended", async () => {
  const film = await newFilm({ names: ["Asha Menon", "Binu Das", "Chitra Rao"] });
  const [asha, binu, chitra] = film.learners;
  if (!asha || !binu || !chitra) throw new Error("Three are in the batch.");
  for (const me of [asha, binu, chitra]) await watchAll({ ...film, me });
  const at = new Date(testDay.getTime() + 600_000).toISOString();
  await film.trainer.teaching.finish({ classId: film.classId, rest: "absent" });
  const corrected = { markId: crypto.randomUUID(), learnerId: binu.learnerId, mark: "absent" as const, at };
  await film.trainer.teaching.roll({ classId: film.classId, reason: "Was at home", marks: [corrected] });
  await db.update(purchase).set({ state: "suspended" }).where(eq(purchase.id, chitra.purchaseId));
  // Marks of one moment have no order.
  after(700);
  await setRules({ countRecordings: true });
  await institute.runJobs();
  const there = await db
    .select({ learnerId: attendance.learnerId, source: attendance.source })
    .from(attendance)
    .where(eq(attendance.classId, film.classId));
  expect(there).toEqual([{ learnerId: asha.learnerId, source: "recording" }]);
  await setRules({ countRecordings: false });
});

test("who was marked as absent in the class has attended after watching; a correction by the trainer wins and stays", async () => {
  await setRules({ countRecordings: true });
  const film = await newFilm();
  const { trainer, classId, me, mine } = film;
  await trainer.teaching.finish({ classId, rest: "absent" });
  expect(await watchAll(film)).toMatchObject({ isAttended: true });
  const mark = { markId: crypto.randomUUID(), learnerId: me.learnerId, mark: "absent" as const };
  after(700);
  await trainer.teaching.roll({
    ...{ classId, reason: "The film ran without a viewer" },
    marks: [{ ...mark, at: new Date(testDay.getTime() + 700_000).toISOString() }],
  });
  expect(await me.lesson.watch({ ...mine, position: 0, parts: [] })).toMatchObject({ isAttended: false });
  expect(await db.$count(attendance, eq(attendance.classId, classId))).toBe(0);
  await setRules({ countRecordings: false });
});

test("a trainer's earlier mark stays as it is", async () => {
  await setRules({ countRecordings: true });
  const film = await newFilm();
  const { trainer, classId, me } = film;
  const mark = { markId: crypto.randomUUID(), learnerId: me.learnerId, mark: "late" as const };
  await trainer.teaching.roll({ classId, marks: [{ ...mark, at: testDay.toISOString() }] });
  expect(await watchAll(film)).toMatchObject({ isAttended: true });
  expect(await marksOf(film)).toEqual([{ mark: "late", source: "roll-call" }]);
  await setRules({ countRecordings: false });
});

test("what was watched is carried to the next batch", async () => {
  await setRules({ countRecordings: true });
  const film = await newFilm();
  await watchAll(film);
  const next = await newTaughtBatch(institute);
  await db.update(batchPlace).set({ batchId: next.batchId }).where(eq(batchPlace.purchaseId, film.me.purchaseId));
  const { carryProgress } = await import("../schedule/carry.ts");
  await carryProgress(db, [{ purchaseId: film.me.purchaseId, batchId: next.batchId }], testDay);
  const [carried] = await db.select().from(attendance).where(eq(attendance.classId, next.classes[1]));
  expect(carried).toMatchObject({ learnerId: film.me.learnerId, source: "carried" });
  await expect(film.me.lesson.recording(film.mine)).rejects.toMatchObject({ code: "UNKNOWN_RECORDING" });
  await setRules({ countRecordings: false });
});

test("a recording names the one before and the next one, in the order of the classes", async () => {
  const { me, mine, trainer, classes, recordingId } = await newFilm();
  const added: string[] = [];
  for (const [place, name] of ["Hello", "", "Lists"].entries()) {
    if (!name) continue;
    const fileId = await newLessonFile(institute, { name: "c.mp4", type: "video/mp4", staffId: trainer.person.id });
    const film = { recordingId: crypto.randomUUID(), classId: classes[place] ?? "", fileId, name };
    await trainer.library.addRecording({ ...film, seconds: 60, chapters: [] });
    added.push(film.recordingId);
  }
  const [hello = "", lists = ""] = added;
  expect(await me.lesson.recording(mine)).toMatchObject({
    ...{ before: { recordingId: hello, name: "Hello" }, after: { recordingId: lists, name: "Lists" } },
  });
  expect(await me.lesson.recording({ ...mine, recordingId: lists })).toMatchObject({
    ...{ before: { recordingId, name: "Loops" }, after: null },
  });
});

test("another batch, a suspended purchase and a link after its end open nothing", async () => {
  const { me, mine, fileId } = await newFilm();
  const other = await newFilm();
  for (const call of [
    () => other.me.lesson.recording(mine),
    () => other.me.lesson.captions({ ...mine, language: "en" }),
    () => other.me.lesson.watch({ ...mine, position: 0, parts: [] }),
    () => me.lesson.recording({ ...mine, recordingId: crypto.randomUUID() }),
    () => me.lesson.captions({ ...mine, language: "xx" }),
  ])
    await expect(call()).rejects.toMatchObject({ code: "UNKNOWN_RECORDING" });
  const { link } = await me.lesson.recording(mine);
  expect(link).toContain("class_2.mp4");
  expect(fileId).not.toBe("");
  after(8 * 3600);
  expect((await app.request(link)).status).toBe(410);
  const renewed = (await me.lesson.recording(mine)).link;
  expect((await app.request(renewed)).status).toBe(200);
  await db.update(purchase).set({ state: "suspended" }).where(eq(purchase.id, me.purchaseId));
  after(8 * 3600 + 10);
  expect((await app.request(renewed)).status).toBe(404);
  for (const call of [
    () => me.lesson.recordings({ courseId: "python" }),
    () => me.lesson.recording(mine),
    () => me.lesson.captions({ ...mine, language: "en" }),
    () => me.lesson.watch({ ...mine, position: 0, parts: [] }),
    () => me.lesson.search({ courseId: "python", words: "loops" }),
  ])
    await expect(call()).rejects.toMatchObject({ code: "CLASS_ON_HOLD" });
});

test("a recording of the course is for all its batches", async () => {
  const { mine } = await newFilm({ isOfCourse: true, says: "Welcome marmalade" });
  const other = await newFilm();
  expect(await other.me.lesson.recording(mine)).toMatchObject({ name: "Loops", class: null, countsAsAttended: false });
  expect((await app.request((await other.me.lesson.recording(mine)).link)).status).toBe(200);
  expect((await other.me.lesson.search({ courseId: "python", words: "marmalade" })).hits).toHaveLength(1);
});
