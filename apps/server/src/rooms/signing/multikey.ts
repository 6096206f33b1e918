import { createHash, createPublicKey, ECDH, type KeyObject } from "node:crypto";
import { base58 } from "@scure/base";

const ed25519 = [0xed, 0x01];
const p256 = [0x80, 0x24];

/** z6Mk… for an Ed25519 key, zDn… for one on the curve P-256. */
export function multikeyOf(key: KeyObject): string {
  const { kty, x = "", y = "" } = createPublicJwk(key);
  const bytes = Buffer.from(x, "base64url");
  if (kty === "OKP") return toMultibase(Uint8Array.from([...ed25519, ...bytes]));
  const isOdd = (Buffer.from(y, "base64url").at(-1) ?? 0) & 1;
  return toMultibase(Uint8Array.from([...p256, 2 + isOdd, ...bytes]));
}

/** Null where the text is no key of ours. */
export function readMultikey(multikey: string): KeyObject | null {
  if (!/^z[1-9A-HJ-NP-Za-km-z]{40,60}$/.test(multikey)) return null;
  const [first, second, ...raw] = base58.decode(multikey.slice(1));
  try {
    if (first === ed25519[0] && second === ed25519[1] && raw.length === 32)
      return fromJwk({ kty: "OKP", crv: "Ed25519", x: Buffer.from(raw).toString("base64url") });
    if (first !== p256[0] || second !== p256[1] || raw.length !== 33) return null;
    const point = ECDH.convertKey(Uint8Array.from(raw), "prime256v1", undefined, undefined, "uncompressed") as Buffer;
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
    return fromJwk({ kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" });
  } catch {
    return null;
  }
}

/** SHA-256 of the raw public key: the 32 bytes of Ed25519, the 65 of the uncompressed point of P-256. */
export function fingerprintOf(key: KeyObject): string {
  const { kty, x = "", y = "" } = createPublicJwk(key);
  const parts = [x, y].map((part) => Buffer.from(part, "base64url"));
  return createHash("sha256")
    .update(Buffer.concat(kty === "OKP" ? parts.slice(0, 1) : [Buffer.of(4), ...parts]))
    .digest("hex");
}

type Jwk = { kty?: string; crv?: string; x?: string; y?: string };

/** Only what is public of it, in the order that everybody writes it. */
export function createPublicJwk(key: KeyObject): Jwk {
  const { kty, crv, x, y } = key.export({ format: "jwk" }) as Jwk;
  return { ...(kty && { kty }), ...(crv && { crv }), ...(x && { x }), ...(y && { y }) };
}

export function toMultibase(bytes: Uint8Array): string {
  return `z${base58.encode(bytes)}`;
}

function fromJwk(jwk: Record<string, string>): KeyObject {
  return createPublicKey({ key: jwk, format: "jwk" });
}
