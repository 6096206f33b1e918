import { randomUUID } from "node:crypto";
import { desc, eq, sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { homework, submission, submissionFile } from "../../db/tables/class-homework.ts";
import { material, recording } from "../../db/tables/lesson.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import { batch, liveClass } from "../../db/tables/schedule.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { tidyHouse } from "../../house.ts";
import { enqueue } from "../../jobs/queue.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLessonFile, pythonOf } from "../../test/lessons.ts";
import { newStaff } from "../../test/staff.ts";
import { newTaughtBatch } from "../../test/teaching.ts";

const institute = await testInstitute();
const { db } = institute;
afterEach(() => institute.setNow(testDay));
const courseId = await pythonOf(institute);
const none = { count: 0, bytes: 0 };
const keep = { recordings: null, material: null, handedIn: null };

/** A batch that ended so many months ago, with one thing of each kind. */
async function newOldBatch(months: number) {
  const { batchId, classes, learners } = await newTaughtBatch(institute);
  const ended = new Date(testDay);
  ended.setUTCMonth(ended.getUTCMonth() - months);
  ended.setUTCDate(ended.getUTCDate() - 1);
  await db.update(batch).set({ startsAt: ended, endsAt: ended }).where(eq(batch.id, batchId));
  await db.execute(sql`
    update live_class set starts_at = ${ended.toISOString()}::timestamptz - number * interval '1 day' where batch_id = ${batchId}`);
  const place = { courseId, batchId, classId: classes[0], addedAt: ended };
  const files = [
    await newLessonFile(institute),
    await newLessonFile(institute),
    await newLessonFile(institute),
  ] as const;
  await db.insert(material).values([
    { ...place, kind: "file", name: "Slides", fileId: files[0] },
    { ...place, kind: "link", name: "Link", url: "https://a.example" },
  ]);
  await db.insert(recording).values({ ...place, name: "Class 1", fileId: files[1] });
  const [homeworkId, submissionId] = [randomUUID(), randomUUID()];
  const learnerId = learners[0]?.learnerId ?? "";
  await db.insert(homework).values({ id: homeworkId, batchId, title: "Work", text: "", setAt: ended });
  await db
    .insert(submission)
    .values({ id: submissionId, homeworkId, learnerId, version: 1, text: "Mine", at: ended, isLate: false });
  await db.insert(submissionFile).values({ submissionId, fileId: files[2], position: 0 });
  const left = async () => ({
    material: await db.$count(material, eq(material.batchId, batchId)),
    recordings: await db.$count(recording, eq(recording.batchId, batchId)),
    handedIn: await db.$count(submissionFile, eq(submissionFile.submissionId, submissionId)),
    texts: await db.$count(submission, eq(submission.id, submissionId)),
  });
  return { batchId, classes, files, left };
}

async function remove(batchId: string) {
  await db.execute(sql`delete from batch_place where batch_id = ${batchId}`);
  await db.delete(batch).where(eq(batch.id, batchId));
}

async function tidy() {
  await enqueue(db, tidyHouse, {});
  await institute.runJobs();
}

async function save(rule: object) {
  const owner = await newStaff(institute, ["owner"]);
  const { version } = await owner.library.storage({});
  return owner.library.saveKeepFiles({ ...keep, ...rule, version });
}

test("without a rule everything stays", async () => {
  const { left, batchId } = await newOldBatch(60);
  await tidy();
  expect(await left()).toEqual({ material: 2, recordings: 1, handedIn: 1, texts: 1 });
  const owner = await newStaff(institute, ["owner"]);
  expect(await owner.library.previewRemoval(keep)).toEqual({ recordings: none, material: none, handedIn: none });
  await remove(batchId);
});

test("the rule removes what it announced, of batches that are over for so long, and the files follow", async () => {
  const [old, young] = [await newOldBatch(12), await newOldBatch(5)];
  const ofCourse = await newLessonFile(institute);
  await db.insert(material).values({ courseId, kind: "file", name: "Guide", fileId: ofCourse, addedAt: testDay });
  const owner = await newStaff(institute, ["owner"]);
  const rule = { recordings: 6, material: 12, handedIn: null };
  expect(await owner.library.previewRemoval(rule)).toEqual({
    ...{ recordings: { count: 1, bytes: 1000 }, material: { count: 2, bytes: 1000 }, handedIn: none },
  });
  expect(await old.left()).toMatchObject({ material: 2, recordings: 1 });
  await save(rule);
  await tidy();
  expect(await old.left()).toEqual({ material: 0, recordings: 0, handedIn: 1, texts: 1 });
  expect(await young.left()).toEqual({ material: 2, recordings: 1, handedIn: 1, texts: 1 });
  await save({ handedIn: 12 });
  await tidy();
  expect(await old.left()).toMatchObject({ handedIn: 0, texts: 1 });
  const entries = await db
    .select()
    .from(auditEntry)
    .where(eq(auditEntry.who, "The system"))
    .orderBy(desc(auditEntry.id));
  expect(entries.slice(0, 3).map(({ action, after }) => [action, after?.removed])).toEqual([
    ["Removed files handed in of old batches", 1],
    ["Removed material of old batches", 2],
    ["Removed recordings of old batches", 1],
  ]);
  await remove(young.batchId);
  institute.setNow(new Date(testDay.getTime() + 2 * 86_400_000));
  await tidy();
  for (const fileId of old.files) {
    expect(await db.$count(lessonFile, eq(lessonFile.id, fileId))).toBe(0);
    expect(institute.stored.has(`learning/${fileId}`)).toBe(false);
  }
  expect(await db.$count(lessonFile, eq(lessonFile.id, ofCourse))).toBe(1);
});

test("a batch that runs, or had a class put off, keeps its things", async () => {
  const { left, classes } = await newOldBatch(24);
  const late = new Date(testDay.getTime() + 3 * 86_400_000);
  await db.update(liveClass).set({ startsAt: late }).where(eq(liveClass.id, classes[3]));
  await save({ recordings: 1, material: 1, handedIn: 1 });
  await tidy();
  expect(await left()).toEqual({ material: 2, recordings: 1, handedIn: 1, texts: 1 });
  await save({});
});

test("a rule is saved once, by who has seen the last one, and odd months are refused", async () => {
  const owner = await newStaff(institute, ["owner"]);
  const { version } = await owner.library.storage({});
  const saved = await owner.library.saveKeepFiles({ ...keep, material: 36, version });
  expect(saved).toEqual({ ...keep, material: 36, version: version + 1 });
  expect((await owner.library.storage({})).keepFiles).toEqual({ ...keep, material: 36 });
  await expect(owner.library.saveKeepFiles({ ...keep, version })).rejects.toMatchObject({ code: "CHANGED_MEANWHILE" });
  for (const material of [0, -1, 121, 1.5, "6"])
    await expect(owner.library.previewRemoval({ ...keep, material } as never)).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
  await save({});
});
