import { joinBytes, readHex, sha256, utf8 } from "../bytes.ts";
import { type SampleKey, signBytes } from "./sample-institute.ts";

export async function makeCms(signed: Uint8Array, key: SampleKey): Promise<Uint8Array> {
  const certificate = await makeCertificate(key);
  const attribute = (id: string, value: Uint8Array) => sequence(oid(id), tlv(0x31, value));
  const attributes = joinBytes(
    attribute("2a864886f70d010903", oid("2a864886f70d010701")),
    attribute("2a864886f70d010904", tlv(4, await sha256(signed))),
    attribute("2a864886f70d010910022f", sequence(sequence(sequence(tlv(4, await sha256(certificate)))))),
  );
  const signature = ecdsaDer(await signBytes(key, tlv(0x31, attributes)));
  const signer = sequence(
    number(1),
    sequence(name, serial),
    sequence(oid("608648016503040201")),
    tlv(0xa0, attributes),
    ecdsa,
    tlv(4, signature),
  );
  const content = sequence(
    number(1),
    tlv(0x31, sequence(oid("608648016503040201"))),
    sequence(oid("2a864886f70d010701")),
    tlv(0xa0, certificate),
    tlv(0x31, signer),
  );
  return sequence(oid("2a864886f70d010702"), tlv(0xa0, content));
}

async function makeCertificate(key: SampleKey): Promise<Uint8Array> {
  const publicKey = sequence(
    sequence(oid("2a8648ce3d0201"), oid("2a8648ce3d030107")),
    tlv(3, joinBytes(Uint8Array.of(0), key.raw)),
  );
  const validity = sequence(tlv(0x17, utf8("260101000000Z")), tlv(0x17, utf8("490101000000Z")));
  const body = sequence(tlv(0xa0, number(2)), serial, ecdsa, name, validity, name, publicKey);
  const signature = ecdsaDer(await signBytes(key, body));
  return sequence(body, ecdsa, tlv(3, joinBytes(Uint8Array.of(0), signature)));
}

function tlv(tag: number, ...parts: Uint8Array[]): Uint8Array {
  const content = joinBytes(...parts);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return joinBytes(Uint8Array.of(tag, ...length), content);
}

function sequence(...parts: Uint8Array[]): Uint8Array {
  return tlv(0x30, ...parts);
}

function oid(contentInHex: string): Uint8Array {
  return tlv(6, readHex(contentInHex) as Uint8Array);
}

function number(value: number): Uint8Array {
  return tlv(2, Uint8Array.of(value));
}

const serial = tlv(2, Uint8Array.of(0x4a, 1, 2, 3));
const ecdsa = sequence(oid("2a8648ce3d040302"));
const name = sequence(tlv(0x31, sequence(oid("55040a"), tlv(0x0c, utf8("Shoreline Academy")))));

function ecdsaDer(raw: Uint8Array): Uint8Array {
  const integer = (part: Uint8Array) => {
    const digits = part.subarray(part.findIndex((byte) => byte !== 0));
    return tlv(2, (digits[0] as number) & 128 ? joinBytes(Uint8Array.of(0), digits) : digits);
  };
  return sequence(integer(raw.subarray(0, 32)), integer(raw.subarray(32)));
}
