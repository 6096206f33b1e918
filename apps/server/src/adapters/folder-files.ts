import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Files, StoredFile } from "../ports.ts";
import { checkKey, checkType } from "./file-key.ts";

/** One file per key: a line of JSON that holds the type, then the bytes, so that both change in one rename. */
export function folderFiles(dir: string): Files {
  return {
    async put(key, file) {
      const place = placeOf(dir, key);
      checkType(file.type);
      await mkdir(path.dirname(place), { recursive: true });
      await replace(place, [Buffer.from(`${JSON.stringify({ type: file.type })}\n`), file.bytes]);
    },
    async read(key) {
      const stored = await readFile(placeOf(dir, key)).catch(nullIfAbsent);
      return stored && unpack(stored);
    },
    async remove(key) {
      await rm(placeOf(dir, key)).catch(nullIfAbsent);
    },
  };
}

function placeOf(dir: string, key: string): string {
  checkKey(key);
  return path.join(dir, key);
}

async function replace(place: string, parts: Uint8Array[]): Promise<void> {
  const draft = path.join(path.dirname(place), `.${randomUUID()}.draft`);
  try {
    const handle = await open(draft, "wx");
    try {
      for (const part of parts) await handle.writeFile(part);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, place);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(place));
}

/** Without it a power cut may undo a rename that was already reported as done. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function unpack(stored: Buffer): StoredFile {
  const end = stored.indexOf("\n");
  const { type } = JSON.parse(stored.toString("utf8", 0, end)) as { type: string };
  return { type, bytes: stored.subarray(end + 1) };
}

/** A folder where the key expects a file, or the other way round, holds no file of that key either. */
function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (["ENOENT", "ENOTDIR", "EISDIR", "ERR_FS_EISDIR"].includes(error.code ?? "")) return null;
  throw error;
}
