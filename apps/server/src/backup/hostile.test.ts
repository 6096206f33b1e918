import { createHash } from "node:crypto";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import * as tar from "tar";
import { expect, onTestFinished, test } from "vitest";
import { folderFiles } from "../adapters/folder-files.ts";
import { s3Files } from "../adapters/s3-files.ts";
import { migrate, migrations } from "../db/migrate.ts";
import { subscription } from "../db/tables/lead.ts";
import { backupFrom, workIn } from "../test/backup.ts";
import { emptyDatabase } from "../test/empty-database.ts";
import { testInstitute } from "../test/institute.ts";
import { startMultipartS3 } from "../test/multipart-s3.ts";
import { startS3 } from "../test/s3.ts";
import { makeBackup } from "./backup.ts";
import type { Manifest } from "./manifest.ts";
import { listOthers, productTables } from "./product-tables.ts";
import { restoreBackup } from "./restore.ts";
import { filesInBucket, filesInFolder } from "./stored-files.ts";
import { verifyBackup } from "./verify.ts";

const folder = fs.mkdtempSync(path.join(tmpdir(), "hostile-backup-"));
const now = new Date("2026-11-15T06:30:00Z");
const institute = await testInstitute();
const owner = await emptyDatabase();
await migrate(owner.pool);

// A trial restore makes a PostgreSQL of its own.
const patience = 120_000;

let count = 0;
const fresh = (name: string) => path.join(folder, `${++count}-${name}`);

async function filledFolder(files: Record<string, string>) {
  const dir = fresh("files");
  for (const [key, text] of Object.entries(files))
    await folderFiles(dir).put(key, { bytes: Buffer.from(text), type: "text/plain" });
  return filesInFolder(dir);
}

type Change = (folder: string, manifest: Manifest & Record<string, unknown>) => void;

/** Unpacks a backup, changes it, and packs it again with a manifest that fits. */
function repack(source: string, change: Change, { isSigned = true } = {}): string {
  const cwd = fresh("content");
  fs.mkdirSync(cwd);
  tar.extract({ file: source, cwd, sync: true });
  const file = path.join(cwd, "manifest.json");
  const manifest = JSON.parse(fs.readFileSync(file, "utf8"));
  change(cwd, manifest);
  const text = JSON.stringify(manifest);
  fs.writeFileSync(file, text);
  if (isSigned && manifest.format === 2)
    fs.writeFileSync(path.join(cwd, "manifest.sha256"), createHash("sha256").update(text).digest("hex"));
  const target = fresh("repacked.tar.gz");
  tar.create({ file: target, cwd, gzip: true, portable: true, sync: true }, fs.readdirSync(cwd));
  return target;
}

/** An archive as the version before wrote it. */
const asFirstFormat: Change = (cwd, manifest) => {
  fs.rmSync(path.join(cwd, "manifest.sha256"));
  Object.assign(manifest, { format: 1, files: manifest.files?.length ?? null });
  Reflect.deleteProperty(manifest, "blobEnding");
};

const restoreInto = (pool: Parameters<typeof restoreBackup>[0]["pool"], file: string, more = {}) =>
  restoreBackup({ pool, source: backupFrom(file), files: null, mayReplace: true, ...more });

test("the migrations make exactly the tables that a backup takes", async () => {
  const { rows } = await owner.pool.query("select tablename from pg_tables where schemaname = 'public'");
  const statements = migrations().flatMap((migration) => migration.statements);
  const dropped = statements.flatMap((one) => [...one.matchAll(/^\s*drop table "?(\w+)"?/gim)].map(([, name]) => name));
  const ours = productTables().filter((name) => !dropped.includes(name));
  expect(rows.map(({ tablename }) => tablename).sort()).toEqual(ours.sort());
  const client = await owner.pool.connect();
  expect(await listOthers(client)).toEqual([]);
  await client.query("begin");
  await client.query(`create function extra_f() returns int language sql as 'select 1'; create type extra_e as enum ('a');
    create type extra_c as (a int); create sequence extra_s`);
  expect(await listOthers(client)).toEqual(["function extra_f", "sequence extra_s", "type extra_c", "type extra_e"]);
  await client.query("rollback");
  client.release();
});

test("tables of others are named and left out, and stay until somebody says that they may go", async () => {
  const { pool } = await emptyDatabase();
  await migrate(pool);
  await pool.query(`create table "DBA's scratch" (id serial primary key, note text); insert into "DBA's scratch" (note) values ('mine');
    create view how_many as select count(*) from course`);
  const target = fresh("others.tar.gz");
  const { manifest, others } = await makeBackup({ pool, files: null, target, now });
  expect(others).toEqual([`table "DBA's scratch"`, "view how_many"]);
  expect(manifest.tables.map(({ name }) => name)).not.toContain("DBA's scratch");
  expect(manifest.sequences.map(({ name }) => name).join()).not.toContain("scratch");

  await expect(restoreInto(pool, target)).rejects.toThrow(
    `The restore would drop what is not in the backup: table "DBA's scratch", view how_many. Move it to another schema, or add --drop-others. Nothing was changed.`,
  );
  await pool.query(`create schema dba; alter table "DBA's scratch" set schema dba; drop view how_many`);
  await restoreInto(pool, target);
  expect((await pool.query(`select note from dba."DBA's scratch"`)).rows).toEqual([{ note: "mine" }]);
  await pool.query("create table scratch (id int)");
  await restoreInto(pool, target, { mayDropOthers: true });
  expect((await pool.query("select to_regclass('scratch') as found")).rows[0].found).toBeNull();
});

test("a database that has only tables of others is filled, and they stay", async () => {
  const { pool } = await emptyDatabase();
  await pool.query("create table scratch as select 1 as id");
  const target = fresh("beside.tar.gz");
  await makeBackup({ pool: institute.pool, files: null, target, now });
  await restoreInto(pool, target, { mayReplace: false });
  expect((await pool.query("select id from scratch")).rows).toEqual([{ id: 1 }]);
});

test("a backup of the version before is restored as far as we know its tables and columns", async () => {
  await institute.db.execute(sql`insert into subscription (email, source) values ('old@example.com', 'footer')`);
  const files = await filledFolder({ "user/a": "A", "user/b": "B" });
  const target = fresh("whole.tar.gz");
  await makeBackup({ pool: institute.pool, files, target, now });
  const old = repack(target, (cwd, manifest) => {
    asFirstFormat(cwd, manifest);
    fs.writeFileSync(path.join(cwd, "tables/public.my scratch.copy"), "1\tx\n");
    const sha256 = createHash("sha256").update("1\tx\n").digest("hex");
    const file = "tables/public.my scratch.copy";
    manifest.tables.push({ schema: "public", name: "my scratch", columns: ["id", "note"], rows: 1, file, sha256 });
    const table = manifest.tables.find(({ name }) => name === "subscription");
    if (!table) throw new Error("no subscriptions");
    const copy = path.join(cwd, table.file);
    const text = fs.readFileSync(copy, "utf8").replaceAll("\n", "\tadded by hand\n");
    fs.writeFileSync(copy, text);
    Object.assign(table, {
      columns: [...table.columns, "Dba Note"],
      sha256: createHash("sha256").update(text).digest("hex"),
    });
    manifest.sequences.push({ name: "public.scratch_id_seq", value: "7" });
  });
  const other = await emptyDatabase();
  const restored = fresh("restored");
  const { leftOut } = await restoreInto(other.pool, old, { files: filesInFolder(restored), mayReplace: false });
  expect(leftOut).toEqual([
    "column public.subscription.Dba Note",
    "table public.my scratch",
    "sequence public.scratch_id_seq",
  ]);
  expect((await other.db.select().from(subscription)).map(({ email }) => email)).toContain("old@example.com");
  expect((await folderFiles(restored).read("user/b"))?.bytes.toString()).toBe("B");

  const short = repack(old, (cwd) => fs.rmSync(path.join(cwd, "files/user/b")));
  await expect(restoreInto(other.pool, short)).rejects.toThrow("it has 1 of 2 files. Nothing was changed.");
});

test(
  "a column that somebody added is in the backup, passes the trial restore, and is named by the restore",
  async () => {
    const { pool } = await emptyDatabase();
    await migrate(pool);
    await pool.query(`alter table subscription add column "Dba Note" jsonb;
    insert into subscription (email, source, "Dba Note") values ('a@example.com', 'footer', '{"a": "tab\\t"}')`);
    const target = fresh("column.tar.gz");
    await makeBackup({ pool, files: null, target, now });
    const leftOut = ["column public.subscription.Dba Note"];
    expect(await verifyBackup(backupFrom(target))).toMatchObject({ leftOut });
    expect(await restoreInto(pool, target)).toMatchObject({ leftOut });
    expect((await pool.query("select email from subscription")).rows).toEqual([{ email: "a@example.com" }]);
  },
  patience,
);

test(
  "a trial restore finds rows that do not come back as they were, also when all hashes fit",
  async () => {
    const { pool } = await emptyDatabase();
    await migrate(pool);
    await pool.query("insert into subscription (email, source) values ('a@example.com', 'footer')");
    const target = fresh("rows.tar.gz");
    await makeBackup({ pool, files: null, target, now });
    const differing = repack(target, (cwd, manifest) => {
      const table = manifest.tables.find(({ name }) => name === "subscription");
      if (!table) throw new Error("no subscriptions");
      const copy = path.join(cwd, table.file);
      // The same moment in other words: PostgreSQL writes it as it always does.
      const text = fs.readFileSync(copy, "utf8").replace(/\t(\d{4}-\d\d-\d\d) ([\d:.]+)\+00/, "\t$1T$2Z");
      fs.writeFileSync(copy, text);
      table.sha256 = createHash("sha256").update(text).digest("hex");
    });
    await verifyBackup(backupFrom(target));
    await expect(verifyBackup(backupFrom(differing))).rejects.toThrow(
      "The restored rows of public.subscription differ from those in the backup.",
    );
  },
  patience,
);

test("a file that was altered, removed, added or led elsewhere is refused, and nothing is changed", async () => {
  const target = fresh("files.tar.gz");
  const files = await filledFolder({ "user/a": "A", "user/b": "B" });
  const made = await makeBackup({ pool: institute.pool, files, target, now });
  expect(made.manifest.files?.map(({ key, bytes }) => ({ key, bytes }))).toContainEqual({ key: "user/a", bytes: 23 });
  const outside = fresh("outside");
  fs.writeFileSync(outside, '{"type":"text/plain"}\nA');
  const hostile: [string, Change, { isSigned?: boolean }?][] = [
    ["files/user/a was changed", (cwd) => fs.appendFileSync(path.join(cwd, "files/user/a"), "!")],
    ["files/user/a is missing", (cwd) => fs.rmSync(path.join(cwd, "files/user/a"))],
    ["files/c is not in its manifest.json", (cwd) => fs.writeFileSync(path.join(cwd, "files/c"), "C")],
    ["extra is not in its manifest.json", (cwd) => fs.writeFileSync(path.join(cwd, "extra"), "C")],
    ["its manifest.json was changed", (_, manifest) => manifest.files?.pop(), { isSigned: false }],
    ["its manifest.json was changed", (cwd) => fs.rmSync(path.join(cwd, "manifest.sha256")), { isSigned: false }],
    [
      "its manifest.json is not valid",
      (_, manifest) => Object.assign(manifest.files?.[0] ?? {}, { key: "../../outside" }),
    ],
    ["its manifest.json is not valid", (_, manifest) => Object.assign(manifest.tables[0] ?? {}, { file: "tables/.." })],
    [
      "files/user/a is neither a file nor a folder",
      (cwd) => {
        fs.rmSync(path.join(cwd, "files/user/a"));
        fs.symlinkSync(outside, path.join(cwd, "files/user/a"));
      },
    ],
  ];
  const { pool } = await emptyDatabase();
  const kept = fresh("kept");
  await folderFiles(kept).put("mine", { bytes: Buffer.from("mine"), type: "text/plain" });
  for (const [why, change, options] of hostile) {
    const file = repack(target, change, options);
    await expect(restoreInto(pool, file, { files: filesInFolder(kept) })).rejects.toThrow(
      `${path.basename(file)} is not a complete backup: ${why}. Nothing was changed.`,
    );
  }
  expect((await pool.query("select to_regclass('course') as found")).rows[0].found).toBeNull();
  expect(fs.readdirSync(kept)).toEqual(["mine"]);
  expect(fs.readdirSync(workIn)).toEqual([]);
});

test("an archive whose entries lead out of its folder is refused", async () => {
  const cwd = fresh("escape");
  fs.mkdirSync(path.join(cwd, "in"), { recursive: true });
  fs.writeFileSync(path.join(cwd, "escaped"), "x");
  const file = fresh("escape.tar.gz");
  tar.create({ file, cwd: path.join(cwd, "in"), gzip: true, sync: true, preservePaths: true }, ["../escaped"]);
  await expect(restoreInto(owner.pool, file)).rejects.toThrow(/is not a complete backup: .*Nothing was changed/);
});

test("the files of a bucket are in the backup, and a restore brings them to a bucket or a folder", async () => {
  const { bucket, close } = await startS3();
  onTestFinished(close);
  const files = s3Files(bucket);
  onTestFinished(() => files.close());
  const bytes = Buffer.from([0, 1, 2, 255]);
  await files.put("user/picture.webp", { bytes, type: "image/webp" });
  await files.put("empty", { bytes: new Uint8Array(), type: "text/plain; charset=utf-8" });
  await files.put("uploads/unfinished", { bytes, type: "image/webp" });
  const target = fresh("bucket.tar.gz");
  const { manifest } = await makeBackup({ pool: institute.pool, files: filesInBucket(bucket), target, now });
  expect(manifest.files?.map(({ key }) => key).sort()).toEqual(["empty", "user/picture.webp"]);

  for (const key of ["user/picture.webp", "empty"]) await files.remove(key);
  const other = await emptyDatabase();
  await restoreInto(other.pool, target, { files: filesInBucket(bucket) });
  expect(await files.read("user/picture.webp")).toMatchObject({ bytes: new Uint8Array(bytes), type: "image/webp" });
  expect(await files.read("empty")).toMatchObject({ bytes: new Uint8Array(), type: "text/plain; charset=utf-8" });

  const dir = fresh("from-bucket");
  await restoreInto(other.pool, target, { files: filesInFolder(dir) });
  expect(await folderFiles(dir).read("user/picture.webp")).toEqual({ bytes, type: "image/webp" });
});

test("a bucket of many files is listed page by page", async () => {
  const { bucket, objects, close } = await startMultipartS3();
  onTestFinished(close);
  for (let n = 0; n < 2005; n++) objects.set(`many/${n}`, { bytes: Buffer.from(`${n}`), headers: {}, at: now });
  const target = fresh("many.tar.gz");
  const { manifest } = await makeBackup({ pool: institute.pool, files: filesInBucket(bucket), target, now });
  expect(new Set(manifest.files?.map(({ key }) => key))).toEqual(new Set(objects.keys()));
});

test("a bucket that cannot be reached changes neither files nor tables", async () => {
  const target = fresh("no-bucket.tar.gz");
  await makeBackup({ pool: institute.pool, files: await filledFolder({ a: "A" }), target, now });
  const bucket = { endpoint: "http://127.0.0.1:1", bucket: "files", accessKey: "a", secretKey: "b" };
  const { pool } = await emptyDatabase();
  await expect(restoreInto(pool, target, { files: filesInBucket(bucket) })).rejects.toThrow(
    /^s3:\/\/files cannot be used: .*ECONNREFUSED/,
  );
  expect((await pool.query("select to_regclass('course') as found")).rows[0].found).toBeNull();
  await expect(
    makeBackup({ pool: institute.pool, files: filesInBucket(bucket), target: fresh("x"), now }),
  ).rejects.toThrow(/^s3:\/\/files cannot be used/);
});
