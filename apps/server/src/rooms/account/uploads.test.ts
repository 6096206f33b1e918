import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { learner, picture, session, ticket } from "../../db/tables/account.ts";
import { tidyHouse } from "../../house.ts";
import { listen } from "../../http/server.ts";
import { enqueue } from "../../jobs/queue.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { freePort } from "../../test/other-postgres.ts";
import { answerOf, openSocket } from "../../test/socket.ts";
import { bodyOf, idOf, noise, patchHead, uploadingTo } from "../../test/uploading.ts";
import { hashSecret, newSecret } from "./secrets.ts";

const institute = await testInstitute({ timesOfUploads: { idleMs: 400, totalMs: 4000 } });
const { db } = institute;
const port = Number(await freePort());
const http = await listen(institute.app, { host: "127.0.0.1", port });
afterAll(() => http.stop());
afterEach(() => {
  vi.useRealTimers();
  institute.setNow(testDay);
});

const { proveNumber, signIn, call, create, startUpload, patch, leftOf, sizeOf } = uploadingTo(institute);
const photo = await noise({ width: 900, height: 600 }).jpeg().toBuffer();

test("an upload in one request returns the address of the picture and leaves no upload behind", async () => {
  const asha = await signIn();
  const answer = await create(asha, photo, { withBody: true });
  expect(answer.status).toBe(201);
  const { profilePicture } = await bodyOf(answer);
  expect(profilePicture).toMatch(/^\/media\/user\/[0-9a-f-]{36}\.webp$/);
  expect(answer.headers.get("location")).toBe(`/files/${idOf(profilePicture)}.${photo.length}`);
  expect(leftOf(profilePicture)).toEqual([]);
  expect(await sizeOf(profilePicture)).toEqual({ format: "webp", width: 512, height: 512 });
  expect(await sizeOf(profilePicture.replace(".webp", "-small.webp"))).toEqual({
    format: "webp",
    width: 96,
    height: 96,
  });
});

test("during an upload in parts HEAD returns the offset, and a part at a wrong offset is refused", async () => {
  const asha = await signIn();
  const { at } = await startUpload(asha, photo);
  expect((await patch(asha, at, { offset: 0, bytes: photo.subarray(0, 1000) })).status).toBe(204);
  const head = await call(asha, at, { method: "HEAD" });
  expect(head.status).toBe(200);
  expect(head.headers.get("upload-offset")).toBe("1000");
  expect(head.headers.get("upload-length")).toBe(String(photo.length));
  expect(head.headers.get("upload-metadata")).toBeNull();
  expect(head.headers.get("access-control-expose-headers")).toBeNull();
  const wrong = await patch(asha, at, { offset: 500, bytes: photo.subarray(500) });
  expect(wrong.status).toBe(409);
  expect(await wrong.json()).toMatchObject({ code: "UPLOAD_CONFLICT" });
  const last = await patch(asha, at, { offset: 1000, bytes: photo.subarray(1000) });
  expect(last.status).toBe(200);
  expect(last.headers.get("upload-offset")).toBe(String(photo.length));
  expect((await bodyOf(last)).profilePicture).toMatch(/^\/media\/user\//);
});

test("a browser that lost the answer gets it again with every method", async () => {
  const asha = await signIn();
  const { at } = await startUpload(asha, photo);
  const { profilePicture } = await bodyOf(await patch(asha, at, { offset: 0, bytes: photo }));
  const before = await db.$count(picture);
  const head = await call(asha, at, { method: "HEAD" });
  expect([head.status, head.headers.get("upload-offset")]).toEqual([200, String(photo.length)]);
  for (const again of [
    await call(asha, at, {}),
    await patch(asha, at, { offset: photo.length, bytes: Buffer.alloc(0) }),
  ]) {
    expect(again.status).toBe(200);
    expect(await again.json()).toEqual({ profilePicture });
  }
  expect((await call(asha, at, { method: "DELETE" })).status).toBe(204);
  expect(await (await call(asha, at, {})).json()).toEqual({ profilePicture });
  expect(await db.$count(picture)).toBe(before);
});

test("a complete upload without a picture becomes one picture at the next request", async () => {
  const asha = await signIn();
  const { at } = await startUpload(asha, photo);
  const before = await db.$count(picture);
  await institute.deps.uploads.write(streamOf(photo), idOf(at), 0);
  const answers = await Promise.all([
    call(asha, at, { method: "HEAD" }),
    call(asha, at, {}),
    patch(asha, at, { offset: photo.length, bytes: Buffer.alloc(0) }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await db.$count(picture)).toBe(before + 1);
});

test("another learner cannot reach an upload with any method", async () => {
  const [asha, ravi] = [await signIn(), await signIn()];
  const { at } = await startUpload(asha, photo);
  await patch(asha, at, { offset: 0, bytes: photo.subarray(0, 100) });
  const finished = (await startUpload(asha, photo)).at;
  await patch(asha, finished, { offset: 0, bytes: photo });
  for (const address of [at, finished]) {
    for (const method of ["HEAD", "GET", "DELETE"])
      expect((await call(ravi, address, { method })).status, method).toBe(404);
    const stolen = await patch(ravi, address, { offset: 100, bytes: photo.subarray(100) });
    expect(stolen.status).toBe(404);
    expect(await stolen.json()).toMatchObject({ code: "NOT_FOUND", error: expect.any(String) });
  }
  expect((await call(asha, at, { method: "HEAD" })).headers.get("upload-offset")).toBe("100");
});

test.each([
  ["no header", undefined],
  ["undefined", "Bearer undefined"],
  ["an unknown token", `Bearer ${newSecret()}`],
  ["an unknown ticket", `Ticket ${newSecret()}`],
  ["another scheme", "Basic YTpi"],
])("a request with %s is refused with every method", async (_, authorization) => {
  const asha = await signIn();
  const { at } = await startUpload(asha, photo);
  const stranger = { authorization };
  expect((await create(stranger, photo)).status).toBe(401);
  for (const method of ["HEAD", "GET", "DELETE"]) expect((await call(stranger, at, { method })).status).toBe(401);
  const answer = await patch(stranger, at, { offset: 0, bytes: photo });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) });
});

test("an upload stops when its session has ended, or its ticket is spent or expired", async () => {
  const asha = await signIn();
  const { at } = await startUpload(asha, photo);
  await db.delete(session).where(eq(session.hash, hashSecret(asha.secret)));
  expect((await patch(asha, at, { offset: 0, bytes: photo })).status).toBe(401);
  const ravi = await proveNumber();
  const second = await startUpload(ravi, photo);
  await db
    .update(ticket)
    .set({ spentAt: testDay })
    .where(eq(ticket.hash, hashSecret(ravi.secret)));
  expect((await patch(ravi, second.at, { offset: 0, bytes: photo })).status).toBe(401);
  const uma = await proveNumber();
  const third = await startUpload(uma, photo);
  institute.setNow(new Date(testDay.getTime() + 31 * 60_000));
  const late = await patch(uma, third.at, { offset: 0, bytes: photo });
  expect([late.status, (await bodyOf(late)).code]).toEqual([401, "DEAD_TICKET"]);
});

test("a visitor can start an upload with a ticket and finish it with the session of the same number", async () => {
  const newcomer = await proveNumber();
  const { at } = await startUpload(newcomer, photo);
  await patch(newcomer, at, { offset: 0, bytes: photo.subarray(0, 5000) });
  const registered = await signIn(newcomer.number);
  const answer = await patch(registered, at, { offset: 5000, bytes: photo.subarray(5000) });
  expect(answer.status).toBe(200);
});

test("an upload of more than 15 MB is refused before and during the transfer", async () => {
  const asha = await signIn();
  const headers = { "upload-length": String(15 * 1024 * 1024 + 1) };
  const answer = await call(asha, "/files", { method: "POST", headers });
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ code: "PICTURE_TOO_LARGE" });
  const { at } = await startUpload(asha, photo);
  const tooMuch = await patch(asha, at, { offset: 0, bytes: Buffer.concat([photo, photo]) });
  expect([tooMuch.status, (await bodyOf(tooMuch)).code]).toEqual([413, "PICTURE_TOO_LARGE"]);
});

test.each([
  ["no length", {}],
  ["a deferred length", { "upload-defer-length": "1" }],
  ["a negative length", { "upload-length": "-1" }],
  ["another protocol", { "upload-length": "10", "tus-resumable": "0.2.2" }],
])("an upload with %s is refused", async (_, headers) => {
  const answer = await call(await signIn(), "/files", { method: "POST", headers });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: "INVALID_INPUT" });
});

test("cancelling an upload removes its data", async () => {
  const asha = await signIn();
  const { at } = await startUpload(asha, photo);
  await patch(asha, at, { offset: 0, bytes: photo.subarray(0, 100) });
  expect((await call(asha, at, { method: "DELETE" })).status).toBe(204);
  expect(leftOf(at)).toEqual([]);
  expect((await call(asha, at, { method: "HEAD" })).status).toBe(404);
});

test("a learner can start at most 40 uploads a day", async () => {
  const asha = await signIn();
  const answers = await Promise.all(Array.from({ length: 45 }, () => create(asha, photo)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(40);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
});

test("60 parallel uploads all become pictures", async () => {
  const class60 = await Promise.all(Array.from({ length: 60 }, () => signIn()));
  const answers = await Promise.all(class60.map((one) => create(one, photo, { withBody: true })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
});

test("the hourly cleanup removes unfinished uploads and unused pictures after a day", async () => {
  const [asha, ravi] = [await signIn(), await signIn()];
  const used = idOf((await bodyOf(await create(asha, photo, { withBody: true }))).profilePicture);
  const unused = idOf((await bodyOf(await create(ravi, photo, { withBody: true }))).profilePicture);
  const { at } = await startUpload(ravi, photo);
  await db.update(learner).set({ picture: used }).where(eq(learner.id, asha.learnerId));
  const keys = (id: string) => [...institute.stored.keys()].filter((key) => key.includes(id)).length;

  await tidyAt(23);
  expect([keys(used), keys(unused), leftOf(at).length]).toEqual([2, 2, 2]);
  await tidyAt(25);
  expect([keys(used), keys(unused), leftOf(at).length]).toEqual([2, 0, 0]);
  expect(await db.$count(picture, eq(picture.id, unused))).toBe(0);
  expect((await institute.app.request(`/media/user/${used}.webp`)).status).toBe(200);
});

test("an upload expires after a day", async () => {
  const asha = await signIn();
  const { at } = await startUpload(asha, photo);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 3_600_000 });
  expect((await call(asha, at, { method: "HEAD" })).status).toBe(404);
});

test("after a lost connection the upload continues where it stopped", async () => {
  institute.logged.length = 0;
  const asha = await signIn();
  const { at } = await startUpload(asha, photo);
  const socket = await openSocket(port);
  socket.write(patchHead(asha, at, { offset: 0, length: photo.length }));
  socket.write(photo.subarray(0, 20_000));
  await sleep(100);
  socket.destroy();
  await sleep(100);
  const head = await call(asha, at, { method: "HEAD" });
  expect(head.headers.get("upload-offset")).toBe("20000");
  expect((await patch(asha, at, { offset: 20_000, bytes: photo.subarray(20_000) })).status).toBe(200);
  expect(institute.logged.filter(({ msg }) => msg === "request failed")).toEqual([]);
});

test("a connection lost after the last byte loses only the answer", async () => {
  const asha = await signIn();
  const { at } = await startUpload(asha, photo);
  const socket = await openSocket(port);
  socket.write(patchHead(asha, at, { offset: 0, length: photo.length }));
  socket.write(photo);
  await sleep(20);
  socket.destroy();
  const head = await call(asha, at, { method: "HEAD" });
  const left = Number(head.headers.get("upload-offset"));
  const answer = left < photo.length ? await patch(asha, at, { offset: left, bytes: photo.subarray(left) }) : null;
  expect((await bodyOf(answer ?? (await call(asha, at, {})))).profilePicture).toMatch(/^\/media\/user\//);
});

test("a phone that reconnects does not wait for its old connection", async () => {
  const asha = await signIn();
  const { at } = await startUpload(asha, photo);
  const socket = await openSocket(port);
  socket.write(patchHead(asha, at, { offset: 0, length: photo.length }));
  socket.write(photo.subarray(0, 3000));
  const drip = setInterval(() => socket.write("x"), 100);
  await sleep(150);
  const startedAt = performance.now();
  const head = await call(asha, at, { method: "HEAD" });
  clearInterval(drip);
  expect(head.status).toBe(200);
  expect(Number(head.headers.get("upload-offset"))).toBeGreaterThanOrEqual(3000);
  expect(performance.now() - startedAt).toBeLessThan(2000);
  socket.destroy();
});

test.each([
  ["stalls", 0],
  ["is too slow", 150],
])("a body that %s is answered 408, and the data so far is stored", async (_, everyMs) => {
  const asha = await signIn();
  const { at } = await startUpload(asha, photo);
  const socket = await openSocket(port);
  socket.write(patchHead(asha, at, { offset: 0, length: photo.length }));
  socket.write(photo.subarray(0, 3000));
  const drip = everyMs ? setInterval(() => socket.write(photo.subarray(3000, 3001)), everyMs) : undefined;
  const answer = await answerOf(socket);
  clearInterval(drip);
  expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"BODY_TIMEOUT"/);
  const head = await call(asha, at, { method: "HEAD" });
  expect(Number(head.headers.get("upload-offset"))).toBeGreaterThanOrEqual(3000);
});

async function tidyAt(hours: number) {
  institute.setNow(new Date(testDay.getTime() + hours * 3_600_000));
  await enqueue(db, tidyHouse, {});
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours * 3_600_000 });
  await institute.runJobs();
  vi.useRealTimers();
}

function streamOf(bytes: Uint8Array) {
  return Readable.from([bytes]);
}
