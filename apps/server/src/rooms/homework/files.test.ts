import { randomBytes, randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import type { Db } from "../../db/connect.ts";
import { submission, submissionFile } from "../../db/tables/class-homework.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import { testDay } from "../../test/global-setup.ts";
import { askedHomework, newFile, newHomework } from "../../test/homework.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { patch, pythonOf } from "../../test/lessons.ts";
import { newStaff } from "../../test/staff.ts";
import { newTaughtBatch } from "../../test/teaching.ts";
import { linkTo, type Person } from "../lesson/link.ts";
import { refuseOtherFiles } from "../lesson/refuse-other-files.ts";
import { tidyFiles } from "../lesson/tidy-files.ts";

const institute = await testInstitute();
const { db, deps, app } = institute;
afterEach(() => {
  institute.setNow(testDay);
  deps.scan = null;
});
const later = (ms: number) => institute.setNow(new Date(testDay.getTime() + ms));
const work = randomBytes(2000);
const essay = { courseId: "python", name: "essay.pdf", bytes: work.length };

type Learner = Awaited<ReturnType<typeof newHomework>>["learners"][number];

async function newWork() {
  const made = await newHomework(institute);
  const [me, other] = made.learners;
  if (!me || !other) throw new Error("There are two learners.");
  return { ...made, me, other };
}

async function upload(me: Learner): Promise<string> {
  const { fileId, address } = await me.homework.startUpload(essay);
  expect((await patch(me, address, { offset: 0, bytes: work })).status).toBe(204);
  await institute.runJobs();
  return fileId;
}

const notUsed = { opensForLearner: () => sql`false`, opensForTrainer: () => sql`false` };

const statusOf = async (url: string) => (await app.request(url)).status;
const opens = async (fileId: string, who: Person) => statusOf(await linkTo(deps, { fileId, name: "x.pdf", who }));

test("a learner uploads a file and hands it in; who grades it opens it, and no other learner does", async () => {
  const { me, other, mine, homeworkId, trainer } = await newWork();
  const fileId = await upload(me);
  const version = { ...mine, submissionId: randomUUID(), text: "", link: "", fileIds: [fileId] };
  const [own] = (await me.homework.handIn(version)).versions;
  expect(await statusOf(own?.files[0]?.url ?? "")).toBe(200);
  const seen = await trainer.grading.work({ homeworkId, learnerId: me.learnerId });
  const url = seen.versions[0]?.files[0]?.url ?? "";
  const answer = await app.request(url);
  expect(work.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
  expect(answer.headers.get("content-disposition")).toContain("essay.pdf");

  const stranger = await newLearner(institute);
  const { _id: strangerId } = await stranger.account.read({});
  const elsewhere = await newTaughtBatch(institute);
  const otherTrainer = await newStaff(institute, ["trainer"], "Divya Nair");
  for (const who of [
    { learnerId: other.learnerId },
    { learnerId: strangerId },
    { learnerId: elsewhere.learners[0]?.learnerId ?? "" },
    { staffId: otherTrainer.person.id },
    { staffId: (await newStaff(institute, ["counsellor"])).person.id },
  ])
    expect(await opens(fileId, who), JSON.stringify(who)).toBe(404);
  const token = url.split("/")[2] ?? "";
  expect(await statusOf(url.replace(token, `${token.slice(0, -2)}AA`))).toBe(404);

  later(6.9 * 3_600_000);
  await expect(statusOf(url)).resolves.toBe(410);
  const again = await trainer.grading.work({ homeworkId, learnerId: me.learnerId });
  expect(await statusOf(again.versions[0]?.files[0]?.url ?? "")).toBe(200);
});

test("a file of the homework is opened by its batch, and by nobody who is not in it now", async () => {
  const { me, mine, homeworkId, trainer } = await newWork();
  const staffId = trainer.person.id;
  const sheet = await newFile(institute, { courseId: await pythonOf(institute), staffId, name: "sheet.pdf" });
  await deps.files.put(`learning/${sheet}`, { bytes: randomBytes(1200), type: "application/pdf" });
  await trainer.grading.change({ homeworkId, ...askedHomework, version: 0, fileIds: [sheet] });
  expect(await statusOf((await trainer.grading.read({ homeworkId })).files[0]?.url ?? "")).toBe(200);
  const url = (await me.homework.read(mine)).files[0]?.url ?? "";
  expect(await statusOf(url)).toBe(200);
  const listed = (await me.homework.list({ courseId: "python" })).homework[0];
  expect(listed?.files[0]?.url).toBe(url);
  const elsewhere = await newTaughtBatch(institute);
  expect(await opens(sheet, { learnerId: elsewhere.learners[0]?.learnerId ?? "" })).toBe(404);
  await db.update(purchase).set({ state: "suspended" }).where(eq(purchase.id, me.purchaseId));
  later(6000);
  expect(await statusOf(url)).toBe(404);
});

test("an upload for homework is refused without the course, on hold, too large, of another kind, and beyond a day's share", async () => {
  const { me } = await newWork();
  const start = (given: object) => me.homework.startUpload({ ...essay, ...given });
  await expect((await newLearner(institute)).homework.startUpload(essay)).rejects.toMatchObject({
    code: "UNKNOWN_COURSE",
  });
  await expect(institute.visitor().homework.startUpload(essay)).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
  await expect(start({ courseId: "sql" })).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
  await expect(start({ name: "virus.exe" })).rejects.toMatchObject({ code: "FILE_TYPE_NOT_ALLOWED" });
  await expect(start({ bytes: 200 * 1024 ** 2 + 1 })).rejects.toMatchObject({ code: "HOMEWORK_FILE_TOO_LARGE" });
  await expect(start({ bytes: 0 })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  // Ten of 200 MB fit into 2 GB.
  for (let n = 0; n < 10; n++) await start({ bytes: 200 * 1024 ** 2 });
  await expect(start({ bytes: 200 * 1024 ** 2 })).rejects.toMatchObject({ code: "TOO_MANY_FILES_TODAY" });
  expect(await db.$count(lessonFile, eq(lessonFile.learnerId, me.learnerId))).toBe(10);
  await db.execute(sql`update lesson_file set state = 'ready', bytes = 1 where learner_id = ${me.learnerId}`);
  const courseId = await pythonOf(institute);
  for (let n = 0; n < 50; n++) await newFile(institute, { courseId, learnerId: me.learnerId, createdAt: testDay });
  await expect(start({})).rejects.toMatchObject({ code: "TOO_MANY_FILES_TODAY" });
  later(25 * 3_600_000);
  await start({});
  await db.update(purchase).set({ state: "suspended" }).where(eq(purchase.id, me.purchaseId));
  await expect(start({})).rejects.toMatchObject({ code: "CLASS_ON_HOLD" });
});

test("a file that the scanner refuses says why, and cannot be handed in", async () => {
  const { me, mine } = await newWork();
  deps.scan = async () => "Eicar-Signature FOUND";
  const fileId = await upload(me);
  expect(await me.lesson.upload({ fileId })).toMatchObject({
    state: "refused",
    refusedWhy: "The virus scan refused this file.",
  });
  const version = { ...mine, submissionId: randomUUID(), text: "", link: "", fileIds: [fileId] };
  await expect(me.homework.handIn(version)).rejects.toMatchObject({ code: "UNKNOWN_FILE" });
});

async function newOldFile() {
  const { me, homeworkId } = await newWork();
  const courseId = await pythonOf(institute);
  const fileId = await newFile(institute, { courseId, learnerId: me.learnerId, storedAt: new Date(0) });
  const submissionId = randomUUID();
  const version = { id: submissionId, homeworkId, learnerId: me.learnerId, version: 1, at: testDay, isLate: false };
  const handIn = async (tx: Db = db) => {
    await tx.insert(submission).values(version);
    await tx.insert(submissionFile).values({ submissionId, fileId, position: 0 });
  };
  const isThere = async () => (await db.$count(lessonFile, eq(lessonFile.id, fileId))) === 1;
  return { me, courseId, fileId, handIn, isThere };
}

test("a file that was handed in cannot be removed, also by who forgets to ask", async () => {
  const { fileId, handIn, isThere } = await newOldFile();
  await handIn();
  await expect(db.delete(lessonFile).where(eq(lessonFile.id, fileId))).rejects.toThrow();
  await tidyFiles(deps);
  expect(await isThere()).toBe(true);
});

test("an old file that is being handed in outlives the tidying", async () => {
  const { me, courseId, fileId, handIn, isThere } = await newOldFile();
  await db.transaction(async (tx) => {
    await refuseOtherFiles(tx, { fileIds: [fileId], courseId, who: { learnerId: me.learnerId } });
    await tidyFiles(deps);
    await handIn(tx);
  });
  expect(await isThere()).toBe(true);
});

test("a file that is handed in after the tidying has looked stays, and other old files go", async () => {
  const { handIn, isThere } = await newOldFile();
  const other = await newOldFile();
  const { rows } = await db.execute<{ key: number }>(sql`select pg_backend_pid() as key`);
  const key = rows[0]?.key ?? 0;
  const waits = { ...notUsed, isUsed: () => sql`(select pg_advisory_xact_lock_shared(${key}::bigint)) is null` };
  const isWaiting = sql`select from pg_locks where locktype = 'advisory' and objid::bigint = ${key} and not granted`;
  let tidying: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${key}::bigint)`);
    tidying = tidyFiles({ ...deps, fileUses: [...deps.fileUses, waits] });
    await vi.waitFor(async () => expect((await tx.execute(isWaiting)).rows).toHaveLength(1));
    await handIn();
  });
  await tidying;
  expect([await isThere(), await other.isThere()]).toEqual([true, false]);
});
