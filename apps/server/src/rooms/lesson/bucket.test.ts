import { createHash, randomBytes } from "node:crypto";
import { afterAll, expect, test, vi } from "vitest";
import { s3Files } from "../../adapters/s3-files.ts";
import { s3Uploads } from "../../adapters/s3-uploads.ts";
import { lessonFile } from "../../db/tables/lesson-file.ts";
import { listen } from "../../http/server.ts";
import { testInstitute } from "../../test/institute.ts";
import { startMultipartS3 } from "../../test/multipart-s3.ts";
import { freePort } from "../../test/other-postgres.ts";
import { openSocket } from "../../test/socket.ts";
import { newStaff } from "../../test/staff.ts";
import { linkTo } from "./link.ts";
import { uploadLifetimeMs } from "./uploads.ts";

const institute = await testInstitute({ timesOfUploads: { idleMs: 20_000, totalMs: 60_000 } });
const { db, deps } = institute;
const s3 = await startMultipartS3();
const files = s3Files(s3.bucket);
deps.files = files;
deps.uploads = s3Uploads(s3.bucket, { lifetimeInMs: uploadLifetimeMs });
const ports = [Number(await freePort()), Number(await freePort())] as const;
const servers = [
  await listen(institute.build().app, { host: "127.0.0.1", port: ports[0], lingerMs: 0 }),
  await listen(institute.build().app, { host: "127.0.0.1", port: ports[1], lingerMs: 0 }),
];
afterAll(async () => {
  await Promise.all(servers.map((one) => one.stop()));
  files.close();
  await s3.close();
});

const film = randomBytes(30_000_000);
const owner = await newStaff(institute, ["owner"]);

test("an upload to a bucket is cut twice, goes on in another process, is stored, and is read in ranges", {
  timeout: 120_000,
}, async () => {
  const { fileId, address } = await owner.library.startUpload({
    ...{ name: "class 12.mp4", bytes: film.length, courseId: "python" },
  });
  const urlOf = (turn: number) => `http://127.0.0.1:${ports[turn % 2]}${address}`;
  const headersAt = (offset: number) => ({
    ...{ cookie: owner.cookie, "tus-resumable": "1.0.0", "upload-offset": String(offset) },
    "content-type": "application/offset+octet-stream",
  });
  const arrived = async (turn: number) => {
    const answer = await fetch(urlOf(turn), { method: "HEAD", headers: { cookie: owner.cookie } });
    return Number(answer.headers.get("upload-offset"));
  };
  let before = 0;
  for (const [turn, upTo] of [12_000_000, 25_000_000].entries()) {
    const offset = await arrived(turn);
    expect(offset).toBe(before);
    const socket = await openSocket(ports[turn % 2] ?? 0);
    const lines = Object.entries(headersAt(offset)).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `PATCH ${address} HTTP/1.1\r\nhost: x\r\n${lines.join("")}content-length: ${film.length - offset}\r\n\r\n`,
    );
    await new Promise((sent) => socket.write(film.subarray(offset, upTo), sent));
    socket.destroy();
    // What had arrived is stored when the connection breaks.
    await vi.waitFor(async () => expect(await arrived(turn)).toBeGreaterThan(offset), { timeout: 20_000 });
    before = await arrived(turn + 1);
    expect(before).toBeLessThanOrEqual(upTo);
  }
  const rest = await fetch(urlOf(0), { method: "PATCH", headers: headersAt(before), body: film.subarray(before) });
  expect([rest.status, rest.headers.get("upload-offset")]).toEqual([204, String(film.length)]);
  await institute.runJobs();
  const [stored] = await db.select().from(lessonFile);
  const sha256 = createHash("sha256").update(film).digest("hex");
  expect(stored).toMatchObject({ id: fileId, state: "ready", sha256 });
  expect([...s3.objects.keys()]).toEqual([`learning/${fileId}`]);
  expect(s3.uploads.size).toBe(0);

  const link = await linkTo(deps, { fileId, name: "class 12.mp4", who: { staffId: owner.person.id } });
  for (const [turn, [from, to]] of [
    [0, 0],
    [5_000_000, 21_000_000],
    [29_999_990, 29_999_999],
    [0, 29_999_999],
  ].entries()) {
    const answer = await fetch(`http://127.0.0.1:${ports[turn % 2]}${link}`, {
      headers: { range: `bytes=${from}-${to}` },
    });
    expect([answer.status, answer.headers.get("content-range")]).toEqual([206, `bytes ${from}-${to}/30000000`]);
    expect(film.subarray(from, (to ?? 0) + 1).equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
  }
  const head = await fetch(`http://127.0.0.1:${ports[0]}${link}`, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, "30000000"]);
  await files.remove(`learning/${fileId}`);
  expect((await fetch(`http://127.0.0.1:${ports[0]}${link}`)).status).toBe(404);
});
