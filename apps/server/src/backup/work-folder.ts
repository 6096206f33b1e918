import fs from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { makeFolders } from "../db/data-folder.ts";
import { StartError } from "../start-error.ts";

// No backup takes as long, and the one of the next night finds it over.
const abandonedAfterMs = 12 * 3600 * 1000;

// Work folders, and drafts of finished files. The last is how earlier versions called them.
const isOurs = /^\.shoreline-backup-\w{6}$|^shoreline-verify-\w{6}$|\.tar\.gz(\.age)?-\w{6}$/;

/**
 * Runs with an empty folder that only this account can read, as it holds tables in the clear. Nothing is left of it. It never
 * lies at the place of the backups, which may be another machine.
 */
export async function withWorkFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  prepareFolder(parent);
  const folder = await mkdtemp(path.join(parent, ".shoreline-backup-")).catch((error) => {
    throw unwritable(parent, error);
  });
  try {
    return await work(folder);
  } catch (error) {
    throw readable(error, parent);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates a folder that is written to, and removes what killed backups left there. */
export function prepareFolder(folder: string): void {
  try {
    makeFolders(folder);
    removeAbandoned(folder);
  } catch (error) {
    throw unwritable(folder, error);
  }
}

/** A backup that was killed could not tidy up. */
export function removeAbandoned(parent: string): void {
  for (const name of fs.readdirSync(parent).filter((one) => isOurs.test(one))) {
    const left = path.join(parent, name);
    const found = fs.lstatSync(left, { throwIfNoEntry: false });
    if (!found || found.isSymbolicLink() || found.uid !== process.getuid?.()) continue;
    if (Date.now() - found.mtimeMs > abandonedAfterMs) fs.rmSync(left, { recursive: true, force: true });
  }
}

/** A full disk and the like is something that the operator can act on. */
function readable(error: unknown, parent: string): unknown {
  const { code = "" } = error as NodeJS.ErrnoException;
  const isDisk = ["ENOSPC", "EDQUOT", "EFBIG", "EROFS", "EACCES", "EPERM", "EIO"].includes(code);
  return isDisk ? unwritable(parent, error) : error;
}

function unwritable(folder: string, error: unknown): StartError {
  return new StartError(`${folder} cannot be written: ${(error as Error).message}`);
}
