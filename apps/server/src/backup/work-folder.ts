import fs from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { makeFolders } from "../db/data-folder.ts";
import { StartError } from "../start-error.ts";

const dayInMs = 24 * 3600 * 1000;

// The last is how earlier versions called them.
const isWorkFolder = /^\.shoreline-backup-\w{6}$|^shoreline-verify-\w{6}$|\.tar\.gz(\.age)?-\w{6}$/;

/** Runs with an empty folder that only this account can read, as it holds tables in the clear. Nothing is left of it. */
export async function withWorkFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeWorkFolder(parent);
  try {
    return await work(folder);
  } catch (error) {
    throw readable(error, parent);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeWorkFolder(parent: string): Promise<string> {
  try {
    makeFolders(parent);
    removeAbandoned(parent);
    return await mkdtemp(path.join(parent, ".shoreline-backup-"));
  } catch (error) {
    throw new StartError(`${parent} cannot be written: ${(error as Error).message}`);
  }
}

/** A backup that was killed could not tidy up. None takes a day. */
export function removeAbandoned(parent: string): void {
  for (const name of fs.readdirSync(parent).filter((one) => isWorkFolder.test(one))) {
    const folder = path.join(parent, name);
    const found = fs.lstatSync(folder, { throwIfNoEntry: false });
    if (!found?.isDirectory() || found.uid !== process.getuid?.()) continue;
    if (Date.now() - found.mtimeMs > dayInMs) fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** A full disk and the like is something that the operator can act on. */
function readable(error: unknown, parent: string): unknown {
  const { code = "", message } = error as NodeJS.ErrnoException;
  const isDisk = ["ENOSPC", "EDQUOT", "EFBIG", "EROFS", "EACCES", "EPERM", "EIO"].includes(code);
  return isDisk ? new StartError(`${parent} cannot be written: ${message}`) : error;
}
