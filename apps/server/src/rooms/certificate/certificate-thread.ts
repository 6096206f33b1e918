import sharp from "sharp";
import { drawCertificate } from "./certificate-pdf.ts";
import { pictureCertificate } from "./certificate-picture.ts";
import type { CertificateInput } from "./drawing-parts.ts";
import { type PictureSize, pictureSizes } from "./picture-sizes.ts";

type Wanted = CertificateInput & { as: "pdf" | "png" | "svg" | PictureSize };

export async function draw({ as, ...certificate }: Wanted): Promise<Uint8Array> {
  if (as === "pdf") return drawCertificate(certificate);
  if (as === "svg") return pictureCertificate(certificate);
  if (as === "png")
    return sharp(await pictureCertificate(certificate, pngWidth))
      .png(palette)
      .toBuffer();
  const { width, quality } = pictureSizes[as];
  return sharp(await pictureCertificate(certificate, width))
    .webp({ quality, effort })
    .toBuffer();
}

const pngWidth = 1400;
// A third of the bytes of full colour; the sheet has few colours.
const palette = { palette: true, colours: 128, compressionLevel: 9 };

// Half of the time for two per cent more bytes than sharp's own choice, 4.
const effort = 2;
