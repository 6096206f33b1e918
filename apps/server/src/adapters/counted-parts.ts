import type { Readable } from "node:stream";

/** The parts of a stream, which fails at its end unless it had exactly so many bytes. */
export async function* countedParts(stream: Readable, bytes: number): AsyncGenerator<Uint8Array> {
  let passed = 0;
  for await (const part of stream) {
    passed += (part as Uint8Array).length;
    if (passed > bytes) break;
    yield part as Uint8Array;
  }
  if (passed !== bytes) throw new Error(`A file of ${bytes} bytes came with ${passed > bytes ? "more" : passed}.`);
}
