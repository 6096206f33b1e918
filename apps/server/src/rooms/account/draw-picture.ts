import { Refusal } from "@shoreline/contract";
import sharp, { type Sharp } from "sharp";
import { atMost } from "../../at-most.ts";

export type DrawnPicture = { large: Uint8Array; small: Uint8Array };

const sides = { large: 512, small: 96 };
const maxPixels = 40_000_000;
const formats = ["jpeg", "png", "webp", "gif", "heif"];

// One thread for each picture, and no cache in memory.
sharp.concurrency(1);
sharp.cache(false);

/** Limits the memory when a class of 60 uploads at once: 40 megapixels take up to 140 MB, as AVIF 730 MB. */
export const queued = atMost(2);
const queuedHeif = atMost(1);

/** Draws a square portrait in two sizes from the pixels only, so that nothing else of the upload gets through. */
export async function drawPicture(bytes: Uint8Array): Promise<DrawnPicture> {
  if (!looksLikePicture(bytes) || hidesSomethingElse(bytes)) throw new Refusal("NOT_A_PICTURE");
  try {
    const source = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" }).timeout({ seconds: 20 });
    const { format } = await source.metadata();
    if (!formats.includes(format)) throw new Refusal("NOT_A_PICTURE");
    const { data, info } = await (format === "heif" ? queuedHeif(() => toSquare(source)) : toSquare(source));
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

/** Runs before the decoder, which knows many more formats than we accept. */
function looksLikePicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  return magic.some((pattern) => pattern.test(head));
}

// By chance, fewer than one in 100,000 photos of 15 MB match, thanks to the space or bracket after the word.
const otherContent = /<(?:html|script|!doctype html|\?php)[ \t\r\n>]|%PDF-\d\.\d/i;

/** A picture that is also a web page, a program or an archive is an attack. */
function hidesSomethingElse(bytes: Uint8Array): boolean {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const zipEnd = all.lastIndexOf("PK\x05\x06", undefined, "latin1");
  const isZip = zipEnd >= 0 && zipEnd + 22 <= all.length && zipEnd + 22 + all.readUInt16LE(zipEnd + 20) === all.length;
  return isZip || otherContent.test(all.toString("latin1"));
}
