import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { Upload } from "@tus/server";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { UploadStore } from "../ports.ts";
import { startMultipartS3 } from "../test/multipart-s3.ts";
import { folderUploads } from "./folder-uploads.ts";
import { s3Uploads } from "./s3-uploads.ts";

const hour = 3_600_000;
const lifetime = { lifetimeInMs: 24 * hour };

type Side = { store: UploadStore; left(): Promise<string[]>; addStranger(): Promise<void>; close(): Promise<void> };

describe.each([
  { name: "folder", open: openFolder },
  { name: "S3", open: openS3 },
])("$name", ({ open }) => {
  let side: Side;
  beforeAll(async () => {
    side = await open();
  });
  afterAll(() => side.close());
  afterEach(() => vi.useRealTimers());

  const bytes = randomBytes(7_000_000);

  test("an upload sent in several parts is read as one file", async () => {
    const id = await create(bytes.length);
    expect(await side.store.getUpload(id)).toMatchObject({ id, offset: 0, metadata: { number: "+911" } });
    let offset = 0;
    for (const end of [1000, 2_000_000, 6_500_000, 7_000_000]) {
      offset = await side.store.write(Readable.from([bytes.subarray(offset, end)]), id, offset);
      expect(offset).toBe(end);
      expect(await side.store.getUpload(id)).toMatchObject({ id, offset: end, size: bytes.length });
    }
    expect(bytes.equals(await buffer(await side.store.read(id)))).toBe(true);
    await side.store.remove(id);
    expect(await leftOf(id)).toEqual([]);
  });

  test("an upload sent in one part is read as one file", async () => {
    const id = await create(bytes.length);
    expect(await side.store.write(Readable.from([bytes]), id, 0)).toBe(bytes.length);
    expect(bytes.equals(await buffer(await side.store.read(id)))).toBe(true);
    await side.store.remove(id);
    expect(await leftOf(id)).toEqual([]);
  });

  test("an unfinished upload can be removed, and a missing one is reported as 404", async () => {
    const id = await create(bytes.length);
    await side.store.write(Readable.from([bytes.subarray(0, 1000)]), id, 0);
    await side.store.remove(id);
    expect(await leftOf(id)).toEqual([]);
    for (const gone of [id, randomUUID()]) {
      await expect(side.store.getUpload(gone)).rejects.toMatchObject({ status_code: 404 });
      await expect(side.store.remove(gone)).rejects.toMatchObject({ status_code: 404 });
    }
  });

  test("an upload is removed with all its parts after a day; newer uploads and other files stay", async () => {
    await side.addStranger();
    const id = await create(bytes.length);
    await side.store.write(Readable.from([bytes.subarray(0, 6_000_000)]), id, 0);
    await side.store.write(Readable.from([bytes.subarray(6_000_000, 6_000_100)]), id, 6_000_000);
    await pass(23);
    expect((await side.store.getUpload(id)).offset).toBe(6_000_100);
    await pass(25);
    expect(await leftOf(id)).toEqual([]);
    expect((await side.left()).filter((name) => name.includes("stranger"))).toHaveLength(1);
  });

  async function create(size: number): Promise<string> {
    const id = randomUUID();
    await side.store.create(new Upload({ id, size, offset: 0, metadata: { number: "+911" } }));
    return id;
  }

  const leftOf = async (id: string) => (await side.left()).filter((name) => name.includes(id));

  async function pass(hours: number) {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours * hour });
    await side.store.deleteExpired();
    vi.useRealTimers();
  }
});

test("an unreachable store is an error, not a missing upload", async () => {
  const { bucket, close } = await startMultipartS3();
  await close();
  const store = s3Uploads(bucket, lifetime);
  await expect(store.getUpload(randomUUID())).rejects.toThrow("ECONNREFUSED");
});

async function openFolder(): Promise<Side> {
  const dir = await mkdtemp(path.join(os.tmpdir(), "uploads-"));
  const folder = path.join(dir, "uploads");
  return {
    store: folderUploads(folder, lifetime),
    left: async () => (await readdir(dir, { recursive: true })).map(String),
    addStranger: () => writeFile(path.join(dir, "stranger"), "x"),
    close: () => rm(dir, { recursive: true }),
  };
}

async function openS3(): Promise<Side> {
  const { bucket, objects, uploads, close } = await startMultipartS3();
  return {
    store: s3Uploads(bucket, lifetime),
    left: async () => [...objects.keys(), ...[...uploads.values()].map(({ key }) => `${key} (parts)`)],
    async addStranger() {
      objects.set("user/stranger.webp", { bytes: Buffer.alloc(1), headers: {}, at: new Date(0) });
    },
    close,
  };
}
