import { createHash } from "node:crypto";

/**
 * Beside the archives of one place, every file lies once, under the hash of its content. The ending names the public key: after
 * a change of keys all files are written again, as the old key may be lost.
 */
export function blobName(sha256: string, ending: string): string {
  return `files/${sha256.slice(0, 2)}/${sha256}${ending}`;
}

export function blobEnding(recipient: string | undefined): string {
  return recipient ? `.${createHash("sha256").update(recipient).digest("hex").slice(0, 8)}.age` : "";
}
