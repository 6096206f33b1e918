import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Config } from "../config.ts";
import { folderStore } from "./folder-store.ts";
import { type Remembered, rememberIn } from "./remembered.ts";
import { s3Store } from "./s3-store.ts";
import type { Store } from "./store.ts";
import { filesInBucket, filesInFolder, type StoredFiles } from "./stored-files.ts";

type Plan = NonNullable<Config["backup"]>;

/** The files of the product. */
export function filesOf({ s3, dataDir }: Config): StoredFiles {
  return s3 ? filesInBucket(s3) : filesInFolder(path.join(dataDir, "files"));
}

/** Where backups are kept, and what making one needs on this machine. */
export function keptIn({ dataDir }: Config, { to }: Plan): { store: Store; workIn: string; remembered: Remembered } {
  const store = to.folder === undefined ? s3Store(to.bucket, { prefix: to.prefix }) : folderStore(to.folder);
  return { store, workIn: dataDir, remembered: rememberIn(path.join(dataDir, "hashes-of-files.json")) };
}

/** Where a backup is tried. That may be a machine that has the key, and no data folder. */
export function trialIn({ dataDir }: Config): string {
  return fs.existsSync(dataDir) ? dataDir : tmpdir();
}
