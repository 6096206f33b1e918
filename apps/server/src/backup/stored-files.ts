import fs from "node:fs";
import { cp, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Bucket } from "../adapters/s3-client.ts";
import { makeFolders } from "../db/data-folder.ts";
import { folderStore } from "./folder-store.ts";
import { s3Store } from "./s3-store.ts";
import type { Listed, Store } from "./store.ts";

/** The files of the product: pictures, documents and the like. */
export type StoredFiles = Pick<Store, "read"> & {
  list(): AsyncIterable<Listed>;
  /** Brings the files of a folder in place of ours. Whatever may fail happens before it returns; the returned function ends it. */
  replace(folder: string, keys: string[]): Promise<() => Promise<void>>;
};

const isDraft = /(^|\/)\.[0-9a-f-]{36}\.draft$/;

export function filesInFolder(folder: string): StoredFiles {
  const { list, read } = folderStore(folder);
  return {
    read,
    list: () => without(list(), (name) => isDraft.test(name)),
    async replace(fresh) {
      const beside = `${folder}.restored`;
      await rm(beside, { recursive: true, force: true });
      makeFolders(path.dirname(folder));
      if (fs.existsSync(fresh)) await cp(fresh, beside, { recursive: true, preserveTimestamps: true });
      else fs.mkdirSync(beside);
      fs.chmodSync(beside, 0o700);
      return async () => {
        const old = `${folder}.old`;
        await rm(old, { recursive: true, force: true });
        if (fs.existsSync(folder)) await rename(folder, old);
        await rename(beside, folder);
        await rm(old, { recursive: true, force: true });
      };
    },
  };
}

/** A bucket may hold more than our files, so what is not in the backup stays. */
export function filesInBucket(bucket: Bucket): StoredFiles {
  const store = s3Store(bucket, { hasHeader: true });
  return {
    read: store.read,
    // Unfinished uploads end after a day.
    list: () => without(store.list(), (name) => name.startsWith("uploads/") || name.endsWith("/")),
    async replace(folder, keys) {
      for (const key of keys) await store.put(key, path.join(folder, key));
      return async () => {};
    },
  };
}

async function* without(listed: AsyncIterable<Listed>, isLeftOut: (name: string) => boolean): AsyncGenerator<Listed> {
  for await (const one of listed) if (!isLeftOut(one.name)) yield one;
}
