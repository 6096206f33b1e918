import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { folderFiles } from "../adapters/folder-files.ts";
import { s3Files } from "../adapters/s3-files.ts";
import type { Files } from "../ports.ts";
import { workIn } from "../test/backup.ts";
import { testInstitute } from "../test/institute.ts";
import { dayInMs, fresh } from "../test/kept-backups.ts";
import { startMultipartS3 } from "../test/multipart-s3.ts";
import { folderStore } from "./folder-store.ts";
import { makeKeptBackup } from "./kept-backup.ts";
import { rememberIn } from "./remembered.ts";
import { s3Store } from "./s3-store.ts";
import type { Store } from "./store.ts";
import { filesInBucket, filesInFolder } from "./stored-files.ts";

const { pool } = await testInstitute();
const keep = { days: 9, weeks: 0, months: 0 };

type Side = { files: Files; source: ReturnType<typeof filesInFolder>; store: Store };

test.each([
  { name: "a folder", open: openFolder },
  { name: "a bucket", open: openBucket },
])(
  "the second backup to $name writes no recording again, and a new one alone",
  { timeout: 60_000 },
  async ({ open }) => {
    const { files, source, store } = await open();
    const written: { name: string; bytes: number }[] = [];
    const counted: Store = {
      ...store,
      async put(name, file) {
        written.push({ name, bytes: fs.statSync(file).size });
        await store.put(name, file);
      },
    };
    const remembered = rememberIn(fresh("hashes"));
    const start = Date.now();
    const backUp = async (day: number) => {
      written.length = 0;
      const now = new Date(start + day * dayInMs);
      await makeKeptBackup({ pool, files: source, store: counted, workIn, remembered, now, keep });
      const films = written.filter(({ name }) => name.startsWith("files/"));
      return { films: films.length, bytes: written.reduce((sum, one) => sum + one.bytes, 0) };
    };
    const film = randomBytes(10_000_000);
    for (const key of ["learning/one", "learning/two"])
      await files.put(key, { bytes: Buffer.concat([film, Buffer.from(key)]), type: "video/mp4" });

    const first = await backUp(0);
    expect(first.films).toBe(2);
    const second = await backUp(1);
    expect(second.films).toBe(0);
    expect(first.bytes - second.bytes).toBeGreaterThan(2 * film.length - 1_000_000);
    await files.put("learning/three", { bytes: film, type: "video/mp4" });
    expect((await backUp(2)).films).toBe(1);
  },
);

async function openFolder(): Promise<Side> {
  const dir = fresh("files");
  return { files: folderFiles(dir), source: filesInFolder(dir), store: folderStore(fresh("kept")) };
}

async function openBucket(): Promise<Side> {
  const [own, other] = [await startMultipartS3(), await startMultipartS3()];
  const files = s3Files(own.bucket);
  onTestFinished(async () => {
    files.close();
    await Promise.all([own.close(), other.close()]);
  });
  return { files, source: filesInBucket(own.bucket), store: s3Store(other.bucket, { prefix: "kept" }) };
}
