import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import * as fontkit from "fontkit";

const opened = new Map<string, fontkit.Font>();

/** A font is opened once for all documents. */
export function openFont(file: string): fontkit.Font {
  const font = opened.get(file) ?? rememberLetters(fontkit.create(unpack(readFileSync(file))) as fontkit.Font);
  opened.set(file, font);
  return font;
}

/**
 * fontkit keeps each glyph as it was asked for first, and may have needed it as a part of another, as the dot of a colon: then the
 * glyph stands for no letter, and who copies or listens to a later document gets ₹9,99900 for ₹9,999.00.
 */
function rememberLetters(font: fontkit.Font): fontkit.Font {
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, letters = []) => {
    const glyph = getGlyph(id, letters);
    if (glyph?.codePoints.length === 0 && letters.length > 0) Object.assign(glyph, { codePoints: letters });
    return glyph;
  };
  return font;
}

const woff = { head: 44, entry: 20 };
const plain = { head: 12, entry: 16 };

/**
 * The plain font in a woff file, whose tables are compressed one by one. fontkit can read woff, but unpacks a table again for
 * every letter that it looks up, and that was more than half of the time that a document took.
 */
function unpack(file: Buffer): Buffer {
  const count = file.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, n) => {
    const at = woff.head + n * woff.entry;
    const [from, packed, size, sum] = [4, 8, 12, 16].map((field) => file.readUInt32BE(at + field)) as Four;
    const bytes = file.subarray(from, from + packed);
    return { tag: file.subarray(at, at + 4), sum, bytes: packed < size ? inflateSync(bytes) : bytes };
  });
  const directory = Buffer.alloc(plain.head + count * plain.entry);
  file.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  const parts = [directory];
  let length = directory.length;
  for (const [n, { tag, sum, bytes }] of tables.entries()) {
    const at = plain.head + n * plain.entry;
    tag.copy(directory, at);
    directory.writeUInt32BE(sum, at + 4);
    directory.writeUInt32BE(length, at + 8);
    directory.writeUInt32BE(bytes.length, at + 12);
    // Every table begins at a multiple of four.
    const padded = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
    bytes.copy(padded);
    parts.push(padded);
    length += padded.length;
  }
  return Buffer.concat(parts);
}

type Four = [number, number, number, number];
