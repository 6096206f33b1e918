import { readUtf8, startsWith } from "./bytes.ts";
import { plainFinding } from "./finding.ts";
import type { Finding, TrustedKeys } from "./types.ts";

export const mostBytes = 30_000_000;
/** The first four of the eight bytes of `png.ts`: what follows may be damaged. */
const pngSign = [0x89, ...ascii("PNG")];
/** JPEG, GIF, RIFF (WebP), ZIP (documents), BMP, TIFF, older office files: nothing is damaged there, but no certificate of ours is inside. */
const otherFormats = [
  [0xff, 0xd8, 0xff],
  ascii("GIF8"),
  ascii("RIFF"),
  ascii("PK\x03\x04"),
  ascii("BM"),
  ascii("II*\0"),
  ascii("MM\0*"),
  [0xd0, 0xcf, 0x11, 0xe0],
];

type Check = (bytes: Uint8Array, trusted: TrustedKeys) => Promise<Finding> | Finding;

/** What the file alone tells. Never fails on account of the file. */
export async function checkFile(bytes: Uint8Array, trusted: TrustedKeys): Promise<Finding> {
  const check = await loadCheck(bytes);
  return check(bytes, trusted);
}

/** What checks files of this kind. In browsers it comes over the network: each kind is a part of its own. */
export async function loadCheck(bytes: Uint8Array): Promise<Check> {
  const isPng = startsWith(bytes, pngSign);
  const container = isPng ? "png" : isPdf(bytes) ? "pdf" : "unknown";
  if (container === "unknown" && isOtherFormat(bytes)) return () => plainFinding("empty", "unknown");
  if (bytes.length > mostBytes) return () => plainFinding("damaged", container);
  if (isPng) return (await import("./check-picture.ts")).checkPng;
  if (container === "pdf") return (await import("./check-pdf.ts")).checkPdf;
  return loadForText(bytes);
}

async function loadForText(bytes: Uint8Array): Promise<Check> {
  const text = readUtf8(bytes)?.trim();
  if (text === undefined) return () => plainFinding("damaged", bytes[0] === 0x3c ? "svg" : "unknown");
  if (text.startsWith("<") && /<\/?(\w{1,20}:)?svg/.test(text)) return (await import("./check-picture.ts")).checkSvg;
  const { checkText, withoutCredential } = await import("./check-text.ts");
  // Pages of the web and other XML hold nothing, and that is no damage.
  return text.startsWith("<") ? () => withoutCredential(text) : (_, trusted) => checkText(text, trusted);
}

/** HEIC and AVIF (photos of telephones) begin with a length, and name themselves behind it. */
function isOtherFormat(bytes: Uint8Array): boolean {
  return otherFormats.some((start) => startsWith(bytes, start)) || startsWith(bytes.subarray(4), ascii("ftyp"));
}

/** Readers accept a few bytes before the start of a PDF. */
function isPdf(bytes: Uint8Array): boolean {
  const start = ascii("%PDF-");
  const first = bytes.subarray(0, 1024);
  for (let at = first.indexOf(0x25); at >= 0; at = first.indexOf(0x25, at + 1))
    if (startsWith(bytes.subarray(at), start)) return true;
  return false;
}

function ascii(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}
