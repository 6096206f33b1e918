import type { Brand } from "@shoreline/contract";
import { palette } from "@shoreline/domain/brand";
import sharp from "sharp";
import { drawLogo } from "../draw-logo.ts";

/** In a mail the address is absolute, because a mailbox fetches the picture; a sample in a folder has it beside it. */
export type MailPicture = { url: string; width: number; height: number };

/** `dark` is for programs that know the dark theme. */
export type MailLogo = { light: MailPicture; dark: MailPicture | null };

export type MailLogoFile = { png: Buffer; width: number; height: number };

/** In pixels of the mail; the picture has twice as many, for sharp screens. */
const largest = { width: 220, height: 44 };
const logoMargin = 4;

/**
 * Mailboxes show no SVG. The light logo stands on the colour of the page: some programs turn the colours of a mail around but
 * not those of its pictures, and dark letters would vanish.
 */
export async function drawMailLogo(
  source: Uint8Array,
  { colours, isDark }: Pick<Brand, "colours"> & { isDark: boolean },
): Promise<MailLogoFile> {
  const background = isDark ? { r: 0, g: 0, b: 0, alpha: 0 } : palette(colours).light.paper;
  const margin = 2 * logoMargin;
  const logo = await drawLogo(source, { width: 2 * largest.width, height: 2 * largest.height });
  const framed = sharp(logo).extend({ top: margin, bottom: margin, left: margin, right: margin, background });
  const { data, info } = await (isDark ? framed : framed.flatten({ background }))
    .png({ compressionLevel: 9, palette: true, quality: 95 })
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: Math.round(info.width / 2), height: Math.round(info.height / 2) };
}
