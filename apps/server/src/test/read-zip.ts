import { crc32, inflateRawSync } from "node:zlib";

/** The files of a ZIP archive as texts, as its list at the end says; a wrong sum is an error. */
export function readZip(bytes: Uint8Array): Map<string, string> {
  const zip = Buffer.from(bytes);
  const end = zip.lastIndexOf("PK\x05\x06", undefined, "latin1");
  const count = zip.readUInt16LE(end + 10);
  const files = new Map<string, string>();
  for (let n = 0, at = zip.readUInt32LE(end + 16); n < count; n++) {
    const [crc, packed, size] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    const begin = zip.readUInt32LE(at + 42);
    const from = begin + 30 + zip.readUInt16LE(begin + 26) + zip.readUInt16LE(begin + 28);
    const content = inflateRawSync(zip.subarray(from, from + packed));
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is damaged`);
    files.set(name, content.toString());
    at += 46 + nameLength;
  }
  return files;
}
