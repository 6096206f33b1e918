import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import * as tar from "tar";
import { beforeAll, expect, test } from "vitest";
import { subscription } from "../db/tables/lead.ts";
import { backupFrom, workIn } from "../test/backup.ts";
import { emptyDatabase } from "../test/empty-database.ts";
import { testInstitute } from "../test/institute.ts";
import { makeBackup } from "./backup.ts";
import { makeKeys } from "./encryption.ts";
import { restoreBackup } from "./restore.ts";
import { filesInFolder } from "./stored-files.ts";

const folder = fs.mkdtempSync(path.join(tmpdir(), "encrypted-backup-"));
const inFolder = (name: string) => path.join(folder, name);
const now = new Date("2026-11-15T06:30:00Z");
const mail = "asha.of.the.backup@example.com";
const identityFile = inFolder("identity.txt");
const target = inFolder("shoreline.tar.gz.age");
let recipient: string;
let other: Awaited<ReturnType<typeof emptyDatabase>>;

beforeAll(async () => {
  recipient = await makeKeys({ file: identityFile, now });
  const institute = await testInstitute();
  await institute.db.insert(subscription).values({ email: mail, source: "footer" });
  const files = inFolder("files");
  fs.mkdirSync(files);
  fs.writeFileSync(path.join(files, "note"), mail);
  await makeBackup({ pool: institute.pool, files: filesInFolder(files), target, workIn, now, recipient });
  other = await emptyDatabase();
});

const restore = (
  file: string,
  { identityFile: key, mayReplace = false }: { identityFile?: string; mayReplace?: boolean } = {},
) => restoreBackup({ pool: other.pool, files: null, source: backupFrom(file, key), mayReplace });
const isUntouched = async () =>
  (await other.pool.query("select to_regclass('public.subscription') as found")).rows[0].found === null;

test("an encrypted backup shows nothing of a person, and leaves no copy in the clear", () => {
  const bytes = fs.readFileSync(target);
  expect(bytes.subarray(0, 21).toString()).toBe("age-encryption.org/v1");
  // The archive is packed, so the mail could not be seen in it anyway: it must not even be an archive.
  expect(() => tar.list({ file: target, sync: true, strict: true })).toThrow();
  expect(fs.statSync(target).mode & 0o777).toBe(0o600);
  expect(fs.readdirSync(folder).sort()).toEqual(["files", "identity.txt", "shoreline.tar.gz.age"]);
  expect(fs.readdirSync(workIn)).toEqual([]);
});

test("without the right key nothing is changed, and one line says why", async () => {
  await expect(restore(target)).rejects.toThrow(
    "shoreline.tar.gz.age is encrypted. Set BACKUP_IDENTITY_FILE to the file with its AGE-SECRET-KEY. Nothing was changed.",
  );
  const another = inFolder("another.txt");
  await makeKeys({ file: another, now });
  await expect(restore(target, { identityFile: another })).rejects.toThrow(
    `shoreline.tar.gz.age is encrypted for another key than the one in ${another}. Nothing was changed.`,
  );
  const wrong = inFolder("wrong.txt");
  fs.writeFileSync(wrong, "# only a comment\nAGE-SECRET-KEY-1NONSENSE\n");
  await expect(restore(target, { identityFile: wrong })).rejects.toThrow(`${wrong} has none that is valid`);
  await expect(restore(target, { identityFile: inFolder("none") })).rejects.toThrow(
    "BACKUP_IDENTITY_FILE cannot be read: ENOENT",
  );
  expect(await isUntouched()).toBe(true);
});

test("an encrypted backup that was cut off or changed at any place changes nothing", async () => {
  const bytes = fs.readFileSync(target);
  const damaged = inFolder("damaged.age");
  // age encrypts pieces of 64 KiB with a tag of 16 bytes each, after a header and a nonce of 16 bytes.
  const afterHeader = bytes.indexOf("\n", bytes.indexOf("\n--- ") + 1) + 1 + 16;
  const afterPiece = afterHeader + 64 * 1024 + 16;
  expect(bytes.length).toBeGreaterThan(afterPiece);
  for (const length of [100, afterHeader, afterPiece, bytes.length >> 1, bytes.length - 1]) {
    fs.writeFileSync(damaged, bytes.subarray(0, length));
    await expect(restore(damaged, { identityFile })).rejects.toThrow(
      "damaged.age is not a complete backup: it is damaged or was cut off. Nothing was changed.",
    );
  }
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(bytes.length - 100) ^ 1, bytes.length - 100);
  fs.writeFileSync(damaged, changed);
  await expect(restore(damaged, { identityFile })).rejects.toThrow("it is damaged or was cut off");
  expect(await isUntouched()).toBe(true);
});

test("an encrypted backup is restored with its key, and no copy in the clear is left", async () => {
  const before = fs.readdirSync(folder).sort();
  await restore(target, { identityFile });
  const emails = await other.db.select({ email: subscription.email }).from(subscription);
  expect(emails.map(({ email }) => email)).toContain(mail);
  expect(fs.readdirSync(folder).sort()).toEqual(before);
  expect(fs.readdirSync(workIn)).toEqual([]);
});

test("a backup that is not encrypted is restored, whether or not a key is configured", async () => {
  const plain = inFolder("plain.tar.gz");
  await makeBackup({ pool: other.pool, files: null, target: plain, now });
  await restore(plain, { mayReplace: true });
  await restore(plain, { mayReplace: true, identityFile });
  expect(await other.db.$count(subscription)).toBe(1);
});

test("a new key is for this account only, and never replaces a file", async () => {
  expect(fs.statSync(identityFile).mode & 0o777).toBe(0o600);
  const text = fs.readFileSync(identityFile, "utf8");
  expect(text).toMatch(/^# created: 2026-11-15T06:30:00.000Z\n# public key: age1\w+\nAGE-SECRET-KEY-1\w+\n$/);
  expect(text).toContain(recipient);
  await expect(makeKeys({ file: identityFile, now })).rejects.toThrow("exists already and was not overwritten");
  expect(fs.readFileSync(identityFile, "utf8")).toBe(text);
});
