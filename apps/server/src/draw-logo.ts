import sharp from "sharp";

type Box = { width: number; height: number };

const limits = { limitInputPixels: 50_000_000 };

/** A logo as PNG, as large as the box allows. A photograph is never enlarged; a drawing is sharp at every size. */
export async function drawLogo(source: Uint8Array, box: Box): Promise<Buffer> {
  const { format, width = 1, height = 1 } = await sharp(source, limits).metadata();
  const scale = Math.min(box.width / width, box.height / height);
  const density = format === "svg" ? Math.min(72 * Math.max(1, scale), 2400) : 72;
  return sharp(source, { ...limits, density })
    .resize({ ...box, fit: "inside", withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer();
}
