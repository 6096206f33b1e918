import { LRUCache } from "lru-cache";
import { pictureKey } from "../../content/pictures.ts";
import type { Deps } from "../../context.ts";
import type { StoredFile } from "../../ports.ts";

/** Public pages show these again and again; a name stands for one content for ever. */
const recent = new LRUCache<string, StoredFile>({
  maxSize: 32_000_000,
  sizeCalculation: ({ bytes }) => bytes.byteLength + 100,
});

/** A picture of the institute's own content. */
export async function findPicture({ files }: Deps, name: string): Promise<StoredFile | null> {
  if (!/^[0-9a-f]{24}\.(svg|webp)$/.test(name)) return null;
  const found = recent.get(name) ?? (await files.read(pictureKey(name)));
  if (found) recent.set(name, found);
  return found;
}
