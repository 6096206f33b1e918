import type { Deps } from "./context.ts";
import type { Files } from "./ports.ts";

/** A file that can be made again from the database at any time. Its `key` changes with its content and its layout. */
export type Document = {
  key: string;
  type: string;
  /** Calls `doNotStore` when it had to leave something out that may be there the next time. */
  make(doNotStore: () => void): Promise<Uint8Array>;
};

type DocumentDeps = Pick<Deps, "files" | "log">;

const inFlight = new WeakMap<Files, Map<string, Promise<Uint8Array>>>();

/**
 * Reads the stored file, or makes and stores it. Readers who come at the same time share one drawing. When the file store is
 * down, readers still get the document.
 */
export async function readDocument(deps: DocumentDeps, document: Document): Promise<Uint8Array> {
  const readers = inFlight.get(deps.files) ?? new Map<string, Promise<Uint8Array>>();
  inFlight.set(deps.files, readers);
  const bytes = readers.get(document.key) ?? readOrMake(deps, document).finally(() => readers.delete(document.key));
  readers.set(document.key, bytes);
  return bytes;
}

async function readOrMake({ files, log }: DocumentDeps, { key, type, make }: Document): Promise<Uint8Array> {
  const stored = await files.read(key).catch((err) => {
    log.error({ err }, "a stored document could not be read");
    return null;
  });
  if (stored) return stored.bytes;
  let isStored = true;
  const bytes = await make(() => {
    isStored = false;
  });
  if (!isStored) return bytes;
  await files.put(key, { bytes, type }).catch((err) => log.error({ err }, "a document was not stored"));
  return bytes;
}
