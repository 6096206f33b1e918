import type { Deps } from "./context.ts";
import type { Files } from "./ports.ts";

/** A file that follows from rows: it can be made again at any time. `key` changes when its content or layout does. */
export type Document = { key: string; type: string; make(): Promise<Uint8Array> };

type Parts = Pick<Deps, "files" | "log">;

const underWay = new WeakMap<Files, Map<string, Promise<Uint8Array>>>();

/**
 * The stored file, or a new one: made once however many ask for it at the same time. A file store that is down costs time,
 * never the document.
 */
export async function readDocument(parts: Parts, document: Document): Promise<Uint8Array> {
  const { files, log } = parts;
  const stored = await files.read(document.key).catch((err) => {
    log.error({ err }, "a stored document could not be read");
    return null;
  });
  if (stored) return stored.bytes;
  const making = underWay.get(files) ?? new Map<string, Promise<Uint8Array>>();
  underWay.set(files, making);
  const work = making.get(document.key) ?? makeAndStore(parts, document).finally(() => making.delete(document.key));
  making.set(document.key, work);
  return work;
}

async function makeAndStore({ files, log }: Parts, { key, type, make }: Document): Promise<Uint8Array> {
  const bytes = await make();
  await files.put(key, { bytes, type }).catch((err) => log.error({ err }, "a document was not stored"));
  return bytes;
}
