import { createHash, sign } from "node:crypto";
import type { PdfSigner } from "../../ports.ts";
import { element, integer, objectId, octets, sequence, setOf } from "./der.ts";
import { ecdsaWithSha256, issuerAndSerial } from "./x509.ts";

const data = objectId("1.2.840.113549.1.7.1");
const signedData = objectId("1.2.840.113549.1.7.2");
const contentType = objectId("1.2.840.113549.1.9.3");
const messageDigest = objectId("1.2.840.113549.1.9.4");
const signingCertificateV2 = objectId("1.2.840.113549.1.9.16.2.47");
const sha256 = sequence(objectId("2.16.840.1.101.3.4.2.1"));

/** A detached CAdES signature. The time stands in the PDF file, so it is not repeated here. */
export function makeCms(bytes: Uint8Array, { key, certificates }: PdfSigner): Uint8Array {
  const [own] = certificates;
  const attributes = setOf(
    sequence(contentType, setOf(data)),
    sequence(messageDigest, setOf(octets(digest(bytes)))),
    sequence(signingCertificateV2, setOf(sequence(sequence(sequence(octets(digest(own))))))),
  );
  const signer = sequence(
    integer(1),
    issuerAndSerial(own),
    sha256,
    // Signed as a set, but carried under another tag.
    Uint8Array.of(0xa0, ...attributes.subarray(1)),
    ecdsaWithSha256,
    octets(sign("sha256", attributes, key)),
  );
  return sequence(
    signedData,
    element(0xa0, sequence(integer(1), setOf(sha256), sequence(data), element(0xa0, ...certificates), setOf(signer))),
  );
}

/** More than the signature can take. */
export function roomForCms({ certificates }: PdfSigner): number {
  return certificates.reduce((sum, certificate) => sum + certificate.length, 1024);
}

function digest(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes).digest();
}
