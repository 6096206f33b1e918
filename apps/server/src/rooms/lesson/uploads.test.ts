import { randomBytes, randomUUID } from "node:crypto";
import { readdirSync } from "node:fs";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { purchase } from "../../db/tables/enrolment.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import { tidyHouse } from "../../house.ts";
import { listen } from "../../http/server.ts";
import { enqueue } from "../../jobs/queue.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { arrived, newLessonFile, patch, pretendUses, pythonOf } from "../../test/lessons.ts";
import { freePort } from "../../test/other-postgres.ts";
import { openSocket } from "../../test/socket.ts";
import { newStaff } from "../../test/staff.ts";
import { newTaughtBatch } from "../../test/teaching.ts";
import { startUpload } from "./start-upload.ts";
import { largeUploads } from "./uploads.ts";

const institute = await testInstitute({ timesOfUploads: { idleMs: 20_000, totalMs: 60_000 } });
const { db, deps } = institute;
// Two processes on one database and one folder: nothing in memory is theirs together.
const ports = [Number(await freePort()), Number(await freePort())] as const;
const [first, second] = [
  await listen(institute.build().app, { host: "127.0.0.1", port: ports[0] }),
  await listen(institute.build().app, { host: "127.0.0.1", port: ports[1] }),
];
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
});
afterEach(() => {
  institute.setNow(testDay);
  deps.scan = null;
  vi.restoreAllMocks();
});

const film = randomBytes(3_000_000);
const owner = await newStaff(institute, ["owner"]);

async function start(name = "class 12.mp4", bytes = film.length) {
  return owner.library.startUpload({ name, bytes, courseId: "python" });
}

async function uploaded(name?: string): Promise<string> {
  const { fileId, address } = await start(name);
  expect((await patch(owner, address, { offset: 0, bytes: film })).status).toBe(204);
  return fileId;
}

const read = (fileId: string) => owner.library.upload({ fileId });
const leftOf = (fileId: string) => readdirSync(institute.uploadFolder).filter((name) => name.startsWith(fileId));

test("a file in parts is ready after the last one, under a safe name, and the upload is gone", async () => {
  const { fileId, address, name } = await start("../Class 12\u202e.mp4");
  expect([address, name]).toEqual([`/uploads/${fileId}`, "Class 12.mp4"]);
  expect(await arrived(owner, address)).toBe(0);
  const part = await patch(owner, address, { offset: 0, bytes: film.subarray(0, 1_000_000) });
  expect([part.status, part.headers.get("upload-offset")]).toEqual([204, "1000000"]);
  expect(await arrived(owner, address)).toBe(1_000_000);
  expect(await read(fileId)).toMatchObject({ state: "uploading" });
  const last = await patch(owner, address, { offset: 1_000_000, bytes: film.subarray(1_000_000) });
  expect(last.headers.get("upload-offset")).toBe(String(film.length));
  expect(await read(fileId)).toMatchObject({ state: "checking" });
  await institute.runJobs();
  expect(await read(fileId)).toMatchObject({ state: "ready", type: "video/mp4", bytes: film.length, refusedWhy: "" });
  const stored = institute.stored.get(`learning/${fileId}`);
  expect([film.equals(stored?.bytes ?? Buffer.alloc(0)), stored?.type]).toEqual([true, "video/mp4"]);
  expect(leftOf(fileId)).toEqual([]);
  // A browser that lost the last answer.
  expect(await arrived(owner, address)).toBe(film.length);
  expect((await patch(owner, address, { offset: film.length, bytes: Buffer.alloc(0) })).status).toBe(204);
});

test("an upload that is cut three times goes on in another process each time", async () => {
  const { fileId, address } = await start();
  const cookie = { cookie: owner.cookie };
  for (const [turn, share] of [0.2, 0.5, 0.9].entries()) {
    const port = ports[turn % 2] ?? 0;
    const offset = await reach(port, address, cookie);
    const upTo = Math.floor(film.length * share);
    const socket = await openSocket(port);
    socket.write(
      `PATCH ${address} HTTP/1.1\r\nhost: x\r\ncookie: ${owner.cookie}\r\ntus-resumable: 1.0.0\r\ncontent-type: application/offset+octet-stream\r\nupload-offset: ${offset}\r\ncontent-length: ${film.length - offset}\r\n\r\n`,
    );
    socket.write(film.subarray(offset, upTo));
    await vi.waitFor(async () => expect((await deps.uploads.getUpload(fileId)).offset).toBe(upTo), { timeout: 10_000 });
    socket.destroy();
  }
  const offset = await reach(ports[1], address, cookie);
  expect(offset).toBe(Math.floor(film.length * 0.9));
  const answer = await fetch(`http://127.0.0.1:${ports[1]}${address}`, {
    method: "PATCH",
    headers: tusHeaders(offset),
    body: film.subarray(offset),
  });
  expect(answer.status).toBe(204);
  await institute.runJobs();
  expect(film.equals(institute.stored.get(`learning/${fileId}`)?.bytes ?? Buffer.alloc(0))).toBe(true);
});

test("a newer request in another process takes the upload over, and the older one stops", async () => {
  const { fileId, address } = await start();
  const hanging = await openSocket(ports[0]);
  hanging.write(
    `PATCH ${address} HTTP/1.1\r\nhost: x\r\ncookie: ${owner.cookie}\r\ntus-resumable: 1.0.0\r\ncontent-type: application/offset+octet-stream\r\nupload-offset: 0\r\ncontent-length: ${film.length}\r\n\r\n`,
  );
  hanging.write(film.subarray(0, 500_000));
  await vi.waitFor(async () => expect((await deps.uploads.getUpload(fileId)).offset).toBe(500_000), {
    timeout: 10_000,
  });
  const offset = await reach(ports[1], address, { cookie: owner.cookie });
  expect(offset).toBe(500_000);
  const rest = await fetch(`http://127.0.0.1:${ports[1]}${address}`, {
    method: "PATCH",
    headers: tusHeaders(offset),
    body: film.subarray(offset),
  });
  expect(rest.status).toBe(204);
  hanging.destroy();
  await institute.runJobs();
  expect(film.equals(institute.stored.get(`learning/${fileId}`)?.bytes ?? Buffer.alloc(0))).toBe(true);
});

test("a newer request waits for an older one whose last part is still on its way to the store", {
  timeout: 30_000,
}, async () => {
  const { fileId, address } = await start();
  const { write } = deps.uploads;
  let isWriting = false;
  // Longer than a lease.
  vi.spyOn(deps.uploads, "write").mockImplementationOnce(async (...given) => {
    isWriting = true;
    const reached = await write.apply(deps.uploads, given);
    await sleep(8000);
    isWriting = false;
    return reached;
  });
  const older = patch(owner, address, { offset: 0, bytes: film.subarray(0, 500_000) });
  await vi.waitFor(async () => expect((await deps.uploads.getUpload(fileId)).offset).toBe(500_000));
  expect(await arrived(owner, address)).toBe(500_000);
  expect(isWriting).toBe(false);
  expect((await older).status).toBe(409);
});

test("the lease of a killed process ends, and another one goes on", async () => {
  const { fileId, address } = await start();
  await db.execute(sql`
    update lesson_file set writer = ${randomUUID()}, writer_until = now() + interval '1 second' where id = ${fileId}`);
  expect((await patch(owner, address, { offset: 0, bytes: film })).status).toBe(204);
  await institute.runJobs();
});

test("of two parts for the same place one is stored", async () => {
  const { fileId, address } = await start();
  const sent = { offset: 0, bytes: film.subarray(0, 100_000) };
  const answers = await Promise.all([
    patch(owner, address, sent),
    patch(owner, address, sent),
    patch(owner, address, sent),
  ]);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 204)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(2);
  expect((await deps.uploads.getUpload(fileId)).offset).toBe(100_000);
});

test("nobody else reaches an upload: another of the staff, a learner, a stranger, another website", async () => {
  const { address } = await start();
  const other = await newStaff(institute, ["owner"]);
  const { learners } = await newTaughtBatch(institute);
  const sent = { offset: 0, bytes: film.subarray(0, 10) };
  for (const [who, status] of [
    [other, 404],
    [learners[0], 404],
    [institute.visitor(), 401],
  ] as const) {
    if (!who) throw new Error("There is a learner.");
    expect((await patch(who, address, sent)).status).toBe(status);
    for (const method of ["HEAD", "DELETE"]) expect((await who.request(address, { method })).status).toBe(status);
  }
  const accountant = await newStaff(institute, ["accountant"]);
  expect((await patch(accountant, address, sent)).status).toBe(403);
  expect((await patch(owner, address, sent, { origin: "https://evil.example" })).status).toBe(403);
  expect(await arrived(owner, address)).toBe(0);
  expect((await owner.request(`/uploads/${randomUUID()}`, { method: "HEAD" })).status).toBe(404);
  expect((await owner.request("/uploads/nothing", { method: "HEAD" })).status).toBe(404);
  expect((await owner.request(address)).status).toBe(405);
});

test("a trainer adds files to own classes and to courses that they teach, and to no others", async () => {
  const trainer = await newStaff(institute, ["trainer"], "Anil Kumar");
  const other = await newStaff(institute, ["trainer"], "Divya Nair");
  const { classes } = await newTaughtBatch(institute, { trainer });
  const file = { name: "slides.pdf", bytes: 10 };
  await trainer.library.startUpload({ ...file, classId: classes[0] });
  await trainer.library.startUpload({ ...file, courseId: "python" });
  await expect(other.library.startUpload({ ...file, classId: classes[0] })).rejects.toMatchObject({
    code: "UNKNOWN_CLASS",
  });
  for (const courseId of ["python", "nothing"])
    await expect(other.library.startUpload({ ...file, courseId })).rejects.toMatchObject({ code: "UNKNOWN_COURSE" });
  await expect(trainer.library.startUpload(file)).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

test.each([
  ["virus.exe", 10, "FILE_TYPE_NOT_ALLOWED"],
  ["without-ending", 10, "FILE_TYPE_NOT_ALLOWED"],
  ["film.mp4", 4 * 1024 ** 3 + 1, "FILE_TOO_LARGE"],
  ["film.mp4", 0, "INVALID_INPUT"],
  ["film.mp4", 1.5, "INVALID_INPUT"],
  ["", 10, "INVALID_INPUT"],
])("the file %j of %d bytes is refused with %s", async (name, bytes, code) => {
  await expect(start(name, bytes)).rejects.toMatchObject({ code });
});

test.each([
  ["without the version of tus", { "tus-resumable": "" }],
  ["of another type", { "content-type": "text/plain" }],
  ["at no offset", { "upload-offset": "x" }],
  ["beyond the end", { "upload-offset": "2999999", "content-length": "20" }],
])("a part %s is refused", async (_, headers) => {
  const { address } = await start();
  expect((await patch(owner, address, { offset: 0, bytes: film.subarray(0, 20) }, headers)).status).toBe(400);
});

test("a file that the scanner refuses is removed and says why; a scanner that breaks is asked again", async () => {
  const fileId = await uploaded();
  const seen: string[] = [];
  deps.scan = async (path) => {
    seen.push(path);
    throw new Error("the scanner is away");
  };
  await institute.runJobs();
  expect(await read(fileId)).toMatchObject({ state: "checking" });
  deps.scan = async () => "Eicar-Signature FOUND";
  await runLater();
  expect(await read(fileId)).toMatchObject({ state: "refused", refusedWhy: "The virus scan refused this file." });
  expect(leftOf(fileId)).toEqual([]);
  expect(institute.stored.has(`learning/${fileId}`)).toBe(false);
  expect(seen).toHaveLength(1);
});

test("a small file does not wait for the scan of a film", async () => {
  const { fileId: filmId } = await start("class 13.mp4", 200 * 1024 ** 2 + 1);
  const { fileId } = await start("essay.pdf", 10_000);
  await largeUploads.finish(deps, filmId);
  await largeUploads.finish(deps, fileId);
  const { rows } = await db.execute<{ queue: string }>(
    sql`select queue_name as queue from graphile_worker.jobs where key in (${`store ${filmId}`}, ${`store ${fileId}`})`,
  );
  expect(new Set(rows.map(({ queue }) => queue)).size).toBe(2);
  await institute.runJobs();
});

test("a job that is killed half-way is done again from the beginning", async () => {
  const fileId = await uploaded();
  const { putFrom } = deps.files;
  vi.spyOn(deps.files, "putFrom").mockImplementationOnce(async () => {
    throw new Error("killed while it was storing");
  });
  await institute.runJobs();
  expect([(await read(fileId)).state, leftOf(fileId).length > 0]).toEqual(["checking", true]);
  // Everything was stored, and the process ended before it could say so.
  vi.spyOn(deps.files, "putFrom").mockImplementationOnce(async (key, source) => {
    await putFrom(key, source);
    throw new Error("killed after it had stored");
  });
  await runLater();
  expect((await read(fileId)).state).toBe("checking");
  await runLater();
  expect((await read(fileId)).state).toBe("ready");
  expect(film.equals(institute.stored.get(`learning/${fileId}`)?.bytes ?? Buffer.alloc(0))).toBe(true);
  expect(leftOf(fileId)).toEqual([]);
});

test("when the last byte was written and nobody said so, the next request finishes the upload", async () => {
  const { fileId, address } = await start();
  await patch(owner, address, { offset: 0, bytes: film.subarray(0, 10) });
  await deps.uploads.write(Readable.from([film.subarray(10)]), fileId, 10);
  expect(await arrived(owner, address)).toBe(film.length);
  await institute.runJobs();
  expect(await read(fileId)).toMatchObject({ state: "ready" });
});

test("of uploads that start at the same time only as many are taken as there is room for", async () => {
  const courseId = await pythonOf(institute);
  const gigabyte = 1024 ** 3;
  const [before] = (await db.execute<{ bytes: string }>(sql`select coalesce(sum(bytes), 0) as bytes from lesson_file`))
    .rows;
  const room = 20 * gigabyte - Number(before?.bytes);
  const bytes = 3 * gigabyte;
  const people = await Promise.all(Array.from({ length: 10 }, () => newStaff(institute, ["owner"])));
  const starts = people.map((one) => one.library.startUpload({ name: "film.mp4", bytes, courseId: "python" }));
  const outcomes = await Promise.allSettled(starts);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(Math.floor(room / bytes));
  for (const one of outcomes)
    if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "COURSE_STORAGE_FULL" });
  const { version, bytes: all, courses } = await owner.library.storage({});
  expect(courses).toContainEqual(expect.objectContaining({ courseId: "python", bytes: all }));
  const types = [{ ending: "pdf", type: "application/pdf" }];
  const changed = { courseGigabytes: 500, instituteGigabytes: 20, fileTypes: types, version };
  await owner.library.saveStorage(changed);
  await expect(owner.library.saveStorage(changed)).rejects.toMatchObject({ code: "CHANGED_MEANWHILE" });
  const wanted = { name: "notes.pdf", bytes: 3 * gigabyte, courseId: "python" };
  await expect(owner.library.startUpload(wanted)).rejects.toMatchObject({ code: "STORAGE_FULL" });
  await expect(owner.library.startUpload({ ...wanted, name: "film.mp4" })).rejects.toMatchObject({
    code: "FILE_TYPE_NOT_ALLOWED",
  });
  await db.execute(sql`delete from lesson_file where bytes = ${bytes} and course_id = ${courseId}`);
  await db.execute(sql`delete from class_settings`);
});

test("who has 20 unfinished uploads finishes or removes one first", async () => {
  const trainer = await newStaff(institute, ["front desk"]);
  const file = { name: "slides.pdf", bytes: 10, courseId: "python" };
  const started = [];
  for (let n = 0; n < 20; n++) started.push(await trainer.library.startUpload(file));
  await expect(trainer.library.startUpload(file)).rejects.toMatchObject({ code: "TOO_MANY_UPLOADS" });
  expect((await trainer.request(started[0]?.address ?? "", { method: "DELETE" })).status).toBe(204);
  await trainer.library.startUpload(file);
});

test("a learner uploads with their session, and stops when it ends", async () => {
  const { learners } = await newTaughtBatch(institute);
  const [asha] = learners;
  if (!asha) throw new Error("There is a learner.");
  const wanted = {
    who: { learnerId: asha.learnerId },
    courseId: await pythonOf(institute),
    name: "essay.pdf",
    bytes: 20,
  };
  const { fileId, address } = await db.transaction((tx) => startUpload(tx, { ...wanted, now: testDay }));
  expect((await patch(asha, address, { offset: 0, bytes: film.subarray(0, 10) })).status).toBe(204);
  await db.execute(sql`delete from session where learner_id = ${asha.learnerId}`);
  expect((await patch(asha, address, { offset: 10, bytes: film.subarray(10, 20) })).status).toBe(401);
  expect((await patch(owner, address, { offset: 10, bytes: film.subarray(10, 20) })).status).toBe(404);
  expect(leftOf(fileId).length).toBeGreaterThan(0);
});

test("an upload ends after a day, and files that nothing refers to go a day after they were stored", async () => {
  const things = pretendUses(institute);
  const [unfinished, unused, used] = [await start(), await newLessonFile(institute), await newLessonFile(institute)];
  await patch(owner, unfinished.address, { offset: 0, bytes: film.subarray(0, 10) });
  things.push({ fileId: used, batchId: null });
  const tidyAfter = async (hours: number) => {
    institute.setNow(new Date(testDay.getTime() + hours * 3_600_000));
    await enqueue(db, tidyHouse, {});
    await institute.runJobs();
    await institute.runJobs();
    const rows = await db.select({ id: lessonFile.id }).from(lessonFile);
    return [unfinished.fileId, unused, used].map((id) => rows.some((row) => row.id === id));
  };
  expect(await tidyAfter(23)).toEqual([true, true, true]);
  expect(await tidyAfter(25)).toEqual([false, false, true]);
  expect(institute.stored.has(`learning/${unused}`)).toBe(false);
  expect(institute.stored.has(`learning/${used}`)).toBe(true);
  expect(leftOf(unfinished.fileId)).toEqual([]);
});

test("a learner who is erased loses the file, which goes with what it belonged to", async () => {
  const { learners } = await newTaughtBatch(institute);
  const [asha] = learners;
  const fileId = await newLessonFile(institute, { learnerId: asha?.learnerId ?? "" });
  await db.execute(sql`delete from batch_place where purchase_id = ${asha?.purchaseId}`);
  await db.delete(purchase).where(eq(purchase.id, asha?.purchaseId ?? ""));
  await db.execute(sql`delete from learner where id = ${asha?.learnerId}`);
  const [row] = await db.select().from(lessonFile).where(eq(lessonFile.id, fileId));
  expect(row?.learnerId).toBeNull();
});

function tusHeaders(offset: number) {
  const type = "application/offset+octet-stream";
  return { cookie: owner.cookie, "tus-resumable": "1.0.0", "content-type": type, "upload-offset": String(offset) };
}

async function reach(port: number, address: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${address}`, { method: "HEAD", headers });
  return Number(answer.headers.get("upload-offset"));
}

/** A job that failed waits; this brings its time. */
async function runLater() {
  await db.execute(
    sql`select count(*) from graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`,
  );
  await institute.runJobs();
}
