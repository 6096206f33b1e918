import { asLatin1, joinBytes, readUtf8, startsWith, utf8 } from "./bytes.ts";
import { brokenPicture, type PictureParts } from "./picture.ts";

export const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
export const sealChunk = "slSG";
const keyword = "openbadgecredential";
/** Signature, then length, type, 13 bytes and checksum of IHDR. */
const endOfHeader = 8 + 25;

/** Puts the credential into the PNG, right behind its header. */
export function bakePng(png: Uint8Array, credentialText: string): Uint8Array {
  const parts = readPng(png);
  if (parts.broken) throw new TypeError(`Not a PNG: ${parts.broken}`);
  if (parts.credential !== null) throw new TypeError("This PNG has a credential already");
  // Keyword, no compression, neither language nor translated keyword.
  const chunk = pngChunk("iTXt", joinBytes(utf8(keyword), new Uint8Array(5), utf8(credentialText)));
  return joinBytes(png.subarray(0, endOfHeader), chunk, png.subarray(endOfHeader));
}

export function pngChunk(type: string, content: Uint8Array): Uint8Array {
  const body = joinBytes(utf8(type), content);
  return joinBytes(number32(content.length), body, number32(crc32(body)));
}

/** Reads all chunks and checks the checksum of each. */
export function readPng(bytes: Uint8Array): PictureParts {
  if (!startsWith(bytes, pngStart)) return brokenPicture("it does not start as a PNG");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: PictureParts = { broken: null, credential: null, seal: null, end: 0 };
  for (let at = pngStart.length; ; ) {
    if (at + 12 > bytes.length) return brokenPicture("it is cut off");
    const next = at + 12 + view.getUint32(at);
    if (next > bytes.length) return brokenPicture("it is cut off");
    const body = bytes.subarray(at + 4, next - 4);
    if (crc32(body) !== view.getUint32(next - 4)) return brokenPicture("a checksum is wrong");
    const type = asLatin1(body.subarray(0, 4));
    if ((at === pngStart.length) !== (type === "IHDR")) return brokenPicture("its header is not in its place");
    if (type === "IEND") return { ...parts, end: next };
    const why = addChunk(parts, { type, content: body.subarray(4), start: at, end: next });
    if (why) return brokenPicture(why);
    at = next;
  }
}

type Chunk = { type: string; content: Uint8Array; start: number; end: number };

function addChunk(parts: PictureParts, { type, content, start, end }: Chunk): string | null {
  if (type === sealChunk) {
    if (parts.seal) return "it has two seals";
    parts.seal = { text: asLatin1(content), start, end };
    return null;
  }
  if (type !== "iTXt" || !startsWith(content, utf8(`${keyword}\0`))) return null;
  if (parts.credential !== null) return "it has two credentials";
  if (content[keyword.length + 1] !== 0) return "its credential is compressed";
  const language = content.indexOf(0, keyword.length + 3);
  const translated = language < 0 ? -1 : content.indexOf(0, language + 1);
  parts.credential = translated < 0 ? null : readUtf8(content.subarray(translated + 1));
  return parts.credential === null ? "its credential is not text" : null;
}

function number32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (let at = 0; at < bytes.length; at++) crc = (crc >>> 8) ^ (table[(crc ^ (bytes[at] as number)) & 255] as number);
  return ~crc >>> 0;
}
