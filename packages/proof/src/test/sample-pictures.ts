import { joinBytes, utf8 } from "../bytes.ts";
import { bakePng, pngChunk, pngStart } from "../png.ts";
import { addSealPng, addSealSvg, bytesToSeal, sealText } from "../seal.ts";
import { bakeSvg } from "../svg.ts";
import { type SampleKey, signBytes } from "./sample-institute.ts";

export async function bakedPng(credentialText: string, key: SampleKey): Promise<Uint8Array> {
  return sealPng(bakePng(await plainPng(), credentialText), key);
}

export async function bakedSvg(credentialText: string, key: SampleKey): Promise<Uint8Array> {
  return sealSvg(bakeSvg(plainSvg(), credentialText), key);
}

async function sealPng(png: Uint8Array, key: SampleKey): Promise<Uint8Array> {
  return addSealPng(png, await sealOf(png, key));
}

async function sealSvg(svg: Uint8Array, key: SampleKey): Promise<Uint8Array> {
  return addSealSvg(svg, await sealOf(svg, key));
}

/** 40 × 40 grey points. */
export async function plainPng(): Promise<Uint8Array> {
  const header = Uint8Array.of(0, 0, 0, 40, 0, 0, 0, 40, 8, 0, 0, 0, 0);
  const points = Uint8Array.from({ length: 41 * 40 }, (_, at) => (at % 41 ? (at * 37) & 255 : 0));
  const chunks = [
    pngChunk("IHDR", header),
    pngChunk("IDAT", await deflate(points)),
    pngChunk("IEND", new Uint8Array()),
  ];
  return joinBytes(Uint8Array.from(pngStart), ...chunks);
}

export function plainSvg(): Uint8Array {
  return utf8(
    `<?xml version="1.0" encoding="UTF-8"?>\n<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 842 595">\n` +
      `  <!-- a frame > around it -->\n  <rect width="842" height="595" fill="#fdfbf7" data-odd="a>b"/>\n` +
      `  <text x="80" y="200">Nithya Balan – Software Testing</text>\n</svg>\n`,
  );
}

export async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function sealOf(file: Uint8Array, key: SampleKey): Promise<string> {
  return sealText({ multikey: key.multikey, signature: await signBytes(key, await bytesToSeal(file)) });
}
