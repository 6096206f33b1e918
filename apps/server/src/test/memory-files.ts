import { buffer } from "node:stream/consumers";
import type { Files, StoredFile } from "../ports.ts";

/** Files in memory, which a test may look into. */
export function memoryFiles(stored: Map<string, StoredFile>): Files {
  return {
    put: async (key, file) => void stored.set(key, file),
    read: async (key) => stored.get(key) ?? null,
    async putFrom(key, { stream, type, bytes }) {
      const read = await buffer(stream);
      if (read.length !== bytes) throw new Error(`A file of ${bytes} bytes came with ${read.length}.`);
      stored.set(key, { bytes: read, type });
    },
    async *readParts(key, { from, to }) {
      const file = stored.get(key);
      if (file) yield file.bytes.subarray(from, to + 1);
    },
    sizeOf: async (key) => stored.get(key)?.bytes.length ?? null,
    remove: async (key) => void stored.delete(key),
  };
}
