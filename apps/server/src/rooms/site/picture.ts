import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { LRUCache } from "lru-cache";
import { shippedFolder } from "../../content/folder.ts";
import { isPicturePath } from "../../content/picture-path.ts";
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
  if (!/^[0-9a-f]{24}\.(svg|webp|png)$/.test(name)) return null;
  const found = recent.get(name) ?? (await files.read(pictureKey(name)));
  if (found) recent.set(name, found);
  return found;
}

/** The bytes behind the address of a picture: of the institute's own content, or one that comes with the product. */
export async function readPictureAt(deps: Deps, address: string): Promise<Uint8Array | null> {
  const own = /^\/media\/picture\/(.+)$/.exec(address)?.[1];
  if (own) return (await findPicture(deps, own))?.bytes ?? null;
  const file = path.join(shippedFolder, path.posix.normalize(address));
  return isPicturePath(address) && existsSync(file) ? readFileSync(file) : null;
}
