import { createHash } from "node:crypto";
import fs from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import * as tar from "tar";
import { encrypt } from "./encryption.ts";
import type { Manifest } from "./manifest.ts";

type Options = { folder: string; manifest: Manifest; recipient: string | undefined };

export type Packed = {
  file: string;
  bytes: number;
  /** Of the manifest, which holds all other hashes. */
  sha256: string;
};

/** Writes what lies in the folder, and the manifest, to one file in it. */
export async function pack({ folder, manifest, recipient }: Options): Promise<Packed> {
  const text = JSON.stringify(manifest, null, 2);
  const sha256 = createHash("sha256").update(text).digest("hex");
  await writeFile(path.join(folder, "manifest.json"), text);
  await writeFile(path.join(folder, "manifest.sha256"), `${sha256}\n`);
  const parts = ["manifest.json", "tables", ...(manifest.files && manifest.blobEnding === null ? ["files"] : [])];
  const file = path.join(folder, "archive");
  // tar's own gzip and its pieces of 16 MB would keep the server from answering.
  const packed = tar.create({ portable: true, cwd: folder, maxReadSize: 64 * 1024 }, [...parts, "manifest.sha256"]);
  const written = fs.createWriteStream(file, { mode: 0o600 }); // it contains personal data
  const seal = (bytes: AsyncIterable<Uint8Array>) => (recipient ? encrypt(bytes, recipient) : bytes);
  await pipeline(Readable.from(packed), createGzip(), seal, written);
  return { file, bytes: fs.statSync(file).size, sha256 };
}
