import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { digestItem } from "../../db/tables/digest.ts";
import { recording, transcriptLine } from "../../db/tables/lesson.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLessonFile } from "../../test/lessons.ts";
import { newRecording, vttOf } from "../../test/recordings.ts";
import { newStaff } from "../../test/staff.ts";
import { newTaughtBatch } from "../../test/teaching.ts";
import { tidyFiles } from "../lesson/tidy-files.ts";

const institute = await testInstitute();
const { db, deps, app } = institute;

beforeEach(() => institute.setNow(testDay));

const film = { name: "Loops", seconds: 600, chapters: [] };

async function newForm() {
  const trainer = await newStaff(institute, ["trainer"], "Nisha Kurian");
  const taught = await newTaughtBatch(institute, { trainer, names: ["Asha Menon", "Binu Das"] });
  const staffId = trainer.person.id;
  const fileId = await newLessonFile(institute, { name: "class.mp4", type: "video/mp4", staffId });
  return {
    ...taught,
    trainer,
    fileId,
    staffId,
    form: { recordingId: randomUUID(), classId: taught.classes[1], fileId, ...film },
  };
}

test("the trainer's form adds the recording once, and each learner of the batch hears of it once", async () => {
  const { trainer, form, classes, learners } = await newForm();
  const [added] = await Promise.all([trainer.library.addRecording(form), trainer.library.addRecording(form)]);
  await trainer.library.addRecording(form);
  expect(added).toMatchObject({ name: "Loops", seconds: 600, watchers: 0, captions: [], who: "Nisha Kurian" });
  const { recordings, mayChange } = await trainer.library.recordings({ classId: classes[1] });
  expect([recordings.length, mayChange]).toEqual([1, true]);
  expect((await app.request(recordings[0]?.link ?? "")).status).toBe(200);
  const about = `recording ${form.recordingId}`;
  const told = await db.select().from(digestItem).where(eq(digestItem.about, about));
  expect(told.map(({ learnerId }) => learnerId).toSorted()).toEqual(
    learners.map(({ learnerId }) => learnerId).toSorted(),
  );
  expect(told[0]).toMatchObject({
    ...{ kind: "recording", title: "the recording of class 2 is there" },
    link: `/dashboard/learn/python/recording/${form.recordingId}`,
  });
  const log = await db.select().from(auditEntry).where(eq(auditEntry.thingId, classes[1]));
  expect(log.map(({ action }) => action)).toEqual(["Added a recording"]);
});

test("a removed recording that learners were told of is in no mail", async () => {
  const { trainer, form } = await newForm();
  await trainer.library.addRecording(form);
  const isAbout = eq(digestItem.about, `recording ${form.recordingId}`);
  await db.update(digestItem).set({ toldAt: testDay }).where(isAbout);
  await trainer.library.removeRecording({ recordingId: form.recordingId, watchers: 0 });
  expect(await db.$count(digestItem, isAbout)).toBe(0);
});

test("a film of somebody else, one of another recording, one that is not ready and what is no film are refused", async () => {
  const { trainer, form, staffId } = await newForm();
  const other = await newForm();
  const add = (fileId: string) => trainer.library.addRecording({ ...form, recordingId: randomUUID(), fileId });
  await expect(add(other.fileId)).rejects.toMatchObject({ code: "UNKNOWN_FILE" });
  await expect(add(randomUUID())).rejects.toMatchObject({ code: "UNKNOWN_FILE" });
  await expect(add(await newLessonFile(institute, { staffId }))).rejects.toMatchObject({ code: "NOT_A_FILM" });
  await add(form.fileId);
  await expect(add(form.fileId)).rejects.toMatchObject({ code: "UNKNOWN_FILE" });
  const late = await newLessonFile(institute, { type: "video/mp4", staffId });
  await db.update(lessonFile).set({ state: "checking" }).where(eq(lessonFile.id, late));
  await expect(add(late)).rejects.toMatchObject({ code: "UNKNOWN_FILE" });
});

test("another trainer reaches nothing of it; owners reach all", async () => {
  const { recordingId, classId, trainer, fileId } = await newRecording(institute);
  const stranger = await newStaff(institute, ["trainer"], "Ravi Shah");
  const captions = await newLessonFile(institute, { bytes: vttOf("x"), staffId: stranger.person.id });
  const unknown = { code: "UNKNOWN_RECORDING" };
  const change = { recordingId, ...film, version: 0 };
  await expect(stranger.library.recordings({ classId })).rejects.toMatchObject({ code: "UNKNOWN_CLASS" });
  await expect(stranger.library.recordings({ courseId: "python" })).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
  await expect(
    stranger.library.addRecording({ recordingId: randomUUID(), classId, fileId, ...film }),
  ).rejects.toMatchObject({ code: "UNKNOWN_CLASS" });
  await expect(stranger.library.changeRecording(change)).rejects.toMatchObject(unknown);
  await expect(stranger.library.removeRecording({ recordingId, watchers: 0 })).rejects.toMatchObject(unknown);
  await expect(stranger.library.removeCaptions({ recordingId, language: "en" })).rejects.toMatchObject(unknown);
  await expect(
    stranger.library.addCaptions({ recordingId, fileId: captions, language: "en", label: "English" }),
  ).rejects.toMatchObject(unknown);
  const owner = await newStaff(institute, ["owner"], "Om Nair");
  expect((await owner.library.changeRecording(change)).version).toBe(1);
  await expect(trainer.library.changeRecording(change)).rejects.toMatchObject({ code: "CHANGED_MEANWHILE" });
});

test("chapters are stored in the order of their start, and two at one second are refused", async () => {
  const { trainer, recordingId } = await newRecording(institute);
  const change = { recordingId, ...film, version: 0 };
  const at = (startsAt: number, title: string) => ({ startsAt, title });
  const { chapters } = await trainer.library.changeRecording({ ...change, chapters: [at(90, "B"), at(0, "A")] });
  expect(chapters).toEqual([at(0, "A"), at(90, "B")]);
  await expect(
    trainer.library.changeRecording({ ...change, version: 1, chapters: [at(5, "A"), at(5, "B")] }),
  ).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test.each([
  [Buffer.from("WEBVTT\n\n00:09.000 --> 00:01.000\nx"), "Line 3: The end is not after the start"],
  [Buffer.from("%PDF-1.7"), "Line 1: Here is no time such as 00:01:05.000 --> 00:01:09.500"],
  [Buffer.from([0xff, 0xfe, 0x41, 0]), "This file is not in UTF-8. Please save it in UTF-8 and add it again"],
  [Buffer.alloc(2 * 1024 ** 2 + 1, "x"), "This file is too large for captions: at most 2 MB"],
])("captions that cannot be read are refused with their line", async (bytes, text) => {
  const { trainer, recordingId } = await newRecording(institute);
  const fileId = await newLessonFile(institute, { bytes, name: "x.vtt", type: "text/vtt", staffId: trainer.person.id });
  await expect(
    trainer.library.addCaptions({ recordingId, fileId, language: "ta", label: "Tamil" }),
  ).rejects.toMatchObject({ code: "INVALID_INPUT", fields: { fileId: text } });
});

test("new captions in the same language replace the old ones and their transcript; removing takes both", async () => {
  const { trainer, recordingId, learners, mine } = await newRecording(institute, {
    names: ["Asha Menon"],
    says: "old kiwi",
  });
  const bytes = vttOf("new lychee", "and more", "and the end");
  const fileId = await newLessonFile(institute, { bytes, staffId: trainer.person.id });
  const shown = await trainer.library.addCaptions({ recordingId, fileId, language: "en", label: "English (India)" });
  expect(shown.captions).toEqual([{ language: "en", label: "English (India)", lines: 3 }]);
  const count = async (words: string) => (await learners[0]?.lesson.search({ courseId: "python", words }))?.hits.length;
  expect([await count("kiwi"), await count("lychee")]).toEqual([0, 1]);
  expect((await learners[0]?.lesson.captions({ ...mine, language: "en" }))?.vtt).toContain("new lychee");
  expect((await trainer.library.removeCaptions({ recordingId, language: "en" })).captions).toEqual([]);
  expect(await db.$count(transcriptLine, eq(transcriptLine.recordingId, recordingId))).toBe(0);
});

test("removing says how many have watched; its film goes a day later and opens for nobody", async () => {
  const { trainer, recordingId, learners, mine, fileId, classId } = await newRecording(institute, {
    names: ["Asha Menon"],
  });
  const me = learners[0];
  const link = (await me?.lesson.recording(mine))?.link ?? "";
  await me?.lesson.watch({ ...mine, position: 2, parts: [[0, 2]] });
  expect((await trainer.library.recordings({ classId })).recordings[0]?.watchers).toBe(1);
  await expect(trainer.library.removeRecording({ recordingId, watchers: 0 })).rejects.toMatchObject({
    code: "CHANGED_MEANWHILE",
  });
  await tidyFiles({ ...deps, clock: { now: () => new Date(testDay.getTime() + 3 * 86_400_000) } });
  expect(await db.$count(lessonFile, eq(lessonFile.id, fileId))).toBe(1);
  await trainer.library.removeRecording({ recordingId, watchers: 1 });
  expect(await db.$count(recording, eq(recording.id, recordingId))).toBe(0);
  expect((await me?.schedule.view({ courseId: "python" }))?.schedules[1]?.recordings).toBeUndefined();
  institute.setNow(new Date(testDay.getTime() + 60_000));
  expect((await app.request(link)).status).toBe(404);
  await tidyFiles({ ...deps, clock: { now: () => new Date(testDay.getTime() + 3 * 86_400_000) } });
  expect(await db.$count(lessonFile, eq(lessonFile.id, fileId))).toBe(0);
});

test("a recording of the course belongs to everybody who teaches in it", async () => {
  const { recordingId } = await newRecording(institute, { isOfCourse: true });
  const colleague = await newForm();
  const { recordings } = await colleague.trainer.library.recordings({ courseId: "python" });
  const link = recordings.find((one) => one.recordingId === recordingId)?.link ?? "";
  expect((await app.request(link)).status).toBe(200);
  expect((await colleague.trainer.library.changeRecording({ recordingId, ...film, version: 0 })).version).toBe(1);
});

test("only who may change class settings reads and changes the rules", async () => {
  const owner = await newStaff(institute, ["owner"], "Om Nair");
  const trainer = await newStaff(institute, ["trainer"], "Nisha Kurian");
  const { version, ...before } = await owner.library.recordingRules({});
  expect(before).toEqual({ recordingPercent: 80, countRecordings: false });
  await expect(trainer.library.recordingRules({})).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  const saved = await owner.library.saveRecordingRules({ recordingPercent: 60, countRecordings: true, version });
  expect(saved).toMatchObject({ recordingPercent: 60, countRecordings: true });
  await expect(owner.library.saveRecordingRules({ ...before, version })).rejects.toMatchObject({
    code: "CHANGED_MEANWHILE",
  });
  const log = await db.select().from(auditEntry).where(eq(auditEntry.thingId, "recordings"));
  expect(log).toMatchObject([{ action: "Changed the rules about recordings" }]);
});
