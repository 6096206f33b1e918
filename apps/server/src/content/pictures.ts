import { createHash } from "node:crypto";
import sharp from "sharp";
import { atMost } from "../at-most.ts";
import type { Files, StoredFile } from "../ports.ts";
import { StartError } from "../start-error.ts";

/** What a picture is used for decides how large it is stored: the longest side in pixels, for screens of double density. */
const sides = { portrait: 320, logo: 640, card: 960, wide: 1920 } as const;
export type PictureUse = keyof typeof sides;

export type PictureSource = { address: string; bytes: Buffer; use: PictureUse };

const maxBytes = 20_000_000;
const maxPixels = 50_000_000;
// Changes when pictures are drawn in another way, so that they are drawn again.
const version = 1;

const magic = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^RIFF.{4}WEBP/s, /^.{4}ftyp(avi[fs]|mif1)/s];

/** Why these bytes cannot be used as a picture; null if they can, as far as one sees without decoding them. */
export function whyNoPicture(bytes: Buffer): string | null {
  if (bytes.byteLength > maxBytes) return "is larger than 20 MB";
  if (isSvg(bytes)) return whyNoSvg(bytes.toString("utf8"));
  const head = bytes.subarray(0, 16).toString("latin1");
  return magic.some((pattern) => pattern.test(head)) ? null : "is not an SVG, JPEG, PNG, WebP or AVIF picture";
}

function isSvg(bytes: Buffer): boolean {
  return /^(\uFEFF)?\s*(<\?xml[^>]*>\s*)?((<!--[\s\S]*?-->|<!DOCTYPE svg[^>[]*>)\s*)*<svg[\s>]/i.test(
    bytes.subarray(0, 4000).toString("utf8"),
  );
}

/** Browsers would not run or load these in a picture, but other programs may. */
function whyNoSvg(source: string): string | null {
  if (/<script|<foreignObject|\son\w+\s*=/i.test(source)) return "contains a program";
  if (/<!ENTITY/i.test(source)) return "defines entities";
  return /(href|src)\s*=\s*["'](?!#|data:image\/)|url\(\s*["']?(?!#|data:)/i.test(source) ? "loads another file" : null;
}

export function namePicture(bytes: Buffer, use: PictureUse): string {
  const hash = createHash("sha256").update(`${version} ${use} `).update(bytes).digest("hex").slice(0, 24);
  return `${hash}.${isSvg(bytes) ? "svg" : "webp"}`;
}

export const pictureKey = (name: string) => `picture/${name}`;

const queued = atMost(2);

/** Stores what is not there yet, before the rows that refer to it. */
export async function storePictures(files: Files, pictures: Map<string, PictureSource>): Promise<void> {
  await Promise.all(
    [...pictures].map(([name, source]) =>
      queued(async () => {
        const key = pictureKey(name);
        if (!(await files.read(key))) await files.put(key, await drawPicture(name, source));
      }),
    ),
  );
}

/** Decodes every picture, so that a broken one is found before it is stored. */
export async function checkPictures(
  pictures: Map<string, PictureSource>,
  note: (address: string, message: string) => void,
): Promise<void> {
  await Promise.all(
    [...pictures].map(([name, source]) =>
      queued(async () => {
        await drawPicture(name, source).catch((error) => note(source.address.slice(1), error.message));
      }),
    ),
  );
}

async function drawPicture(name: string, { address, bytes, use }: PictureSource): Promise<StoredFile> {
  if (name.endsWith(".svg")) return { bytes, type: "image/svg+xml" };
  const side = sides[use];
  try {
    const drawn = await sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" })
      .autoOrient()
      .resize(side, side, { fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .webp({ quality: 80 })
      .toBuffer();
    return { bytes: drawn, type: "image/webp" };
  } catch (error) {
    throw new StartError(`the picture ${address} cannot be read: ${(error as Error).message}`);
  }
}
