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
  const remembered = rememberIn(path.join(dataDir, "hashes-of-files.json"));
  return to.folder === undefined
    ? { store: s3Store(to.bucket, { prefix: to.prefix }), workIn: dataDir, remembered }
    : { store: folderStore(to.folder), workIn: to.folder, remembered };
}
