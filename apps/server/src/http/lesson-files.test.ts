import { randomBytes } from "node:crypto";
import { readdirSync, readlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { Hono } from "hono";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderFiles } from "../adapters/folder-files.ts";
import { s3Files } from "../adapters/s3-files.ts";
import type { Files } from "../ports.ts";
import { startMultipartS3 } from "../test/multipart-s3.ts";
import { freePort } from "../test/other-postgres.ts";
import { openSocket } from "../test/socket.ts";
import type { AppEnv } from "./env.ts";
import { mountLessonFiles } from "./lesson-files.ts";
import { type HttpServer, listen } from "./server.ts";

const film = randomBytes(8_000_000);
const request = `GET /lessons/${"a".repeat(92)}/film.mp4 HTTP/1.1\r\nhost: x\r\n\r\n`;

type Side = {
  files: Files;
  countOpened(): number;
  /** Files and answers of the bucket that are still open. */
  countOpen(): number;
  close(): Promise<void>;
};

describe.each([
  { name: "folder", open: openFolder },
  { name: "S3", open: openS3 },
])("$name", ({ open }) => {
  const port = freePort().then(Number);
  const logged: string[] = [];
  let side: Side;
  let http: HttpServer;
  /** Answers wait for it before they open the file. */
  let mayOpen = Promise.resolve();
  beforeAll(async () => {
    side = await open();
    await side.files.putFrom("learning/film", { stream: Readable.from([film]), type: "video/mp4", bytes: film.length });
    const app = new Hono<AppEnv>();
    const log = pino({ level: "debug" }, { write: (line: string) => void logged.push(line) });
    app.use((c, next) => {
      c.set("log", log);
      return next();
    });
    const file = { fileId: "film", key: "learning/film", name: "film.mp4", type: "video/mp4", bytes: film.length };
    mountLessonFiles(app, { files: side.files, open: () => mayOpen.then(() => file) });
    http = await listen(app, { host: "127.0.0.1", port: await port, lingerMs: 0 });
  });
  afterAll(async () => {
    await http.stop();
    await side.close();
  });

  const connections = () => new Promise<number>((done) => http.server.getConnections((_, count) => done(count)));

  test("200 people who go away in the middle of a film leave no open file behind", { timeout: 60_000 }, async () => {
    for (let round = 0; round < 10; round++)
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          const socket = await openSocket(await port);
          socket.write(request);
          await new Promise((begun) => socket.once("data", begun));
          socket.destroy();
        }),
      );
    await expect.poll(side.countOpen, { timeout: 20_000 }).toBe(0);
    expect(logged).toEqual([]);
  });

  test("nor do those who go away before the first byte", { timeout: 60_000 }, async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    mayOpen = promise;
    const sockets = await Promise.all(Array.from({ length: 50 }, async () => openSocket(await port)));
    await expect.poll(connections).toBeGreaterThanOrEqual(50);
    for (const socket of sockets) socket.write(request);
    await new Promise((done) => setImmediate(done));
    for (const socket of sockets) socket.destroy();
    await expect.poll(connections, { timeout: 20_000 }).toBe(0);
    const before = side.countOpened();
    resolve();
    await expect.poll(side.countOpened, { timeout: 20_000 }).toBe(before + 50);
    await expect.poll(side.countOpen, { timeout: 20_000 }).toBe(0);
    expect(logged).toEqual([]);
  });

  test("a connection carries one range after the other", async () => {
    const address = `http://127.0.0.1:${await port}/lessons/${"a".repeat(92)}/film.mp4`;
    for (const [from, to] of [
      [0, 9],
      [7_000_000, 7_999_999],
      [0, 7_999_999],
    ] as const) {
      const answer = await fetch(address, { headers: { range: `bytes=${from}-${to}` } });
      expect([answer.status, answer.headers.get("content-range")]).toEqual([206, `bytes ${from}-${to}/8000000`]);
      expect(film.subarray(from, to + 1).equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
    }
    await expect.poll(side.countOpen).toBe(0);
  });
});

test("a film that breaks off on our side ends the connection, and the log says so", async () => {
  const logged: string[] = [];
  const app = new Hono<AppEnv>();
  app.use((c, next) => {
    c.set("log", pino({ level: "warn" }, { write: (line: string) => void logged.push(line) }));
    return next();
  });
  const readParts = async function* () {
    yield film.subarray(0, 1000);
    throw Object.assign(new Error("the disk broke"), { code: "EIO" });
  };
  const files = { readParts } as unknown as Files;
  const file = { fileId: "film", key: "learning/film", name: "film.mp4", type: "video/mp4", bytes: film.length };
  mountLessonFiles(app, { files, open: async () => file });
  const port = Number(await freePort());
  const http = await listen(app, { host: "127.0.0.1", port, lingerMs: 0 });
  await expect(
    fetch(`http://127.0.0.1:${port}/lessons/${"a".repeat(92)}/film.mp4`).then((answer) => answer.arrayBuffer()),
  ).rejects.toThrow();
  expect(logged).toEqual([expect.stringContaining("broke off")]);
  await http.stop();
});

async function openFolder(): Promise<Side> {
  const folder = await mkdtemp(path.join(tmpdir(), "lesson-files-"));
  const files = folderFiles(folder);
  const counted = count(files);
  return {
    ...{ files, ...counted },
    // Linux knows what is open.
    countOpen: () => counted.countOpen() + (process.platform === "linux" ? descriptorsBelow(folder) : 0),
    close: () => rm(folder, { recursive: true }),
  };
}

async function openS3(): Promise<Side> {
  const { bucket, close: stop } = await startMultipartS3();
  const files = s3Files(bucket);
  return {
    ...{ files, ...count(files) },
    async close() {
      files.close();
      await stop();
    },
  };
}

function count(files: Files) {
  let opened = 0;
  let open = 0;
  const { readParts } = files;
  files.readParts = async function* (...wanted) {
    opened++;
    open++;
    try {
      yield* readParts(...wanted);
    } finally {
      open--;
    }
  };
  return { countOpened: () => opened, countOpen: () => open };
}

function descriptorsBelow(folder: string): number {
  return readdirSync("/proc/self/fd").filter((number) => {
    try {
      return readlinkSync(`/proc/self/fd/${number}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;
}
