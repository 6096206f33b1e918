import { createHash } from "node:crypto";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { folderFiles } from "../adapters/folder-files.ts";
import { s3Files } from "../adapters/s3-files.ts";
import { openDatabase } from "../db/connect.ts";
import { backupRun } from "../db/tables/house.ts";
import { subscription } from "../db/tables/lead.ts";
import { backupFrom, backupInProcess, configOf, silent, workIn } from "../test/backup.ts";
import { emptyDatabase } from "../test/empty-database.ts";
import { testInstitute } from "../test/institute.ts";
import { startMultipartS3 } from "../test/multipart-s3.ts";
import { startS3 } from "../test/s3.ts";
import { makeBackup } from "./backup.ts";
import { makeKeys } from "./encryption.ts";
import { findBackup } from "./find-backup.ts";
import { folderStore } from "./folder-store.ts";
import { makeKeptBackup } from "./kept-backup.ts";
import { keptIn, trialIn } from "./places.ts";
import { rememberIn } from "./remembered.ts";
import { restoreBackup } from "./restore.ts";
import { readLastBackup, recordVerified } from "./runs.ts";
import { makeDueBackup } from "./scheduled.ts";
import { filesInBucket, filesInFolder } from "./stored-files.ts";
import { verifyBackup } from "./verify.ts";

const folder = fs.mkdtempSync(path.join(tmpdir(), "kept-backup-"));
const institute = await testInstitute();
const { pool, db } = institute;
const keep = { days: 2, weeks: 0, months: 0 };
const dayInMs = 24 * 3600 * 1000;

// A trial restore makes a PostgreSQL of its own.
const patience = 120_000;

let count = 0;
const fresh = (name: string) => path.join(folder, `${++count}-${name}`);
const text = (words: string) => ({ bytes: Buffer.from(words), type: "text/plain" });
const namesIn = (dir: string) =>
  fs
    .readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
    .sort();
const blobsIn = (dir: string) => namesIn(dir).filter((name) => name.startsWith("files/"));
const archivesIn = (dir: string) => namesIn(dir).filter((name) => name.includes(".tar.gz"));

function keptPlace() {
  const [dir, filesDir] = [fresh("kept"), fresh("files")];
  const files = folderFiles(filesDir);
  const make = (now: Date, more = {}) =>
    makeKeptBackup({
      pool,
      files: filesInFolder(filesDir),
      store: folderStore(dir),
      workIn,
      remembered: rememberIn(fresh("hashes")),
      now,
      keep,
      ...more,
    });
  return { dir, filesDir, files, make };
}

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

test("a target that is down or cannot be written fails in one line and leaves nothing", async () => {
  const [dataDir, file] = [fresh("data"), fresh("a-file")];
  fs.writeFileSync(file, "");
  const now = new Date();
  const deps = { pool, log: silent, clock: { now: () => now } };
  const BACKUP_S3 = { BACKUP_S3_ENDPOINT: "http://127.0.0.1:1", BACKUP_S3_ACCESS_KEY: "a", BACKUP_S3_SECRET_KEY: "b" };
  await expect(
    makeDueBackup(deps, configOf({ DATA_DIR: dataDir, BACKUP_TO: "s3://down", ...BACKUP_S3 })),
  ).rejects.toThrow(/^s3:\/\/down cannot be used: .*ECONNREFUSED/);
  expect(namesIn(dataDir)).toEqual([]);
  await expect(
    makeDueBackup(deps, configOf({ DATA_DIR: dataDir, BACKUP_TO: path.join(file, "below") })),
  ).rejects.toThrow(/^.*below cannot be written: ENOTDIR/);
  await expect(makeBackup({ pool, files: null, target: path.join(file, "x.tar.gz"), now })).rejects.toThrow(
    /cannot be written: /,
  );
  expect(await db.$count(backupRun, sql`place like '%down%' or place like '%below%'`)).toBe(0);
});

test("a disk that is full fails in one line and leaves no half file", async () => {
  const [files, target] = [fresh("files"), fresh("target/x.tar.gz")];
  await folderFiles(files).put("large", { bytes: Buffer.alloc(3_000_000, 1), type: "text/plain" });
  // As with a full disk, writing stops at some size: blocks of 512 bytes.
  const shell = 'trap "" XFSZ; ulimit -f 4000; exec "$@"';
  const said = await backupInProcess({ owner: institute.owner, files, target, shell }).ended;
  expect(said).toMatch(new RegExp(`^StartError ${workIn} cannot be written: EFBIG.*\n$`));
  for (const dir of [workIn, path.dirname(target)]) expect(fs.readdirSync(dir)).toEqual([]);
});

test("what killed backups leave, at the place of the backups and where they worked, is removed by the backup of the next night", async () => {
  const [files, target] = [fresh("files"), fresh("target/x.tar.gz")];
  for (let n = 0; n < 30; n++)
    await folderFiles(files).put(`${n}`, { bytes: Buffer.alloc(2_000_000, n), type: "text/plain" });
  const dir = path.dirname(target);
  const { child, ended } = backupInProcess({ owner: institute.owner, files, target });
  while (!fs.readdirSync(workIn).some((name) => fs.existsSync(path.join(workIn, name, "files"))))
    await new Promise((wait) => setTimeout(wait, 5));
  child.kill("SIGKILL");
  await ended;
  expect(fs.readdirSync(workIn)).toEqual([expect.stringMatching(/^\.shoreline-backup-\w{6}$/)]);
  expect(fs.readdirSync(dir)).toEqual([]);
  for (const name of ["old.tar.gz-a1B2c3", "mine-a1B2c3", ".shoreline-backup-a1B2c3"])
    fs.mkdirSync(path.join(dir, name));
  fs.writeFileSync(path.join(dir, ".shoreline-backup-0a1b2c"), "half a copy");
  const make = () => makeBackup({ pool, files: null, target, workIn, now: new Date() });
  await make();
  expect([fs.readdirSync(dir).length, fs.readdirSync(workIn).length]).toEqual([5, 1]);
  const kept = keptPlace();
  fs.cpSync(dir, kept.dir, { recursive: true });
  const earlier = new Date(Date.now() - dayInMs / 2 - 60_000);
  for (const place of [dir, kept.dir, workIn])
    for (const name of fs.readdirSync(place)) fs.utimesSync(path.join(place, name), earlier, earlier);
  await make();
  await kept.make(new Date());
  expect(fs.readdirSync(dir).sort()).toEqual(["mine-a1B2c3", "x.tar.gz"]);
  expect(fs.readdirSync(kept.dir)).not.toContainEqual(expect.stringMatching(/^\.|^old/));
  expect(fs.readdirSync(workIn)).toEqual([]);
});

test(
  "nothing readable ever lies at the place of encrypted backups, whatever is done with them",
  async () => {
    const [dir, DATA_DIR, identityFile] = [fresh("nas"), fresh("data"), fresh("identity")];
    const BACKUP_RECIPIENT = await makeKeys({ file: identityFile, now: new Date() });
    const env = { DATA_DIR, BACKUP_TO: dir, BACKUP_RECIPIENT, BACKUP_IDENTITY_FILE: identityFile };
    const config = configOf(env);
    if (!config.backup) throw new Error("no plan");
    const filesDir = path.join(DATA_DIR, "files");
    await folderFiles(filesDir).put("user/a", text("a secret of Asha"));
    const files = filesInFolder(filesDir);
    const expectNothing = () => {
      for (const name of namesIn(dir))
        expect(name).toMatch(/^files\/\w\w\/\w{64}\.\w+\.age$|^shoreline-kept-[\dTZ-]+\.(tar\.gz\.age|files)$/);
      return namesIn(DATA_DIR).filter((name) => name.includes(".shoreline-backup-"));
    };
    /** Looks while the tables lie in the work folder. */
    let looked = 0;
    const look = () => {
      looked++;
      expect(expectNothing().join()).toContain("tables/public.course.copy");
    };
    const watched: typeof files = {
      ...files,
      async *list() {
        look();
        yield* files.list();
      },
    };
    const made = await makeKeptBackup({
      pool,
      ...keptIn(config, config.backup),
      files: watched,
      now: new Date(),
      recipient: BACKUP_RECIPIENT,
      keep,
    });
    const { source } = await findBackup(config, "newest", trialIn(config));
    expect(source.file).toBe(made.place);
    const { store } = source;
    const read = (name: string) => {
      look();
      return store.read(name);
    };
    await verifyBackup({ ...source, store: { ...store, read } });
    const other = await emptyDatabase();
    const restored = filesInFolder(fresh("restored"));
    await restoreBackup({
      pool: other.pool,
      source: { ...source, store: { ...store, read } },
      files: restored,
      mayReplace: false,
    });
    expect(looked).toBe(3);
    expect(expectNothing()).toEqual([]);
  },
  patience,
);

test(
  "of two backups to one place at once the second is refused, and the first is complete",
  async () => {
    const { dir, files, make } = keptPlace();
    await files.put("a", text("a"));
    const results = await Promise.allSettled([make(new Date()), make(new Date(Date.now() + 1))]);
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused.map(({ reason }) => reason.message)).toEqual([
      "Another backup is being made. Try again when it is done.",
    ]);
    const [archive = ""] = archivesIn(dir);
    await verifyBackup(backupFrom(path.join(dir, archive)));
  },
  patience,
);

test("a backup while others write holds one moment", async () => {
  const { make } = keptPlace();
  const writer = openDatabase(institute.connection);
  let isDone = false;
  let written = 0;
  const writing = (async () => {
    for (; !isDone; written++) {
      await writer.db.execute(
        sql`with a as (insert into subscription (email, source) values (${`w${written}@example.com`}, 'footer'))
          insert into server_secret (name, value) values (${`w${written}`}, 'x')`,
      );
    }
  })();
  const { place } = await make(new Date());
  isDone = true;
  await writing;
  await writer.pool.end();
  expect(written).toBeGreaterThan(0);
  const other = await emptyDatabase();
  await restoreBackup({ pool: other.pool, source: backupFrom(place), files: null, mayReplace: false });
  const subscribed = await other.db.$count(subscription, sql`email like 'w%@example.com'`);
  const { rows } = await other.db.execute(sql`select count(*)::int as secrets from server_secret where name like 'w%'`);
  expect(rows).toEqual([{ secrets: subscribed }]);
});

test("a file that vanishes while a backup is made is left out, and the others are restored", async () => {
  const { dir, filesDir, files, make } = keptPlace();
  for (const name of ["a", "vanishes", "z"]) await files.put(name, text(name));
  const found = filesInFolder(filesDir);
  const vanishing = {
    ...found,
    async *list() {
      for await (const listed of found.list()) {
        if (listed.name === "vanishes") await files.remove(listed.name);
        yield listed;
      }
    },
  };
  const { place, manifest } = await make(new Date(), { files: vanishing });
  expect(manifest.files?.map(({ key }) => key).sort()).toEqual(["a", "z"]);
  const target = path.join(dir, "single.tar.gz");
  await files.put("vanishes", text("again"));
  await makeBackup({ pool, files: vanishing, target, workIn, now: new Date() });
  for (const file of [place, target]) {
    const other = await emptyDatabase();
    const restored = fresh("restored");
    await restoreBackup({
      pool: other.pool,
      source: backupFrom(file),
      files: filesInFolder(restored),
      mayReplace: false,
    });
    expect(namesIn(restored)).toEqual(["a", "z"]);
  }
});

test("files behind a link are in the backup, and a link that leads nowhere is left out", async () => {
  const { filesDir, files, make } = keptPlace();
  await files.put("own", text("own"));
  const elsewhere = fresh("other-disk");
  await folderFiles(elsewhere).put("a", text("on another disk"));
  fs.symlinkSync(elsewhere, path.join(filesDir, "user"));
  fs.symlinkSync(path.join(elsewhere, "a"), path.join(filesDir, "linked"));
  fs.symlinkSync(path.join(elsewhere, "nothing"), path.join(filesDir, "broken"));
  const { place } = await make(new Date());
  const other = await emptyDatabase();
  const restored = fresh("restored");
  await restoreBackup({
    pool: other.pool,
    source: backupFrom(place),
    files: filesInFolder(restored),
    mayReplace: false,
  });
  expect(namesIn(restored)).toEqual(["linked", "own", "user/a"]);
  expect((await folderFiles(restored).read("user/a"))?.bytes.toString()).toBe("on another disk");
});

test(
  "a trial restore finds an archive that was cut off, and never touches the product's database",
  async () => {
    const { make } = keptPlace();
    const { place, manifest } = await make(new Date());
    const before = await db.$count(subscription);
    const verified = await verifyBackup(backupFrom(place));
    expect(verified).toMatchObject({ manifest: { madeAt: manifest.madeAt }, leftOut: [] });
    expect(await db.$count(subscription)).toBe(before);
    const bytes = fs.readFileSync(place);
    fs.writeFileSync(place, bytes.subarray(0, bytes.length - 20));
    await expect(verifyBackup(backupFrom(place))).rejects.toThrow("is not a complete backup");
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
