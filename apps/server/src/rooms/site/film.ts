import { createHash } from "node:crypto";
import type { FoundFile, Reading } from "../../content/kind.ts";
import type { Deps } from "../../context.ts";
import type { StoredFile } from "../../ports.ts";

type FilmFormat = "mp4" | "webm";

const maxBytes = 50_000_000;
const filmKey = (name: string) => `film/${name}`;

/** The address at which the product will serve a film of the folder, or the product's own; or why it cannot be used. */
export function readFilm({ folder, shipped, store }: Reading, field: PropertyKey[], address: string): FoundFile {
  const own = folder === shipped ? null : folder.readBytes(address);
  if (!own) return shipped.readBytes(address) ? { address } : { why: `there is no film ${address}` };
  const kind: FilmFormat = field.at(-1) === "webm" ? "webm" : "mp4";
  const why = whyNoFilm(own, kind);
  if (why) return { why: `${address} ${why}` };
  const name = `${createHash("sha256").update(own).digest("hex").slice(0, 24)}.${kind}`;
  store(filmKey(name), { bytes: own, type: `video/${kind}` });
  return { address: `/media/film/${name}` };
}

function whyNoFilm(bytes: Buffer, kind: FilmFormat): string | null {
  if (bytes.byteLength > maxBytes) return "is larger than 50 MB";
  const head = bytes.subarray(0, 8).toString("latin1");
  if (kind === "mp4") return /^.{4}ftyp/s.test(head) ? null : "is not an MP4 film";
  return head.startsWith("\x1a\x45\xdf\xa3") ? null : "is not a WebM film";
}

export async function findFilm({ files }: Deps, name: string): Promise<StoredFile | null> {
  return /^[0-9a-f]{24}\.(mp4|webm)$/.test(name) ? files.read(filmKey(name)) : null;
}
