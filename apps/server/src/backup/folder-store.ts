import { open, opendir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { makeFolders } from "../db/data-folder.ts";
import { StartError } from "../start-error.ts";
import type { Listed, Store } from "./store.ts";

export function folderStore(folder: string): Store {
  const at = (name: string) => path.join(folder, name);
  return {
    place: folder,
    list: (prefix = "") => walk(folder, prefix),
    async read(name) {
      const handle = await open(at(name)).catch(nullIfAbsent);
      return handle?.createReadStream() ?? null;
    },
    async put(name, file) {
      try {
        makeFolders(path.dirname(at(name)));
        await syncFile(file);
        await rename(file, at(name));
      } catch (error) {
        throw new StartError(`The backup cannot be written to ${folder}: ${(error as Error).message}`);
      }
    },
    remove: (name) => rm(at(name), { force: true }),
  };
}

async function* walk(folder: string, prefix: string, below = ""): AsyncGenerator<Listed> {
  const entries = await opendir(path.join(folder, below)).catch(nullIfAbsent);
  for await (const entry of entries ?? []) {
    const name = path.posix.join(below, entry.name);
    // Not the entry itself: a link may lead to a folder on another disk.
    const found = await stat(path.join(folder, name)).catch(nullIfAbsent);
    if (found?.isDirectory()) {
      if (`${name}/`.startsWith(prefix) || prefix.startsWith(`${name}/`)) yield* walk(folder, prefix, name);
    } else if (found?.isFile() && name.startsWith(prefix)) yield { name, bytes: found.size, changedAt: found.mtime };
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

/** A file may be removed while the folder is read. */
function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
  throw error;
}
