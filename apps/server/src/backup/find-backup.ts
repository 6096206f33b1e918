import fs from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import type { Config } from "../config.ts";
import { makeFolders } from "../db/data-folder.ts";
import { StartError } from "../start-error.ts";
import { folderStore } from "./folder-store.ts";
import { hashInto } from "./hash.ts";
import { keptIn } from "./places.ts";
import { listArchives } from "./prune.ts";
import type { Source } from "./unpack.ts";

type Found = { source: Source; close(): Promise<void> };

/** A file on this machine, a name below BACKUP_TO, or `newest` for the newest one there. It is unpacked below `workIn`. */
export async function findBackup(config: Config, wanted: string, workIn: string): Promise<Found> {
  const shared = { identityFile: config.backupIdentityFile, workIn };
  const file = path.resolve(wanted);
  if (fs.existsSync(file) && !fs.statSync(file).isFile()) throw new StartError(`${file} is a folder, not a backup.`);
  if (fs.existsSync(file))
    return { source: { file, store: folderStore(path.dirname(file)), ...shared }, close: async () => {} };
  const plan = config.backup;
  if (!plan) throw new StartError(wanted === "newest" ? "Name a file, or set BACKUP_TO." : `There is no file ${file}.`);
  const { store } = keptIn(config, plan);
  const archives = await listArchives(store);
  const name = wanted === "newest" ? archives[0]?.name : path.basename(wanted);
  const bytes = name === undefined ? null : await store.read(name);
  if (!name || !bytes)
    throw new StartError(
      name ? `There is no file ${file}, and no ${name} in ${store.place}.` : `${store.place} has no backup.`,
    );
  if (plan.to.folder !== undefined) {
    bytes.destroy();
    return findBackup(config, path.join(plan.to.folder, name), workIn);
  }
  makeFolders(workIn);
  const folder = await mkdtemp(path.join(workIn, ".shoreline-backup-"));
  const close = () => rm(folder, { recursive: true, force: true });
  try {
    const fetched = path.join(folder, name);
    await hashInto(bytes, fetched);
    return { source: { file: fetched, store, ...shared }, close };
  } catch (error) {
    await close();
    throw error;
  }
}
