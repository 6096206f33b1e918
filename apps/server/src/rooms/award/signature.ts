import { Refusal } from "@shoreline/contract";
import sharp from "sharp";
import { queued } from "../account/draw-picture.ts";

const mostBytes = 1_000_000;
const maxPixels = 40_000_000;
/** Printed 60 millimetres wide, that is 400 dots per inch. */
const size = { width: 1000, height: 320 };
const magic = [/^\xff\xd8\xff/, /^\x89PNG\r\n/];

/** Draws the signature from its pixels only, as PNG. What is transparent stays so. */
export async function drawSignature(picture: string): Promise<Uint8Array> {
  const bytes = Buffer.from(picture, "base64");
  const head = bytes.subarray(0, 16).toString("latin1");
  if (bytes.length > mostBytes || !magic.some((pattern) => pattern.test(head))) throw new Refusal("NOT_A_SIGNATURE");
  try {
    return await queued(() =>
      sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" })
        .timeout({ seconds: 20 })
        .autoOrient()
        .resize({ ...size, fit: "inside", withoutEnlargement: true })
        .toColourspace("srgb")
        .png({ compressionLevel: 9 })
        .toBuffer(),
    );
  } catch (error) {
    throw new Refusal(/pixel limit/.test((error as Error).message) ? "TOO_MANY_PIXELS" : "BROKEN_PICTURE");
  }
}
