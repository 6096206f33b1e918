import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { folderFiles } from "../adapters/folder-files.ts";
import { folderStore } from "../backup/folder-store.ts";
import { makeKeptBackup } from "../backup/kept-backup.ts";
import { rememberIn } from "../backup/remembered.ts";
import { filesInFolder } from "../backup/stored-files.ts";
import { workIn } from "./backup.ts";
import type { TestInstitute } from "./institute.ts";

export const keep = { days: 2, weeks: 0, months: 0 };
export const dayInMs = 24 * 3600 * 1000;

// A trial restore makes a PostgreSQL of its own.
export const patience = 120_000;

const folder = fs.mkdtempSync(path.join(tmpdir(), "kept-backup-"));
let count = 0;
export const fresh = (name: string) => path.join(folder, `${++count}-${name}`);
export const text = (words: string) => ({ bytes: Buffer.from(words), type: "text/plain" });
export const namesIn = (dir: string) =>
  fs
    .readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
    .sort();
export const blobsIn = (dir: string) => namesIn(dir).filter((name) => name.startsWith("files/"));
export const archivesIn = (dir: string) => namesIn(dir).filter((name) => name.includes(".tar.gz"));

/** A place for the backups of an institute, and one for its files. */
export function keptPlaceOf({ pool }: TestInstitute) {
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
