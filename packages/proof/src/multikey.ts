import { base58, hex, joinBytes, readBase58, sha256 } from "./bytes.ts";

/** `raw`: 32 bytes of Ed25519, or the 65 bytes of an uncompressed P-256 point. */
export type RawKey = { kind: "ed25519" | "p256"; raw: Uint8Array };

const prefixes = { ed25519: [0xed, 0x01], p256: [0x80, 0x24] } as const;

/** z6Mk… or zDn…. A P-256 point may also come compressed. */
export function multikeyOf({ kind, raw }: RawKey): string {
  const body = kind === "p256" ? compress(raw) : raw;
  return `z${base58(joinBytes(Uint8Array.from(prefixes[kind]), body))}`;
}

export function readMultikey(text: string): RawKey | null {
  const bytes = text.startsWith("z") ? readBase58(text.slice(1)) : null;
  if (!bytes) return null;
  const [first, second] = bytes;
  const body = bytes.slice(2);
  if (first === 0xed && second === 0x01) return body.length === 32 ? { kind: "ed25519", raw: body } : null;
  if (first !== 0x80 || second !== 0x24) return null;
  const raw = decompress(body);
  return raw && { kind: "p256", raw };
}

/** What people compare: SHA-256 of the raw key in hex. */
export async function fingerprintOf(raw: Uint8Array): Promise<string> {
  return hex(await sha256(raw));
}

function compress(raw: Uint8Array): Uint8Array {
  if (raw.length === 33) return raw;
  if (raw.length !== 65 || raw[0] !== 4) throw new TypeError("Not a point of P-256");
  return joinBytes(Uint8Array.of(2 + ((raw[64] as number) & 1)), raw.subarray(1, 33));
}

const p = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/** WebCrypto takes no compressed points: y is a root of x³ − 3x + b. */
function decompress(body: Uint8Array): Uint8Array | null {
  const sign = body[0];
  if (body.length !== 33 || (sign !== 2 && sign !== 3)) return null;
  const x = BigInt(`0x${hex(body.subarray(1))}`);
  if (x >= p) return null;
  const square = ((((x * x - 3n) * x + b) % p) + p) % p;
  const root = power(square, (p + 1n) / 4n);
  if ((root * root) % p !== square) return null;
  const y = (root & 1n) === BigInt(sign & 1) ? root : p - root;
  const written = y.toString(16).padStart(64, "0");
  const tail = Uint8Array.from({ length: 32 }, (_, at) => Number.parseInt(written.slice(2 * at, 2 * at + 2), 16));
  return joinBytes(Uint8Array.of(4), body.subarray(1), tail);
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let [square, rest] = [base, exponent]; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % p;
    square = (square * square) % p;
  }
  return result;
}
