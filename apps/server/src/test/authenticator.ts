import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { PasskeyAnswer, PasskeyProof } from "@shoreline/contract";

type Options = { challenge: string };
type Lies = { origin?: string; host?: string; flags?: number; counter?: number; type?: string; format?: string };

const flag = { present: 1, verified: 4, hasKey: 64 };
const unlocked = flag.present | flag.verified;
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest();

/** For tests: a phone that makes a passkey and signs in with it, as WebAuthn defines it. It tells the lies that it is asked for. */
export function newAuthenticator({ origin: ownOrigin = "http://localhost:3000", host: ownHost = "localhost" } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(16);
  const credential = { id: base64(id), rawId: base64(id), type: "public-key" as const };
  let counter = 0;

  const clientData = (type: string, { challenge }: Options, origin = ownOrigin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const dataOf = ({ host = ownHost, flags = unlocked, counter: said = counter }: Lies) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(said);
    return { host: sha256(host), flags, count };
  };

  function create(options: Options, lies: Lies = {}): PasskeyAnswer {
    const { host, flags, count } = dataOf(lies);
    const coordinate = (text: string) => Buffer.from(text, "base64url");
    const key = encode(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinate(x)],
        [-3, coordinate(y)],
      ]),
    );
    const aboutKey = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
    const authData = Buffer.concat([host, Buffer.from([flags | flag.hasKey]), count, aboutKey]);
    const attestation = new Map<string, unknown>([
      ["fmt", lies.format ?? "none"],
      ["attStmt", new Map()],
      ["authData", authData],
    ]);
    const response = {
      clientDataJSON: base64(clientData(lies.type ?? "webauthn.create", options, lies.origin)),
      attestationObject: base64(encode(attestation)),
      transports: ["internal"],
    };
    return { ...credential, response };
  }

  function get(options: Options, lies: Lies & { userHandle?: string } = {}): PasskeyProof {
    counter++;
    const { host, flags, count } = dataOf(lies);
    const authenticatorData = Buffer.concat([host, Buffer.from([flags]), count]);
    const clientDataJSON = clientData(lies.type ?? "webauthn.get", options, lies.origin);
    const signature = sign("sha256", Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey);
    const response = {
      clientDataJSON: base64(clientDataJSON),
      authenticatorData: base64(authenticatorData),
      signature: base64(signature),
      ...(lies.userHandle ? { userHandle: base64(Buffer.from(lies.userHandle)) } : {}),
    };
    return { ...credential, response };
  }

  return { id: credential.id, create, get };
}

/** CBOR (RFC 8949), as far as an authenticator needs it. */
function encode(value: unknown): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === "string") return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(encode)]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  return length < 256
    ? Buffer.from([(major << 5) | 24, length])
    : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
