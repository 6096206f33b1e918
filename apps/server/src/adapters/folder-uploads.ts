import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { FileStore } from "@tus/file-store";
import type { UploadStore } from "../ports.ts";

export function folderUploads(directory: string, { lifetimeInMs }: { lifetimeInMs: number }): UploadStore {
  return new FolderUploads({ directory, expirationPeriodInMilliseconds: lifetimeInMs });
}

/** After a power cut the library's store would leave data files without a description, and descriptions without data. */
class FolderUploads extends FileStore {
  pathOf(id: string): string {
    return path.join(this.directory, id);
  }

  override async deleteExpired(): Promise<number> {
    let removed = 0;
    for (const name of await readdir(this.directory)) {
      const file = path.join(this.directory, name);
      const found = await stat(file).catch(() => null);
      if (!found || Date.now() - found.mtimeMs <= this.getExpiration()) continue;
      await rm(file, { force: true });
      removed++;
    }
    return removed;
  }
}
