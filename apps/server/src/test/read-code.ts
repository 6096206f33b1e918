import { PDFiumLibrary } from "@hyzyla/pdfium";
import jsQR from "jsqr";

type Pixels = { data: Uint8Array; width: number; height: number };

/** For tests: reads the QR code on the first page, rendered by Chromium's PDF engine. */
export async function readCodeOfPdf(bytes: Uint8Array): Promise<string | undefined> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  try {
    return readCode(await document.getPage(0).render({ scale: 2, render: "bitmap" }));
  } finally {
    document.destroy();
    library.destroy();
  }
}

export function readCode({ data, width, height }: Pixels): string | undefined {
  return jsQR.default(new Uint8ClampedArray(data), width, height)?.data;
}
