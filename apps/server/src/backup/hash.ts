import { createHash } from "node:crypto";
import fs from "node:fs";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";

export type Hashed = { bytes: number; sha256: string };

/** Hashes bytes as they pass, and writes them to a file if one is named. */
export async function hashInto(from: AsyncIterable<Uint8Array>, file?: string): Promise<Hashed> {
  const hash = createHash("sha256");
  let bytes = 0;
  async function* counted(parts: AsyncIterable<Uint8Array>) {
    for await (const part of parts) {
      hash.update(part);
      bytes += part.length;
      yield part;
    }
  }
  // It contains personal data.
  const to = file === undefined ? nowhere() : fs.createWriteStream(file, { mode: 0o600 });
  await pipeline(from, counted, to);
  return { bytes, sha256: hash.digest("hex") };
}

export function hashFile(file: string): Promise<Hashed> {
  return hashInto(fs.createReadStream(file));
}

function nowhere(): Writable {
  return new Writable({ write: (_part, _encoding, done) => done() });
}
