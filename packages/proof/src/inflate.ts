import { joinBytes } from "./bytes.ts";

/** Far more than any credential: a small stream may unfold to gigabytes. */
const mostBytes = 2_000_000;

/** Null where the stream is broken or unfolds to too much. */
export async function inflate(bytes: Uint8Array): Promise<Uint8Array | null> {
  const stream = new DecompressionStream("deflate");
  const writer = stream.writable.getWriter();
  // The reader below meets the same failure.
  writer.write(bytes as Uint8Array<ArrayBuffer>).catch(() => {});
  writer.close().catch(() => {});
  const reader = stream.readable.getReader();
  const parts: Uint8Array[] = [];
  try {
    for (let sum = 0; ; ) {
      const { done, value } = await reader.read();
      if (done) return joinBytes(...parts);
      sum += value.length;
      if (sum > mostBytes) {
        reader.cancel().catch(() => {});
        return null;
      }
      parts.push(value);
    }
  } catch {
    return null;
  }
}
