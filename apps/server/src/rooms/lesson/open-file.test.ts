import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { purchase } from "../../db/tables/enrolment.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import { staff } from "../../db/tables/staff.ts";
import { listen } from "../../http/server.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLessonFile, pretendUses } from "../../test/lessons.ts";
import { freePort } from "../../test/other-postgres.ts";
import { newPeople } from "../../test/places.ts";
import { openSocket } from "../../test/socket.ts";
import { newStaff } from "../../test/staff.ts";
import { newTaughtBatch } from "../../test/teaching.ts";
import { linkTo, type Person } from "./link.ts";

const institute = await testInstitute();
const { db, deps, app } = institute;
const things = pretendUses(institute);
const port = Number(await freePort());
const http = await listen(app, { host: "127.0.0.1", port });
afterAll(() => http.stop());
afterEach(() => {
  institute.setNow(testDay);
  vi.restoreAllMocks();
});

const bytes = randomBytes(1000);
const { batchId, learners } = await newTaughtBatch(institute);
const { learnerId = "", purchaseId = "" } = learners[0] ?? {};
const fileId = await newLessonFile(institute, { bytes, name: "class 12.mp4", type: "video/mp4" });
things.push({ fileId, batchId });

const link = (who: Person, file = fileId, name = "class 12.mp4") => linkTo(deps, { fileId: file, name, who });
const get = async (address: string, headers: Record<string, string> = {}, method = "GET") =>
  app.request(address, { headers, method });
const later = (ms: number) => institute.setNow(new Date(testDay.getTime() + ms));

async function opens(who: Person, file = fileId): Promise<number> {
  const answer = await get(await link(who, file));
  await answer.body?.cancel();
  return answer.status;
}

test("a learner of the batch opens the file, which no cache of others may keep", async () => {
  const answer = await get(await link({ learnerId }));
  expect(answer.status).toBe(200);
  expect(bytes.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "video/mp4",
    "content-length": "1000",
    "accept-ranges": "bytes",
    etag: `"${fileId}"`,
    "cache-control": "private, no-cache",
    "x-content-type-options": "nosniff",
    "content-disposition": `inline; filename="class 12.mp4"; filename*=UTF-8''class%2012.mp4`,
    "content-security-policy": expect.stringContaining("sandbox"),
  });
});

test.each([
  ["bytes=0-0", 206, "bytes 0-0/1000", [0, 1]],
  ["bytes=990-", 206, "bytes 990-999/1000", [990, 1000]],
  ["bytes=-5", 206, "bytes 995-999/1000", [995, 1000]],
  ["bytes=0-1,4-5", 200, null, [0, 1000]],
  ["nonsense", 200, null, [0, 1000]],
])("the range %s gets its bytes", async (range, status, shown, [from, to]) => {
  const answer = await get(await link({ learnerId }), { range });
  expect([answer.status, answer.headers.get("content-range")]).toEqual([status, shown]);
  expect(bytes.subarray(from, to).equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
  const head = await get(await link({ learnerId }), { range }, "HEAD");
  expect([head.status, head.headers.get("content-length")]).toEqual([status, String((to ?? 0) - (from ?? 0))]);
  expect(await head.text()).toBe("");
});

test("a range that the file does not have is refused with its size", async () => {
  const answer = await get(await link({ learnerId }), { range: "bytes=1000-" });
  expect([answer.status, answer.headers.get("content-range")]).toEqual([416, "bytes */1000"]);
});

test("who has the file already gets nothing again, and who has another one gets all of it", async () => {
  const address = await link({ learnerId });
  const tag = `"${fileId}"`;
  for (const known of [tag, `W/${tag}`, `"x", ${tag}`, "*"])
    expect((await get(address, { "if-none-match": known })).status, known).toBe(304);
  expect((await get(address, { "if-none-match": '"x"' })).status).toBe(200);
  expect((await get(address, { range: "bytes=0-1", "if-range": tag })).status).toBe(206);
  for (const other of ['"x"', `W/${tag}`, "Sun, 15 Nov 2026 06:30:00 GMT"])
    expect((await get(address, { range: "bytes=0-1", "if-range": other })).status, other).toBe(200);
});

test("a learner of another batch, one without the course and one who is gone open nothing", async () => {
  const other = await newTaughtBatch(institute);
  const [stranger = ""] = await newPeople(institute, 1);
  expect(await opens({ learnerId: other.learners[0]?.learnerId ?? "" })).toBe(404);
  expect(await opens({ learnerId: stranger })).toBe(404);
  expect(await opens({ learnerId: crypto.randomUUID() })).toBe(404);
});

test.each(["suspended", "refunded"] as const)("a link that worked stops when the purchase is %s", async (state) => {
  const { learners: others, batchId } = await newTaughtBatch(institute);
  const { learnerId = "", purchaseId = "" } = others[0] ?? {};
  const file = await newLessonFile(institute);
  things.push({ fileId: file, batchId });
  const address = await link({ learnerId }, file);
  expect((await get(address)).status).toBe(200);
  await db.update(purchase).set({ state }).where(eq(purchase.id, purchaseId));
  later(6000);
  expect((await get(address)).status).toBe(404);
  expect((await get(address, { range: "bytes=0-1" }, "HEAD")).status).toBe(404);
  await db.update(purchase).set({ state: "active" }).where(eq(purchase.id, purchaseId));
  later(12_000);
  expect((await get(address)).status).toBe(200);
});

test("a copied link ends, and a changed one never works", async () => {
  const address = await link({ learnerId });
  later(6 * 3_600_000 - 60_000);
  expect((await get(address)).status).toBe(200);
  later(7 * 3_600_000);
  const ended = await get(address);
  expect([ended.status, await ended.json()]).toEqual([410, expect.objectContaining({ code: "LINK_ENDED" })]);
  const visit = await get(address, { accept: "text/html,*/*;q=0.8" });
  expect([visit.status, await visit.text()]).toEqual([410, expect.stringContaining("<h1>This link has ended.")]);
  institute.setNow(testDay);
  const token = address.split("/")[2] ?? "";
  for (let at = 0; at < token.length; at++) {
    const changed = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
    expect((await get(`/lessons/${changed}/x.mp4`)).status, changed).toBe(404);
  }
  for (const other of ["", "x", `${token}A`, token.slice(1), "a".repeat(92), "%00".repeat(31)])
    expect((await get(`/lessons/${other}/x.mp4`)).status, other).toBe(404);
});

test("a page that is loaded again within the hour has the same link", async () => {
  const address = await link({ learnerId });
  later(20 * 60_000);
  expect(await link({ learnerId })).toBe(address);
  later(60 * 60_000);
  expect(await link({ learnerId })).not.toBe(address);
});

test("staff: owners and the front desk open all files, trainers those of their classes and their own, others none", async () => {
  const trainer = await newStaff(institute, ["trainer"], "Anil Kumar");
  const other = await newStaff(institute, ["trainer"], "Divya Nair");
  const own = await newLessonFile(institute, { staffId: trainer.person.id });
  things.push({ fileId: own, batchId, trainerId: trainer.person.id });
  const staffId = async (role: "owner" | "front desk" | "counsellor" | "accountant") =>
    (await newStaff(institute, [role])).person.id;
  expect(await opens({ staffId: await staffId("owner") })).toBe(200);
  expect(await opens({ staffId: await staffId("front desk") })).toBe(200);
  expect(await opens({ staffId: await staffId("counsellor") })).toBe(404);
  expect(await opens({ staffId: await staffId("accountant") })).toBe(404);
  expect(await opens({ staffId: trainer.person.id }, own)).toBe(200);
  expect(await opens({ staffId: other.person.id }, own)).toBe(404);
  expect(await opens({ staffId: trainer.person.id })).toBe(404);
  await db.update(staff).set({ closedAt: testDay }).where(eq(staff.id, trainer.person.id));
  later(6000);
  expect(await opens({ staffId: trainer.person.id }, own)).toBe(404);
});

test("a learner opens what they have uploaded, while the course is theirs", async () => {
  const own = await newLessonFile(institute, { learnerId });
  expect(await opens({ learnerId }, own)).toBe(200);
  await db.update(purchase).set({ state: "suspended" }).where(eq(purchase.id, purchaseId));
  later(6000);
  expect(await opens({ learnerId }, own)).toBe(404);
  await db.update(purchase).set({ state: "active" }).where(eq(purchase.id, purchaseId));
});

test.each(["uploading", "checking", "refused"] as const)("a file that is %s is not opened", async (state) => {
  const own = await newLessonFile(institute, { learnerId });
  await db.update(lessonFile).set({ state }).where(eq(lessonFile.id, own));
  expect(await opens({ learnerId }, own)).toBe(404);
});

test.each([
  ["page.html", "text/html", "attachment", "text/html; charset=utf-8", true],
  ["drawing.svg", "image/svg+xml", "attachment", "image/svg+xml", true],
  ["notes.txt", "text/plain", "attachment", "text/plain; charset=utf-8", true],
  ["photo.png", "image/png", "inline", "image/png", true],
  ["slides.pdf", "application/pdf", "inline", "application/pdf", false],
])("%s comes as a page of ours never could run it", async (name, type, how, shown, isSandboxed) => {
  const own = await newLessonFile(institute, { learnerId, name, type });
  const { headers } = await get(await link({ learnerId }, own, name));
  expect(headers.get("content-disposition")).toMatch(new RegExp(`^${how};`));
  expect(headers.get("content-type")).toBe(shown);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'/);
  expect(headers.get("content-security-policy")?.includes("sandbox")).toBe(isSandboxed);
});

test.each([
  [
    "பாடம் (1).pdf",
    `filename="_____ (1).pdf"; filename*=UTF-8''%E0%AE%AA%E0%AE%BE%E0%AE%9F%E0%AE%AE%E0%AF%8D%20%281%29.pdf`,
  ],
  [`it's 100% "done".pdf`, `filename="it's 100_ _done_.pdf"; filename*=UTF-8''it%27s%20100%25%20%22done%22.pdf`],
  [`${"ழ".repeat(146)}.pdf`, `filename="${"_".repeat(146)}.pdf"; filename*=UTF-8''${"%E0%AE%B4".repeat(146)}.pdf`],
  ["a;b=c.pdf", `filename="a;b=c.pdf"; filename*=UTF-8''a%3Bb%3Dc.pdf`],
])("the name %j is saved as it is", async (name, header) => {
  const own = await newLessonFile(institute, { learnerId, name });
  const answer = await get(await link({ learnerId }, own, name));
  expect([answer.status, answer.headers.get("content-disposition")]).toEqual([200, `inline; ${header}`]);
});

test("many requests of a player ask the database once in some seconds", async () => {
  const address = await link({ learnerId });
  later(60_000);
  const query = vi.spyOn(deps.pool, "query");
  await Promise.all(Array.from({ length: 50 }, () => get(address, { range: "bytes=0-9" })));
  expect(query.mock.calls.length).toBeLessThanOrEqual(1);
});

test("reading stops when the browser goes away", async () => {
  const own = await newLessonFile(institute, { learnerId, bytes: Buffer.alloc(10) });
  await db.execute(sql`update lesson_file set bytes = 50000000 where id = ${own}`);
  const closed = Promise.withResolvers<void>();
  let read = 0;
  vi.spyOn(deps.files, "readParts").mockImplementation(async function* () {
    try {
      for (; read < 50_000_000; read += 1_000_000) yield Buffer.alloc(1_000_000);
    } finally {
      closed.resolve();
    }
  });
  const socket = await openSocket(port);
  socket.write(`GET ${await link({ learnerId }, own)} HTTP/1.1\r\nhost: x\r\n\r\n`);
  await new Promise((done) => socket.once("data", done));
  socket.destroy();
  await closed.promise;
  expect(read).toBeLessThan(50_000_000);
});

test("links and names are not in the log", async () => {
  const address = await link({ learnerId });
  await get(address);
  expect(JSON.stringify(institute.logged)).not.toContain(address.split("/")[2]);
});
