import { base64url, joinBytes, readBase64url, sha256, utf8 } from "./bytes.ts";
import { findKey, isSignedBy } from "./keys.ts";
import type { PictureParts } from "./picture.ts";
import { pngChunk, readPng, sealChunk } from "./png.ts";
import { readSvg, svgSeal } from "./svg.ts";
import type { TrustedKey, TrustedKeys } from "./types.ts";

/** What the seal's signature is made over: pass the file as it is without a seal. */
export async function bytesToSeal(file: Uint8Array): Promise<Uint8Array> {
  return joinBytes(utf8("shoreline picture v1\n"), await sha256(file));
}

/** `multikey` of the Ed25519 key that made the signature over `bytesToSeal`. */
export function sealText({ multikey, signature }: { multikey: string; signature: Uint8Array }): string {
  return `v1.${multikey}.${base64url(signature)}`;
}

/** Right before the last chunk. */
export function addSealPng(png: Uint8Array, text: string): Uint8Array {
  const { broken, end } = readPng(png);
  if (broken) throw new TypeError(`Not a PNG: ${broken}`);
  return insert(png, end - 12, pngChunk(sealChunk, utf8(text)));
}

/** Right before the last end tag. */
export function addSealSvg(svg: Uint8Array, text: string): Uint8Array {
  const { broken, end } = readSvg(svg);
  const start = svg.lastIndexOf(0x3c, end - 1);
  if (broken || svg[start + 1] !== 0x2f) throw new TypeError(`Not an SVG: ${broken ?? "it has no end tag"}`);
  return insert(svg, start, svgSeal(text));
}

export type SealCheck =
  | { state: "unsigned" | "other-signer" | "changed" }
  /** `behind`: bytes after the end of the sealed picture. */
  | { state: "intact"; key: TrustedKey; behind: Uint8Array };

export async function checkSeal(file: Uint8Array, parts: PictureParts, trusted: TrustedKeys): Promise<SealCheck> {
  if (!parts.seal) return { state: "unsigned" };
  const { text, start, end } = parts.seal;
  const [version, multikey = "", value = "", ...rest] = text.split(".", 4);
  const signature = readBase64url(value);
  if (version !== "v1" || !signature || rest.length) return { state: "changed" };
  const key = findKey(trusted, multikey, ["ed25519"]);
  if (!key) return { state: "other-signer" };
  for (const to of possibleEnds(file, parts.end)) {
    const sealed = joinBytes(file.subarray(0, start), file.subarray(end, to));
    if (await isSignedBy(multikey, signature, await bytesToSeal(sealed)))
      return { state: "intact", key, behind: file.subarray(to) };
  }
  return { state: "changed" };
}

/** The sealed file may have ended with a line break. What follows its end was appended. */
function possibleEnds(file: Uint8Array, end: number): Set<number> {
  const ends = [file.length, end];
  if (file[end] === 10) ends.push(end + 1);
  if (file[end] === 13 && file[end + 1] === 10) ends.push(end + 2);
  return new Set(ends);
}

function insert(file: Uint8Array, at: number, part: Uint8Array): Uint8Array {
  return joinBytes(file.subarray(0, at), part, file.subarray(at));
}
