import { createHash, createPublicKey, type KeyObject, randomBytes, sign } from "node:crypto";
import { bits, element, integer, objectId, octets, readElements, sequence, setOf, time, utf8, yes } from "./der.ts";

export const ecdsaWithSha256 = sequence(objectId("1.2.840.10045.4.3.2"));

const years = 30;
/** X.520 allows no more for a name. */
const longestName = 64;

type NewCertificate = { key: KeyObject; institute: string; from: Date };

/** A certificate for the key that the institute itself signs: it says whose signature a PDF file has. */
export function makeCertificate({ key, institute, from }: NewCertificate): Uint8Array {
  const until = new Date(from);
  until.setUTCFullYear(from.getUTCFullYear() + years);
  const publicKey = createPublicKey(key);
  const name = nameOf(institute);
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")]);
  const toSign = sequence(
    element(0xa0, integer(2)),
    integer(serial),
    ecdsaWithSha256,
    name,
    sequence(time(from), time(until)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    element(
      0xa3,
      sequence(
        // basicConstraints: not an authority; keyUsage: digitalSignature and nonRepudiation; subjectKeyIdentifier.
        sequence(objectId("2.5.29.19"), yes, octets(sequence())),
        sequence(objectId("2.5.29.15"), yes, octets(bits(Uint8Array.of(0xc0), 6))),
        sequence(objectId("2.5.29.14"), octets(octets(createHash("sha1").update(point).digest()))),
      ),
    ),
  );
  return sequence(toSign, ecdsaWithSha256, bits(sign("sha256", toSign, key)));
}

/** How a signature refers to the certificate: as it is written there, to the byte. */
export function issuerAndSerial(certificate: Uint8Array): Uint8Array {
  const [outer] = readElements(certificate);
  const [inner] = readElements(outer?.body ?? certificate);
  // The version is left out in certificates of version 1.
  const [serial, , issuer] = readElements(inner?.body ?? certificate).filter(({ tag }) => tag !== 0xa0);
  if (serial?.tag !== 0x02 || issuer?.tag !== 0x30) throw new TypeError("This is not an X.509 certificate.");
  return sequence(issuer.whole, serial.whole);
}

function nameOf(institute: string): Uint8Array {
  const ending = " certificates";
  const short = [...institute.toWellFormed()];
  const common = short.slice(0, longestName - ending.length).join("") + ending;
  return sequence(
    setOf(sequence(objectId("2.5.4.10"), utf8(short.slice(0, longestName).join("")))),
    setOf(sequence(objectId("2.5.4.3"), utf8(common))),
  );
}
