import { createHash } from "node:crypto";
import { monogram, palette } from "@shoreline/domain/brand";
import { LRUCache } from "lru-cache";
import sharp from "sharp";
import type { Deps } from "../../context.ts";
import { blankDocument } from "../../pdf/fonts.ts";
import type { PrintedBrand } from "../../pdf/look.ts";
import { outlineLine } from "../../pdf/outline.ts";
import { fitText, measureText, type Style } from "../../pdf/typeset.ts";
import type { StoredFile } from "../../ports.ts";
import type { Drawing } from "../../room.ts";
import { readPictureAt } from "./picture.ts";
import { readInstitute } from "./queries.ts";

const png = "image/png";

type Draw = (source: Uint8Array) => Promise<StoredFile>;

const kinds: Record<string, Draw> = {
  "/icon.svg": drawSvg,
  "/icon-192.png": async (source) => ({ type: png, bytes: await drawInside(source, 192) }),
  "/icon-512.png": async (source) => ({ type: png, bytes: await drawInside(source, 512) }),
  // Phones cut off the corners, and on some all but a circle of 80 per cent.
  "/icon-maskable-512.png": (source) => drawOnGround(source, { size: 512, inner: 410 }),
  "/apple-touch-icon.png": (source) => drawOnGround(source, { size: 180, inner: 180 }),
};

/** Keeps the icons of the last few brands. */
const drawn = new LRUCache<string, Promise<StoredFile>>({ max: 20 });

/** The icons of browser tabs and home screens, from the institute's own icon or from its name. */
export const icons: Drawing[] = Object.entries(kinds).map(([address, draw]) => ({
  address,
  async draw(deps) {
    const source = await readIcon(deps, await readInstitute(deps.db));
    const key = `${address} ${createHash("sha256").update(source).digest("hex")}`;
    const icon = drawn.get(key) ?? draw(source);
    drawn.set(key, icon);
    icon.catch(() => drawn.delete(key));
    return icon;
  },
}));

type Named = { name: string; brand: Pick<PrintedBrand, "colours" | "icon"> };

/** The institute's own icon; else its initials. */
export async function readIcon(deps: Deps, { name, brand }: Named): Promise<Uint8Array> {
  return (brand.icon && (await readPictureAt(deps, brand.icon))) || drawMonogram({ name, brand });
}

export function drawMonogram({ name, brand }: Named): Buffer {
  const { deep, sun, "on-deep": letters } = palette(brand.colours).light;
  const doc = blankDocument();
  const styles = [19, 17, 15, 13, 11].map((size): Style => ({ face: "display", size, leading: size }));
  const { lines, style } = fitText(doc, monogram(name), styles, { width: 24, height: 19 });
  const text = lines[0] ?? "";
  const path = outlineLine({ text, style, x: 16 - measureText(doc, text, style) / 2, baseline: 20.5 });
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32"><rect width="32" height="32" rx="7" fill="${deep}"/><path d="${path}" fill="${letters}"/><rect x="9" y="24" width="14" height="2.5" rx="1.25" fill="${sun}"/></svg>`,
  );
}

const isSvg = (source: Uint8Array) => /^[^\0]{0,4000}?<svg[\s>]/.test(Buffer.from(source).toString("utf8"));

async function drawSvg(source: Uint8Array): Promise<StoredFile> {
  const type = "image/svg+xml";
  if (isSvg(source)) return { type, bytes: source };
  const picture = Buffer.from(await drawInside(source, 128)).toString("base64");
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"><image width="128" height="128" href="data:${png};base64,${picture}"/></svg>`;
  return { type, bytes: Buffer.from(svg) };
}

const clear = { r: 0, g: 0, b: 0, alpha: 0 };
const maxPixels = 50_000_000;

export async function drawInside(source: Uint8Array, size: number): Promise<Uint8Array> {
  // A drawing is made as large as it is needed, so that its edges are sharp.
  const { width = size, height = size } = await sharp(source, { limitInputPixels: maxPixels }).metadata();
  const density = isSvg(source) ? Math.min(72 * Math.max(1, size / Math.min(width, height)), 4000) : 72;
  return sharp(source, { density, limitInputPixels: maxPixels })
    .resize(size, size, { fit: "contain", background: clear })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** On the colour that the icon has at its upper edge; on white where it has none. */
async function drawOnGround(source: Uint8Array, { size, inner }: { size: number; inner: number }): Promise<StoredFile> {
  const icon = await drawInside(source, inner);
  const [r = 255, g = 255, b = 255, alpha] = await sharp(icon)
    .ensureAlpha()
    .extract({ left: inner >> 1, top: 1, width: 1, height: 1 })
    .raw()
    .toBuffer();
  const background = alpha === 255 ? { r, g, b } : "#ffffff";
  const bytes = await sharp({ create: { width: size, height: size, channels: 3, background } })
    .composite([{ input: Buffer.from(icon) }])
    .png({ compressionLevel: 9 })
    .toBuffer();
  return { type: png, bytes };
}
