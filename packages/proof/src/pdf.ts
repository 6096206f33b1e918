import { readUtf8 } from "./bytes.ts";
import { compactJwt, isCredential } from "./credential.ts";
import { inflate } from "./inflate.ts";
import { readJson } from "./read-json.ts";

/** The credentials among the attached files. `isBroken`: an attached file could not be read. */
export type Attached = { json: string[]; jwt: string[]; isBroken: boolean };

const mostFiles = 16;
const longestDictionary = 4000;

/** `text` has one character for each byte. Streams are found by their type, since the places that a PDF lists may lie. */
export async function readAttached(bytes: Uint8Array, text: string): Promise<Attached> {
  const attached: Attached = { json: [], jwt: [], isBroken: false };
  let at = -1;
  for (let count = 0; count < mostFiles; count++) {
    at = text.indexOf("/EmbeddedFile", at + 1);
    if (at < 0) break;
    if (/\w/.test(text[at + 13] ?? "")) {
      count--;
      continue;
    }
    const file = await readStream(bytes, text, at);
    if (!file) attached.isBroken = true;
    else addFile(attached, file);
  }
  return attached;
}

/** Files of other kinds may be attached too. */
function addFile(attached: Attached, file: Uint8Array): void {
  const content = readUtf8(file)?.trim();
  if (content === undefined) attached.isBroken ||= file[0] === 0x7b || file[0] === 0x65;
  else if (compactJwt.test(content)) attached.jwt.push(content);
  else if (content.startsWith("{")) {
    const value = readJson(content);
    if (value === undefined) attached.isBroken = true;
    else if (isCredential(value)) attached.json.push(content);
  }
}

async function readStream(bytes: Uint8Array, text: string, at: number): Promise<Uint8Array | null> {
  const from = text.lastIndexOf("obj", at);
  const opening = text.indexOf("stream", at);
  if (from < at - longestDictionary || opening < 0 || opening > at + longestDictionary) return null;
  const dictionary = text.slice(from, opening);
  const lineEnd = /^(\r\n|\n)/.exec(text.slice(opening + 6, opening + 8))?.[0].length;
  if (!lineEnd) return null;
  const start = opening + 6 + lineEnd;
  const content = bytes.subarray(start, endOf(text, start, dictionary));
  const filter = /\/Filter\s*(\[?\s*\/\w{1,40}\s*(\/\w{1,40})?\]?)/.exec(dictionary)?.[1];
  if (!filter) return content;
  // Credentials are not packed in any other way, so other files are left alone.
  return /^(\[\s*)?\/FlateDecode\s*(\]|$|\/\w+$)/.test(filter) ? inflate(content) : new Uint8Array();
}

/** By the length that the dictionary gives, or where that does not fit at the word `endstream`. */
function endOf(text: string, start: number, dictionary: string): number {
  const length = /\/Length\s+(\d{1,9})(?!\s+\d+\s+R)/.exec(dictionary)?.[1];
  const end = start + Number(length ?? -1);
  if (length && /^\s{0,2}endstream/.test(text.slice(end, end + 12))) return end;
  const word = text.indexOf("endstream", start);
  if (word < 0) return text.length;
  return word - (/(\r\n|\n|\r)$/.exec(text.slice(Math.max(start, word - 2), word))?.[0].length ?? 0);
}
