import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Files, StoredFile } from "../ports.ts";
import { countedParts } from "./counted-parts.ts";
import { checkKey, checkType } from "./file-key.ts";

/** One file per key: a line of JSON with the type, then the bytes. One rename replaces both. */
export function folderFiles(dir: string): Files {
  return {
    async put(key, file) {
      const target = pathOf(dir, key);
      checkType(file.type);
      await mkdir(path.dirname(target), { recursive: true });
      await replace(target, [headerOf(file.type), file.bytes]);
    },
    async putFrom(key, { stream, type, bytes }) {
      const target = pathOf(dir, key);
      checkType(type);
      await mkdir(path.dirname(target), { recursive: true });
      await replace(target, withHeader(type, countedParts(stream, bytes)));
    },
    async *readParts(key, { from, to }) {
      const opened = await openStored(pathOf(dir, key));
      if (!opened) return;
      const { handle, start } = opened;
      try {
        const part = Buffer.allocUnsafeSlow(Math.min(partBytes, to + 1 - from));
        for (let at = from; at <= to; ) {
          const { bytesRead } = await handle.read(part, 0, Math.min(part.length, to + 1 - at), start + at);
          if (bytesRead === 0) throw new Error(`A file ends after ${at} bytes.`);
          at += bytesRead;
          yield part.subarray(0, bytesRead);
        }
      } finally {
        await handle.close();
      }
    },
    async sizeOf(key) {
      const opened = await openStored(pathOf(dir, key));
      if (!opened) return null;
      const { handle, start } = opened;
      try {
        return (await handle.stat()).size - start;
      } finally {
        await handle.close();
      }
    },
    async read(key) {
      const stored = await readFile(pathOf(dir, key)).catch(nullIfAbsent);
      return stored && unpack(stored);
    },
    async remove(key) {
      await rm(pathOf(dir, key)).catch(nullIfAbsent);
    },
    async tidy({ olderThanMs } = { olderThanMs: draftLifetimeMs }) {
      for (const entry of await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => [])) {
        if (!entry.name.endsWith(".draft")) continue;
        const draft = path.join(entry.parentPath, entry.name);
        const { mtimeMs = 0 } = (await stat(draft).catch(nullIfAbsent)) ?? {};
        if (Date.now() - mtimeMs >= olderThanMs) await rm(draft, { force: true });
      }
    },
  };
}

/** Half as much memory for each reader as 128 KB, for a tenth more CPU. */
const partBytes = 65_536;

/** Longer than any write takes. */
const draftLifetimeMs = 3_600_000;

function pathOf(dir: string, key: string): string {
  checkKey(key);
  return path.join(dir, key);
}

function headerOf(type: string): Buffer {
  return Buffer.from(`${JSON.stringify({ type })}\n`);
}

async function* withHeader(type: string, parts: AsyncIterable<Uint8Array>) {
  yield headerOf(type);
  yield* parts;
}

// Types have at most some hundred characters.
const longestHeader = 1000;

/** The file, and where its bytes begin. */
async function openStored(file: string): Promise<{ handle: FileHandle; start: number } | null> {
  const handle = await open(file).catch(nullIfAbsent);
  if (!handle) return null;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(longestHeader), 0, longestHeader, 0);
    return { handle, start: buffer.subarray(0, bytesRead).indexOf("\n") + 1 };
  } catch (error) {
    await handle.close();
    return nullIfAbsent(error as NodeJS.ErrnoException);
  }
}

async function replace(target: string, parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
  const draft = path.join(path.dirname(target), `.${randomUUID()}.draft`);
  try {
    const handle = await open(draft, "wx");
    try {
      for await (const part of parts) await handle.writeFile(part);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(target));
}

/** Without this a power cut could undo a rename that was already reported as done. */
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

/** A folder in place of the file, or a file in place of a folder, also means that the key does not exist. */
function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (["ENOENT", "ENOTDIR", "EISDIR", "ERR_FS_EISDIR"].includes(error.code ?? "")) return null;
  throw error;
}
