import fs from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { folderFiles } from "../adapters/folder-files.ts";
import { openDatabase } from "../db/connect.ts";
import { backupRun } from "../db/tables/house.ts";
import { subscription } from "../db/tables/lead.ts";
import { backupFrom, backupInProcess, configOf, silent, workIn } from "../test/backup.ts";
import { emptyDatabase } from "../test/empty-database.ts";
import { testInstitute } from "../test/institute.ts";
import { archivesIn, dayInMs, fresh, keep, keptPlaceOf, namesIn, patience, text } from "../test/kept-backups.ts";
import { makeBackup } from "./backup.ts";
import { makeKeys } from "./encryption.ts";
import { findBackup } from "./find-backup.ts";
import { makeKeptBackup } from "./kept-backup.ts";
import { keptIn, trialIn } from "./places.ts";
import { restoreBackup } from "./restore.ts";
import { makeDueBackup } from "./scheduled.ts";
import { filesInFolder } from "./stored-files.ts";
import { verifyBackup } from "./verify.ts";

const institute = await testInstitute();
const { pool, db } = institute;
const keptPlace = () => keptPlaceOf(institute);

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
