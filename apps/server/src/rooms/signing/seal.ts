import { createHash, sign } from "node:crypto";
import { type KeyDeps, readKeys } from "./keys.ts";

/** The seal of a picture. The bytes are those of the file without its seal. */
export async function signSeal(deps: KeyDeps, bytesToSeal: Uint8Array): Promise<string> {
  const { ed25519 } = await readKeys(deps);
  const hash = createHash("sha256").update(bytesToSeal).digest();
  const signature = sign(null, Buffer.concat([Buffer.from("shoreline picture v1\n"), hash]), ed25519.key);
  return `v1.${ed25519.multikey}.${signature.toString("base64url")}`;
}
