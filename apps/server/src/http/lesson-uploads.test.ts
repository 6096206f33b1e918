import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { UploadStore } from "../ports.ts";
import { freePort } from "../test/other-postgres.ts";
import { openSocket } from "../test/socket.ts";
import type { AppEnv } from "./env.ts";
import { mountLessonUploads } from "./lesson-uploads.ts";
import { listen } from "./server.ts";

const megabyte = 1024 * 1024;
const bytes = 256 * megabyte;

test("an upload of 256 MB in one request keeps less than a tenth of it in memory", { timeout: 60_000 }, async () => {
  const fileId = randomUUID();
  const nearlyAll = Promise.withResolvers<void>();
  const store = {
    getUpload: async () => ({ offset: 0 }),
    async write(source: Readable) {
      let got = 0;
      for await (const part of source) {
        got += (part as Uint8Array).length;
        if (got === bytes - 1) nearlyAll.resolve();
      }
      return got;
    },
  } as unknown as UploadStore;
  const app = new Hono<AppEnv>();
  const lost = new AbortController().signal;
  mountLessonUploads(app, {
    store,
    times: { idleMs: 60_000, totalMs: 60_000 },
    readUploader: async () => ({ staffId: randomUUID() }),
    find: async () => ({ fileId, bytes, isFinished: false, expiresAt: new Date() }),
    takeOver: async () => ({ lost, release: async () => {} }),
    finish: async () => {},
    drop: async () => {},
  });
  const port = Number(await freePort());
  const http = await listen(app, { host: "127.0.0.1", port, lingerMs: 0 });
  const socket = await openSocket(port);
  const part = Buffer.alloc(megabyte);
  const before = held();
  socket.write(
    `PATCH /uploads/${fileId} HTTP/1.1\r\nhost: x\r\ntus-resumable: 1.0.0\r\ncontent-type: application/offset+octet-stream\r\nupload-offset: 0\r\ncontent-length: ${bytes}\r\n\r\n`,
  );
  for (let sent = 0; sent < bytes; sent += part.length) {
    const isLast = sent + part.length === bytes;
    if (!socket.write(isLast ? part.subarray(1) : part)) await once(socket, "drain");
  }
  await nearlyAll.promise;
  // A busy machine gives back what was collected a moment later.
  await expect.poll(() => held() - before).toBeLessThan(bytes / 10);
  socket.write("x");
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1.1 204 /);
  socket.destroy();
  await http.stop();
});

/** What is left after the garbage has gone. */
function held(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  return process.memoryUsage().arrayBuffers;
}
