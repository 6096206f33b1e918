import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";

const deflate = promisify(deflateRaw);
const compressed = new WeakMap<Buffer, Promise<Buffer>>();

const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const lastBlock = Buffer.from([3, 0]);

/** One gzip file from several parts. A part that comes again, such as a style sheet, is compressed only once. */
export async function gzipParts(parts: Buffer[]): Promise<Buffer> {
  const blocks = await Promise.all(parts.map(blockOf));
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(parts.reduce((sum, part) => crc32(part, sum), 0));
  tail.writeUInt32LE(
    parts.reduce((size, part) => size + part.length, 0),
    4,
  );
  return Buffer.concat([head, ...blocks, lastBlock, tail]);
}

function blockOf(part: Buffer): Promise<Buffer> {
  // A flush ends it at a whole byte, so that the next one can follow.
  const block = compressed.get(part) ?? deflate(part, { level: 5, finishFlush: constants.Z_SYNC_FLUSH });
  compressed.set(part, block);
  return block;
}
