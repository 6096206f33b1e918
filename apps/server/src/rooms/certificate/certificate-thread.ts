import sharp from "sharp";
import { answerInThread } from "../../pdf/in-thread.ts";
import { drawCertificate } from "./certificate-pdf.ts";
import { pictureCertificate } from "./certificate-picture.ts";
import type { CertificateInput } from "./drawing.ts";
import { type PictureSize, pictureSizes } from "./picture-sizes.ts";

await answerInThread(async ({ as, ...certificate }: CertificateInput & { as: "pdf" | PictureSize }) => {
  if (as === "pdf") return drawCertificate(certificate);
  const { width, quality } = pictureSizes[as];
  return sharp(await pictureCertificate(certificate))
    .resize(width)
    .webp({ quality })
    .toBuffer();
});
