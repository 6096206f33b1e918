import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";

/** The name of the next file, or a piece of the text of the current one. */
export type ZipPart = { file: string } | string;

const deflate = promisify<Uint8Array, object, Buffer>(deflateRaw);
// Each piece ends at a byte and is compressed for itself, so that pieces make one stream when they are put together.
const options = { level: 3, finishFlush: constants.Z_SYNC_FLUSH };
/** An empty last block. */
const endOfStream = Buffer.from([3, 0]);
const most = 0xffff_ffff;

type Entry = { name: Buffer; begin: number; crc: number; size: number; packed: number };

/** Files of any length as one ZIP archive, written piece by piece. */
export async function* writeZip(parts: AsyncIterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const entries: Entry[] = [];
  let at = 0;
  const count = (bytes: Buffer) => {
    at += bytes.length;
    if (at > most) throw new Error("A ZIP archive of more than 4 GB needs another format");
    return bytes;
  };
  for await (const part of parts) {
    const entry = entries.at(-1);
    if (typeof part !== "string") {
      if (entry) yield count(endOf(entry));
      const next = { name: Buffer.from(part.file), begin: at, crc: 0, size: 0, packed: 0 };
      entries.push(next);
      yield count(headOf(next));
    } else if (entry) {
      const bytes = Buffer.from(part);
      const packed = await deflate(bytes, options);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      entry.packed += packed.length;
      if (entry.size > most) throw new Error("A file of more than 4 GB needs another format");
      yield count(packed);
    }
  }
  const last = entries.at(-1);
  if (last) yield count(endOf(last));
  const list = Buffer.concat(entries.map(listed));
  yield Buffer.concat([list, endOfArchive({ count: entries.length, size: list.length, begin: at })]);
}

// Version 2.0, sizes after the file, names in UTF-8, deflate, and 1 January 1980: a list has no age.
const common = [20, 0, 0x08, 0x08, 8, 0, 0, 0, 0x21, 0];

function headOf({ name }: Entry): Buffer {
  return Buffer.concat([signed("PK\x03\x04"), Buffer.from(common), numbers(0, 0, 0), shorts(name.length, 0), name]);
}

/** The end of the compressed text, and what was not known before it. */
function endOf(entry: Entry): Buffer {
  entry.packed += endOfStream.length;
  return Buffer.concat([endOfStream, signed("PK\x07\x08"), numbers(entry.crc, entry.packed, entry.size)]);
}

function listed({ name, crc, packed, size, begin }: Entry): Buffer {
  const sizes = numbers(crc, packed, size);
  const rest = [shorts(name.length, 0, 0, 0, 0), numbers(0, begin), name];
  return Buffer.concat([signed("PK\x01\x02"), shorts(20), Buffer.from(common), sizes, ...rest]);
}

function endOfArchive({ count, size, begin }: { count: number; size: number; begin: number }): Buffer {
  return Buffer.concat([signed("PK\x05\x06"), shorts(0, 0, count, count), numbers(size, begin), shorts(0)]);
}

function signed(text: string): Buffer {
  return Buffer.from(text, "latin1");
}

function shorts(...values: number[]): Buffer {
  return Buffer.from(Uint8Array.from(values.flatMap((value) => [value & 255, value >> 8])));
}

function numbers(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, n) => {
    bytes.writeUInt32LE(value, 4 * n);
  });
  return bytes;
}
