import { areSame, hex } from "./bytes.ts";
import { childrenOf, contentOf, type Der, readDer, wholeOf } from "./der.ts";

/** The parts of a CMS signature that a check needs. */
export type Cms = {
  /** What was signed: the attributes as a SET. */
  signedAttributes: Uint8Array;
  messageDigest: Uint8Array;
  /** SHA-256 of the certificate, as the signed attributes name it. */
  certificateHash: Uint8Array | null;
  certificate: Uint8Array;
  /** The 65 bytes of the certificate's P-256 point, or null where its key is of another kind. */
  point: Uint8Array | null;
  /** The 64 bytes of r and s, or null where the signature is of another kind. */
  signature: Uint8Array | null;
};

// The contents of object identifiers in hex.
const signedData = "2a864886f70d010702";
const plainData = "2a864886f70d010701";
const contentType = "2a864886f70d010903";
const messageDigest = "2a864886f70d010904";
const signingCertificateV2 = "2a864886f70d010910022f";
const sha256Id = "608648016503040201";
const p256Key = ["2a8648ce3d0201", "2a8648ce3d030107"];

/** Null where it is not one signature by one signer over data outside. */
export function readCms(bytes: Uint8Array): Cms | null {
  const inside = (der: Der | null | undefined) => childrenOf(bytes, der);
  const idOf = (der: Der | undefined) => (der?.tag === 6 ? hex(contentOf(bytes, der)) : "");
  const [type, wrapped] = inside(readDer(bytes)) ?? [];
  if (idOf(type) !== signedData) return null;
  const content = inside(inside(wrapped)?.[0]) ?? [];
  const outside = inside(content[2]) ?? [];
  if (outside.length !== 1 || idOf(outside[0]) !== plainData) return null;
  const certificates = inside(content.find(({ tag }) => tag === 0xa0));
  const signers = inside(content.at(-1));
  if (!certificates || signers?.length !== 1) return null;
  const [, sid, digest, attributes, , value] = inside(signers[0]) ?? [];
  if (!sid || !attributes || attributes.tag !== 0xa0 || value?.tag !== 4) return null;
  if (idOf(inside(digest)?.[0]) !== sha256Id) return null;

  const named = new Map<string, Der>();
  for (const attribute of inside(attributes) ?? []) {
    const [name, values] = inside(attribute) ?? [];
    const list = inside(values);
    if (!name || list?.length !== 1 || named.has(idOf(name))) return null;
    named.set(idOf(name), list[0] as Der);
  }
  const digestValue = named.get(messageDigest);
  if (digestValue?.tag !== 4 || idOf(named.get(contentType)) !== plainData) return null;

  const certificate = certificates.find((one) => isOfSigner(bytes, one, sid));
  if (!certificate) return null;
  const signedAttributes = wholeOf(bytes, attributes).slice();
  // Carried as [0], signed as SET (RFC 5652, 5.4).
  signedAttributes[0] = 0x31;
  return {
    signedAttributes,
    messageDigest: contentOf(bytes, digestValue),
    certificateHash: certificateHashOf(bytes, named.get(signingCertificateV2)),
    certificate: wholeOf(bytes, certificate),
    point: pointOf(bytes, certificate),
    signature: readEcdsa(contentOf(bytes, value)),
  };
}

/** version, serial number, algorithm, issuer, validity, subject, public key. */
function fieldsOf(bytes: Uint8Array, certificate: Der): Der[] {
  const fields = childrenOf(bytes, childrenOf(bytes, certificate)?.[0]) ?? [];
  return fields[0]?.tag === 0xa0 ? fields : [];
}

function isOfSigner(bytes: Uint8Array, certificate: Der, sid: Der): boolean {
  const [, serial, , issuer] = fieldsOf(bytes, certificate);
  const [issuerOfSigner, serialOfSigner] = childrenOf(bytes, sid) ?? [];
  if (!serial || !issuer || !issuerOfSigner || !serialOfSigner) return false;
  const isSame = (one: Der, other: Der) => areSame(wholeOf(bytes, one), wholeOf(bytes, other));
  return isSame(serial, serialOfSigner) && isSame(issuer, issuerOfSigner);
}

function pointOf(bytes: Uint8Array, certificate: Der): Uint8Array | null {
  const [algorithm, key] = childrenOf(bytes, fieldsOf(bytes, certificate)[6]) ?? [];
  const ids = (childrenOf(bytes, algorithm) ?? []).map((id) => hex(contentOf(bytes, id)));
  if (!key || ids.length !== 2 || ids.some((id, at) => id !== p256Key[at])) return null;
  // A BIT STRING begins with the number of unused bits.
  const [unused, ...point] = contentOf(bytes, key);
  return unused === 0 && point.length === 65 && point[0] === 4 ? Uint8Array.from(point) : null;
}

/** SEQUENCE of SEQUENCE of ESSCertIDv2; SHA-256 is the default and then not written. */
function certificateHashOf(bytes: Uint8Array, value: Der | undefined): Uint8Array | null {
  const id = childrenOf(bytes, childrenOf(bytes, childrenOf(bytes, value)?.[0])?.[0]);
  const hash = id?.find(({ tag }) => tag === 4);
  return hash ? contentOf(bytes, hash) : null;
}

function readEcdsa(value: Uint8Array): Uint8Array | null {
  const numbers = childrenOf(value, readDer(value));
  if (numbers?.length !== 2) return null;
  const raw = new Uint8Array(64);
  for (const [at, number] of numbers.entries()) {
    const digits = contentOf(value, number);
    const start = digits.findIndex((byte) => byte !== 0);
    const rest = start < 0 ? digits.subarray(digits.length) : digits.subarray(start);
    if (number.tag !== 2 || rest.length > 32) return null;
    raw.set(rest, 32 * (at + 1) - rest.length);
  }
  return raw;
}
