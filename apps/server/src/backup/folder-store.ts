import { open, opendir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { publish } from "./publish.ts";
import type { Listed, Store } from "./store.ts";
import { prepareFolder } from "./work-folder.ts";

export function folderStore(folder: string): Store {
  const at = (name: string) => path.join(folder, name);
  return {
    place: folder,
    list: (prefix = "") => walk(folder, prefix),
    async read(name) {
      const handle = await open(at(name)).catch(nullIfAbsent);
      return handle?.createReadStream() ?? null;
    },
    async prepare() {
      prepareFolder(folder);
    },
    put: (name, file) => publish(file, at(name)),
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

/** A file may be removed while the folder is read. */
function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
  throw error;
}
