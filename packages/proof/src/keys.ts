import { readHex } from "./bytes.ts";
import { type RawKey, readMultikey } from "./multikey.ts";
import type { TrustedKey, TrustedKeys } from "./types.ts";

/** The trusted key of one of these kinds with this name. */
export function findKey(trusted: TrustedKeys, multikey: string, kinds: TrustedKey["kind"][]): TrustedKey | null {
  return trusted.keys.find((key) => key.multikey === multikey && kinds.includes(key.kind)) ?? null;
}

/** Ed25519, or ECDSA with SHA-256 and the 64 bytes of r and s. */
export async function isSignedBy(multikey: string, signature: Uint8Array, signed: Uint8Array): Promise<boolean> {
  const key = await importOnce(multikey);
  if (!key || signature.length !== 64) return false;
  return crypto.subtle.verify(
    key.algorithm.name === "ECDSA" ? { name: "ECDSA", hash: "SHA-256" } : key.algorithm.name,
    key,
    signature as Uint8Array<ArrayBuffer>,
    signed as Uint8Array<ArrayBuffer>,
  );
}

/** Old browsers know no Ed25519, and pages without encryption have no WebCrypto at all. Ask before `checkFile`. */
export async function canCheck(): Promise<boolean> {
  if (!globalThis.crypto?.subtle) return false;
  return crypto.subtle.importKey("raw", sampleKey as Uint8Array<ArrayBuffer>, "Ed25519", true, ["verify"]).then(
    () => true,
    () => false,
  );
}

/** Whether a key signs in good standing at a moment that the signed thing names itself. */
export function standingOf(key: TrustedKey, signedAt: string | null): "good" | "before" | "distrusted" {
  if (!key.distrustedFrom) return "good";
  const isBefore = signedAt !== null && Date.parse(signedAt) < Date.parse(key.distrustedFrom);
  return isBefore ? "before" : "distrusted";
}

/** The public key of the first test of RFC 8032. */
const sampleKey = readHex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");

/** Named after its maker: the types of browsers and of Node call it differently. */
type ImportedKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Only trusted keys are imported, so there are few. */
const imported = new Map<string, Promise<ImportedKey | null>>();

function importOnce(multikey: string): Promise<ImportedKey | null> {
  const known = imported.get(multikey);
  if (known) return known;
  const fresh = importKey(readMultikey(multikey));
  imported.set(multikey, fresh);
  fresh.catch(() => imported.delete(multikey));
  return fresh;
}

async function importKey(key: RawKey | null): Promise<ImportedKey | null> {
  if (!key) return null;
  const algorithm = key.kind === "p256" ? { name: "ECDSA", namedCurve: "P-256" } : "Ed25519";
  return crypto.subtle.importKey("raw", key.raw as Uint8Array<ArrayBuffer>, algorithm, true, ["verify"]);
}
