import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { makeFolders } from "../db/data-folder.ts";
import { StartError } from "../start-error.ts";

/** Copies a finished file to another folder. A reader of the name there sees all of it or nothing. */
export async function publish(file: string, target: string): Promise<void> {
  const folder = path.dirname(target);
  const draft = path.join(folder, `.shoreline-backup-${randomBytes(3).toString("hex")}`);
  try {
    makeFolders(folder);
    await copyFile(file, draft, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    await syncFile(draft);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {}); // the first error says more
    throw new StartError(`The backup cannot be written to ${folder}: ${(error as Error).message}`);
  }
}

/** A power cut must not leave an empty file under a name that says it is complete. */
async function syncFile(file: string): Promise<void> {
  const handle = await open(file, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
