import { expect, onTestFinished, test, vi } from "vitest";
import { testLine } from "../test/line.ts";
import { startMultipartS3 } from "../test/multipart-s3.ts";
import { startS3 } from "../test/s3.ts";
import { s3Files } from "./s3-files.ts";

test.each([
  { trouble: "a missing bucket", change: { bucket: "other" } },
  { trouble: "an unknown access key", change: { accessKey: "nobody" } },
  { trouble: "a dead server", change: { endpoint: "http://127.0.0.1:1" } },
])("$trouble is an error, not a missing file", async ({ change }) => {
  const { bucket, close } = await startS3();
  const files = s3Files({ ...bucket, ...change });
  onTestFinished(async () => {
    files.close();
    await close();
  });
  await expect(files.read("x")).rejects.toThrow();
  await expect(files.put("x", { bytes: new Uint8Array(1), type: "text/plain" })).rejects.toThrow();
});

test("a store that is away is not waited for again and again, and is used again when it is back", async () => {
  const { bucket, close } = await startS3();
  const line = await testLine({ host: "127.0.0.1", port: Number(new URL(bucket.endpoint).port) });
  const files = s3Files({ ...bucket, endpoint: `http://127.0.0.1:${line.connection.port}` });
  onTestFinished(async () => {
    vi.useRealTimers();
    files.close();
    await line.stop();
    await close();
  });
  await files.put("x", { bytes: new Uint8Array(1), type: "text/plain" });
  expect(await files.isReachable?.()).toBe(true);
  line.refuse();
  await expect(files.read("x")).rejects.toThrow();
  const startedAt = performance.now();
  for (let n = 0; n < 100; n++) await expect(files.read("x")).rejects.toThrow("The object store is away");
  expect(performance.now() - startedAt).toBeLessThan(1000);
  expect(await files.isReachable?.()).toBe(false);
  line.pass();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11_000 });
  expect(await files.isReachable?.()).toBe(true);
  expect(await files.read("x")).toMatchObject({ type: "text/plain" });
});

test("many who have paused a film keep nobody else waiting", { timeout: 60_000 }, async () => {
  const { bucket, objects, close } = await startMultipartS3();
  const files = s3Files(bucket);
  // More than the buffers of a connection hold.
  const film = { bytes: Buffer.alloc(20_000_000), headers: {}, at: new Date() };
  objects.set("learning/film", film);
  objects.set("user/a", { ...film, bytes: Buffer.from("a") });
  const paused = Array.from({ length: 60 }, () => files.readParts("learning/film", { from: 0, to: 19_999_999 }));
  onTestFinished(async () => {
    await Promise.all(paused.map((parts) => parts.return(undefined)));
    files.close();
    await close();
  });
  const begun = await Promise.all(paused.map((parts) => parts.next()));
  expect(begun.every(({ done }) => !done)).toBe(true);
  expect((await files.read("user/a"))?.bytes).toEqual(new Uint8Array([97]));
  const goneOn = await Promise.all(paused.map((parts) => parts.next()));
  expect(goneOn.every(({ done }) => !done)).toBe(true);
});
