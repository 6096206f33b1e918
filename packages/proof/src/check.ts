import { readUtf8, startsWith } from "./bytes.ts";
import { checkPdf } from "./check-pdf.ts";
import { checkPicture } from "./check-picture.ts";
import { checkText, withoutCredential } from "./check-text.ts";
import { differences } from "./facts.ts";
import { plainFinding } from "./finding.ts";
import { pngStart, readPng } from "./png.ts";
import { readSvg } from "./svg.ts";
import type { Change, Finding, TrustedKeys } from "./types.ts";

export const mostBytes = 30_000_000;
/** JPEG, GIF, RIFF (WebP), ZIP (documents): nothing is damaged there, but no certificate of ours is inside. */
const otherFormats = [[0xff, 0xd8, 0xff], ascii("GIF8"), ascii("RIFF"), ascii("PK\x03\x04"), ascii("BM")];

/** What the file alone tells. Never fails on account of the file. */
export async function checkFile(bytes: Uint8Array, trusted: TrustedKeys): Promise<Finding> {
  if (startsWith(bytes, pngStart.slice(0, 4)))
    return checkSized(bytes, "png", () => checkPicture(bytes, readPng(bytes), "png", trusted));
  if (isPdf(bytes)) return checkSized(bytes, "pdf", () => checkPdf(bytes, trusted));
  if (otherFormats.some((start) => startsWith(bytes, start))) return plainFinding("empty", "unknown");
  return checkSized(bytes, "unknown", () => checkReadable(bytes, trusted));
}

/** After a `changed` finding, with the certificate as the institute keeps it: names the fields that differ. */
export async function compareWith(finding: Finding, originalText: string, trusted: TrustedKeys): Promise<Finding> {
  if (finding.kind !== "changed" || !finding.facts) return finding;
  const original = await checkText(originalText, trusted);
  if (original.kind !== "genuine" || !original.facts) return finding;
  const fields = differences(finding.facts, original.facts);
  if (fields.length === 0) return finding;
  const others = finding.changes.filter((change) => !isAboutFields(change));
  return { ...finding, changes: [...fields, ...others] };
}

function isAboutFields(change: Change): boolean {
  return change.part === "credential" || change.part === "field";
}

async function checkReadable(bytes: Uint8Array, trusted: TrustedKeys): Promise<Finding> {
  const text = readUtf8(bytes)?.trim();
  if (text === undefined) return plainFinding("damaged", bytes[0] === 0x3c ? "svg" : "unknown");
  return text.startsWith("<") ? checkMarkup(bytes, text, trusted) : checkText(text, trusted);
}

/** Pages of the web and other XML hold nothing, and that is no damage. */
function checkMarkup(bytes: Uint8Array, text: string, trusted: TrustedKeys): Promise<Finding> | Finding {
  if (!/<\/?(\w{1,20}:)?svg/.test(text)) return withoutCredential(text);
  return checkPicture(bytes, readSvg(bytes), "svg", trusted);
}

async function checkSized(
  bytes: Uint8Array,
  container: Finding["container"],
  check: () => Promise<Finding>,
): Promise<Finding> {
  if (bytes.length > mostBytes) return plainFinding("damaged", container);
  return check();
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
