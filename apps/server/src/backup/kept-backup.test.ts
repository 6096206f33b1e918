import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { folderFiles } from "../adapters/folder-files.ts";
import { s3Files } from "../adapters/s3-files.ts";
import { backupRun } from "../db/tables/house.ts";
import { backupFrom, configOf, silent, workIn } from "../test/backup.ts";
import { emptyDatabase } from "../test/empty-database.ts";
import { testInstitute } from "../test/institute.ts";
import { archivesIn, blobsIn, dayInMs, fresh, keptPlaceOf, namesIn, patience, text } from "../test/kept-backups.ts";
import { startMultipartS3 } from "../test/multipart-s3.ts";
import { startS3 } from "../test/s3.ts";
import { makeKeys } from "./encryption.ts";
import { findBackup } from "./find-backup.ts";
import { rememberIn } from "./remembered.ts";
import { restoreBackup } from "./restore.ts";
import { readLastBackup, recordVerified } from "./runs.ts";
import { makeDueBackup } from "./scheduled.ts";
import { filesInBucket, filesInFolder } from "./stored-files.ts";
import { verifyBackup } from "./verify.ts";

const institute = await testInstitute();
const { pool, db } = institute;
const keptPlace = () => keptPlaceOf(institute);

test("a file is stored once for all backups, and goes with the last backup that needs it", async () => {
  const { dir, files, make } = keptPlace();
  const start = Date.now();
  await files.put("user/a", text("stays"));
  await files.put("user/copy-of-a", text("stays"));
  await files.put("user/b", text("goes"));
  const first = await make(new Date(start));
  expect(blobsIn(dir)).toHaveLength(2);
  const inodes = () => blobsIn(dir).map((name) => fs.statSync(path.join(dir, name)).ino);
  const before = inodes();

  await files.remove("user/b");
  await files.put("user/c", text("comes"));
  const second = await make(new Date(start + dayInMs));
  expect(inodes()).toEqual(expect.arrayContaining(before));
  expect(blobsIn(dir)).toHaveLength(3);
  expect(second.bytes).toBeGreaterThan(0);
  expect(second.manifest.files?.map(({ key }) => key).sort()).toEqual(["user/a", "user/c", "user/copy-of-a"]);

  const other = await emptyDatabase();
  const restored = fresh("restored");
  const source = backupFrom(first.place);
  await restoreBackup({ pool: other.pool, source, files: filesInFolder(restored), mayReplace: false });
  expect(namesIn(restored)).toEqual(["user/a", "user/b", "user/copy-of-a"]);
  expect((await folderFiles(restored).read("user/b"))?.bytes.toString()).toBe("goes");

  const single = path.join(dir, "shoreline-2020-01-01T00-00-00-000Z.tar.gz");
  fs.writeFileSync(single, "made by hand");
  await make(new Date(start + 2 * dayInMs));
  expect(archivesIn(dir)).toHaveLength(3);
  expect(fs.existsSync(first.place)).toBe(false);
  expect(fs.existsSync(single)).toBe(true);
  expect(blobsIn(dir)).toHaveLength(2);
  expect(await db.select({ place: backupRun.place }).from(backupRun)).not.toContainEqual({ place: first.place });
});

test("the age of the last trial restore goes on growing after that backup was removed", async () => {
  const { make } = keptPlace();
  const start = Date.now();
  const first = await make(new Date(start));
  const verifiedAt = new Date(start + 1000);
  expect(await recordVerified(pool, { madeAt: first.manifest.madeAt, now: verifiedAt })).toBe(true);
  for (const days of [1, 2, 3]) await make(new Date(start + days * dayInMs));
  expect(fs.existsSync(first.place)).toBe(false);
  expect((await readLastBackup(db))?.verifiedAt).toEqual(verifiedAt);
});

test("while the list of an archive is missing no file is removed", async () => {
  const { dir, files, make } = keptPlace();
  await files.put("a", text("a"));
  const first = await make(new Date());
  await files.remove("a");
  fs.rmSync(first.place.replace(".tar.gz", ".files"));
  await make(new Date(Date.now() + 2 * dayInMs), { keep: { days: 9, weeks: 0, months: 0 } });
  expect(blobsIn(dir)).toHaveLength(1);
});

test(
  "a changed, cut off or missing stored file is noticed by a trial restore and by a restore",
  async () => {
    const { dir, files, make } = keptPlace();
    await files.put("user/a", text("as it was"));
    const { place } = await make(new Date());
    await verifyBackup(backupFrom(place));
    const [blob = ""] = blobsIn(dir);
    const other = await emptyDatabase();
    const kept = fresh("kept-files");
    const restore = () =>
      restoreBackup({ pool: other.pool, source: backupFrom(place), files: filesInFolder(kept), mayReplace: false });
    fs.writeFileSync(path.join(dir, blob), "something else");
    for (const attempt of [() => verifyBackup(backupFrom(place)), restore])
      await expect(attempt()).rejects.toThrow(`${blob} was changed. Nothing was changed.`);
    fs.rmSync(path.join(dir, blob));
    for (const attempt of [() => verifyBackup(backupFrom(place)), restore])
      await expect(attempt()).rejects.toThrow(`${blob} is missing in ${dir}. Nothing was changed.`);
    expect(fs.existsSync(kept)).toBe(false);
    // The next backup sees that the file is gone, and stores it again.
    const { place: next } = await make(new Date());
    await verifyBackup(backupFrom(next));
  },
  patience,
);

test(
  "with a public key the stored files are encrypted too, and after a change of keys all are written again",
  async () => {
    const { dir, files, make } = keptPlace();
    const [identityFile, another] = [fresh("identity"), fresh("another")];
    const recipient = await makeKeys({ file: identityFile, now: new Date() });
    await files.put("user/a", text("a secret of Asha"));
    const { place } = await make(new Date(), { recipient });
    await make(new Date(), { recipient });
    expect(blobsIn(dir)).toHaveLength(1);
    for (const name of namesIn(dir)) expect(fs.readFileSync(path.join(dir, name), "latin1")).not.toContain("Asha");
    await expect(verifyBackup(backupFrom(place))).rejects.toThrow("is encrypted. Set BACKUP_IDENTITY_FILE");
    expect((await verifyBackup(backupFrom(place, identityFile))).manifest.files).toHaveLength(1);

    const changed = await make(new Date(), { recipient: await makeKeys({ file: another, now: new Date() }) });
    expect(blobsIn(dir)).toHaveLength(2);
    const other = await emptyDatabase();
    const restored = fresh("restored");
    const source = backupFrom(changed.place, another);
    await restoreBackup({ pool: other.pool, source, files: filesInFolder(restored), mayReplace: false });
    expect((await folderFiles(restored).read("user/a"))?.bytes.toString()).toBe("a secret of Asha");
  },
  patience,
);

test("the file of a bucket is not read again while its mark is the same", async () => {
  const { bucket, objects, close } = await startMultipartS3();
  onTestFinished(close);
  const { dir, make } = keptPlace();
  const at = new Date("2026-11-01T00:00:00Z");
  objects.set("a", { bytes: Buffer.from("first"), headers: {}, at });
  const files = filesInBucket(bucket);
  const read: string[] = [];
  const watched = {
    ...files,
    read(key: string) {
      read.push(key);
      return files.read(key);
    },
  };
  const hashes = fresh("hashes");
  const again = () => make(new Date(), { files: watched, remembered: rememberIn(hashes) });
  await again();
  await again();
  expect(read).toEqual(["a"]);
  objects.set("a", { bytes: Buffer.from("other"), headers: {}, at });
  const { manifest } = await again();
  expect(read).toEqual(["a", "a"]);
  expect(manifest.files?.[0]?.sha256).toBe(
    createHash("sha256").update('{"type":"application/octet-stream"}\nother').digest("hex"),
  );
  // The stored copy counts, not the memory of it.
  for (const name of blobsIn(dir)) fs.rmSync(path.join(dir, name));
  await again();
  expect(read).toHaveLength(3);
});

test(
  "the nightly job keeps backups in another bucket, once a day, with the rights of the product",
  async () => {
    const { bucket, close } = await startS3();
    onTestFinished(close);
    const source = s3Files(bucket);
    onTestFinished(() => source.close());
    await source.put("user/a", text("a"));
    // s3rver makes a bucket for who asks for it.
    const { S3Client, CreateBucketCommand } = await import("@aws-sdk/client-s3");
    const client = new S3Client({
      endpoint: bucket.endpoint,
      forcePathStyle: true,
      region: "us-east-1",
      credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
    });
    await client.send(new CreateBucketCommand({ Bucket: "elsewhere" }));
    client.destroy();
    const config = configOf({
      DATA_DIR: fresh("data"),
      S3_ENDPOINT: bucket.endpoint,
      S3_BUCKET: bucket.bucket,
      S3_ACCESS_KEY: "S3RVER",
      S3_SECRET_KEY: "S3RVER",
      BACKUP_TO: "s3://elsewhere/of/shoreline/",
      BACKUP_AT: "06:00",
    });
    let now = new Date("2026-11-15T06:30:00Z");
    const deps = { pool, log: silent, clock: { now: () => now } };
    const made = () => db.$count(backupRun, sql`place like 's3://elsewhere/of/shoreline/%'`);
    await makeDueBackup(deps, config);
    await makeDueBackup(deps, config);
    expect(await made()).toBe(1);
    now = new Date("2026-11-16T06:00:00Z");
    await makeDueBackup(deps, config);
    expect(await made()).toBe(2);
    expect(await readLastBackup(db)).toMatchObject({ madeAt: expect.any(Date) });

    const found = await findBackup(config, "newest", workIn);
    expect((await verifyBackup(found.source)).manifest.files?.map(({ key }) => key)).toEqual(["user/a"]);
    await found.close();
    expect(namesIn(config.dataDir)).toEqual(["hashes-of-files.json"]);
    await expect(findBackup(config, "nothing.tar.gz", workIn)).rejects.toThrow(
      "no nothing.tar.gz in s3://elsewhere/of/shoreline",
    );
  },
  patience,
);

test("metrics show the age of the newest backup and of the last trial restore, and nothing while there is none", async () => {
  const other = await testInstitute();
  const ages = async () => {
    const said = await (await other.visitor({ address: "127.0.0.1" }).request("/metrics")).text();
    return said.split("\n").filter((line) => /^shoreline_backup/.test(line));
  };
  expect(await readLastBackup(other.db)).toBeNull();
  expect(await ages()).toEqual([]);
  const hoursAgo = (hours: number) => new Date(other.deps.clock.now().getTime() - hours * 3600_000);
  const run = { place: "/backups/x.tar.gz", bytes: 1 };
  await other.db.insert(backupRun).values({ ...run, madeAt: hoursAgo(10) });
  expect(await ages()).toEqual(["shoreline_backup_age_seconds 36000"]);
  await other.db.insert(backupRun).values({ ...run, madeAt: hoursAgo(30), verifiedAt: hoursAgo(20) });
  expect(await ages()).toEqual(["shoreline_backup_age_seconds 36000", "shoreline_backup_verified_age_seconds 72000"]);
  expect(await readLastBackup(other.db)).toEqual({ madeAt: hoursAgo(10), verifiedAt: hoursAgo(20) });
});
