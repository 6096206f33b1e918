import { constants, crc32, deflateRawSync } from "node:zlib";

const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const lastBlock = Buffer.from([3, 0]);
/** To set up the compression of so little costs more than it saves. */
const tiny = 300;

/** Null for a part that came once. One that came again is compressed well, and its block is kept. */
const blocks = new WeakMap<Buffer, Buffer | null>();

/**
 * One gzip file from several parts. A part that comes again, such as a style sheet, is compressed well, and only once; what a page
 * has of its own is compressed quickly. Not in a thread: to hand a page over takes half as long as to compress it.
 */
export function gzipParts(parts: Buffer[]): Buffer {
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(parts.reduce((sum, part) => crc32(part, sum), 0));
  tail.writeUInt32LE(
    parts.reduce((size, part) => size + part.length, 0),
    4,
  );
  return Buffer.concat([head, ...parts.flatMap(blockOf), lastBlock, tail]);
}

function blockOf(part: Buffer): Buffer | Buffer[] {
  if (part.length < tiny) return [storedHead(part.length), part];
  const known = blocks.get(part);
  if (known) return known;
  const comesAgain = known === null;
  const block = deflate(part, comesAgain ? 9 : 3);
  blocks.set(part, comesAgain ? block : null);
  return block;
}

/** A flush ends it at a whole byte, so that the next one can follow. */
const deflate = (part: Buffer, level: number) => deflateRawSync(part, { level, finishFlush: constants.Z_SYNC_FLUSH });

/** Of a block that is not compressed: its length, and that with all bits turned (RFC 1951, 3.2.4). */
function storedHead(length: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt16LE(length, 1);
  bytes.writeUInt16LE(length ^ 0xffff, 3);
  return bytes;
}
