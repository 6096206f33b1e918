import { Refusal } from "@shoreline/contract";
import sharp, { type Sharp } from "sharp";

export type DrawnPicture = { large: Uint8Array; small: Uint8Array };

const sides = { large: 512, small: 96 };
const maxPixels = 40_000_000;
const formats = ["jpeg", "png", "webp", "gif", "heif"];

// One thread for each picture, and nothing of it stays in memory when it is done.
sharp.concurrency(1);
sharp.cache(false);

/** A class of 60 that uploads at once waits here. Of 40 megapixels most take 140 MB, AVIF takes 730. */
export const inLine = line(2);
const alone = line(1);

/** A square portrait in two sizes, drawn anew from the pixels: nothing else of what was sent gets through. */
export async function drawPicture(bytes: Uint8Array): Promise<DrawnPicture> {
  if (!looksLikePicture(bytes) || hidesSomethingElse(bytes)) throw new Refusal("NOT_A_PICTURE");
  try {
    const source = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" }).timeout({ seconds: 20 });
    const { format } = await source.metadata();
    if (!formats.includes(format)) throw new Refusal("NOT_A_PICTURE");
    const { data, info } = await (format === "heif" ? alone(() => toSquare(source)) : toSquare(source));
    const drawn = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
    return { large: await toWebp(drawn()), small: await toWebp(drawn().resize(sides.small, sides.small)) };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(/pixel limit/.test((error as Error).message) ? "TOO_MANY_PIXELS" : "BROKEN_PICTURE");
  }
}

function toSquare(source: Sharp) {
  return source
    .autoOrient()
    .resize(sides.large, sides.large, { fit: "cover", position: sharp.strategy.attention })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
}

function toWebp(picture: Sharp): Promise<Uint8Array> {
  return picture.webp({ quality: 82 }).toBuffer();
}

const magic = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^GIF8[79]a/, /^RIFF.{4}WEBP/s, /^.{4}ftyp(avi[fs]|mif1)/s];

/** Asked before anything is decoded: of the many formats that the decoder knows, only these reach it. */
function looksLikePicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  return magic.some((pattern) => pattern.test(head));
}

// With the blank or bracket behind the word, chance finds one of these in fewer than one photo of 15 MB in 100,000.
const otherContent = /<(?:html|script|!doctype html|\?php)[ \t\r\n>]|%PDF-\d\.\d/i;

/** A picture that is also a page, a program or an archive was made to deceive somebody. */
function hidesSomethingElse(bytes: Uint8Array): boolean {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zipEnd = all.lastIndexOf("PK\x05\x06", undefined, "latin1");
  const isZip = zipEnd >= 0 && zipEnd + 22 <= all.length && zipEnd + 22 + all.readUInt16LE(zipEnd + 20) === all.length;
  return isZip || otherContent.test(all.toString("latin1"));
}

function line(atOnce: number) {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--;
    else await new Promise<void>((done) => waiting.push(done));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
