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
  if (!/<svg\s[^>]*\bxmlns\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/i.test(source))
    return 'needs xmlns="http://www.w3.org/2000/svg" in its first element; browsers do not show it without';
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
        if (await files.read(key)) return;
        const drawn = await drawPicture(name, source);
        if ("why" in drawn) throw new StartError(`The picture ${source.address} ${drawn.why}.`);
        await files.put(key, drawn.file);
      }),
    ),
  );
}

/**
 * Decodes every picture, so that a broken one is found before it is stored. One after the other: libvips collects what it has to
 * say about all pictures that are open.
 */
export async function checkPictures(
  pictures: Map<string, PictureSource>,
  note: (file: string, message: string) => void,
): Promise<void> {
  const broken = new Set<string>();
  for (const [name, source] of pictures) {
    if (broken.has(source.address)) continue;
    const drawn = await drawPicture(name, source);
    if ("file" in drawn) continue;
    broken.add(source.address);
    note(source.address.slice(1), drawn.why);
  }
}

type Drawn = { file: StoredFile } | { why: string };

/** Says in our own words why a picture cannot be drawn: those of libvips are many lines about its parts. */
async function drawPicture(name: string, { bytes, use }: PictureSource): Promise<Drawn> {
  const isDrawing = name.endsWith(".svg");
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (width * height > maxPixels) return { why: tooManyPixels(width, height) };
    const drawn = await toWebp(bytes, use);
    return { file: isDrawing ? { bytes, type: "image/svg+xml" } : { bytes: drawn, type: "image/webp" } };
  } catch (error) {
    return { why: isDrawing ? describeSvgError((error as Error).message) : "is damaged or incomplete" };
  }
}

function toWebp(bytes: Buffer, use: PictureUse): Promise<Buffer> {
  const side = sides[use];
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" })
    .autoOrient()
    .resize(side, side, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .webp({ quality: 80 })
    .toBuffer();
}

function tooManyPixels(width: number, height: number): string {
  const millions = ((width * height) / 1_000_000).toFixed(1).replace(/\.0$/, "");
  const limit = maxPixels / 1_000_000;
  return `has ${width} × ${height} pixels, which are ${millions} megapixels; a picture may have ${limit}: please make it smaller`;
}

function describeSvgError(message: string): string {
  const [, line, problem] = /(?:on line |:)(\d+)(?: column \d+ of data|:\d+): ([^\n]+)/.exec(message) ?? [];
  if (problem) return `is not a well-formed SVG: line ${line}: ${problem}`;
  if (/bad dimensions/.test(message)) return "has no size: an SVG needs a viewBox, or width and height";
  return "is not a well-formed SVG";
}
