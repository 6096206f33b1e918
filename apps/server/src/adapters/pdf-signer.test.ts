import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeCertificate } from "../rooms/signing/x509.ts";
import { readPdfSigner } from "./pdf-signer.ts";

const folder = mkdtempSync(path.join(tmpdir(), "pdf-signer-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const now = new Date("2026-11-15T06:30:00Z");
const newKey = () => generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
const key = newKey();

function store(name: string, text: string): string {
  writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
}

function pemOf(of: KeyObject, from = new Date("2026-01-01")): string {
  const der = makeCertificate({ key: of, institute: "Shoreline", from });
  return `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----\n`;
}

const textOf = (of: KeyObject) => of.export({ type: "pkcs8", format: "pem" }).toString();

test("a certificate with its chain and its key are read", () => {
  const certificateFile = store("chain.pem", pemOf(key) + pemOf(newKey()));
  const signer = readPdfSigner({ certificateFile, keyFile: store("key.pem", textOf(key)) }, now);
  expect(signer.certificates).toHaveLength(2);
  expect(signer.key.equals(key)).toBe(true);
});

const p384 = generateKeyPairSync("ec", { namedCurve: "P-384" }).privateKey;

test.each([
  { certificate: null, private: textOf(key), says: "PDF_CERTIFICATE_FILE cannot be read" },
  { certificate: pemOf(key), private: null, says: "PDF_KEY_FILE cannot be read" },
  { certificate: "nothing", private: textOf(key), says: "has no certificate in it" },
  { certificate: pemOf(key).replace("MII", "AAA"), private: textOf(key), says: "is damaged" },
  { certificate: pemOf(key), private: "nothing", says: "has no private key" },
  { certificate: pemOf(key), private: textOf(p384), says: "not a key on the curve P-256" },
  { certificate: pemOf(key), private: textOf(newKey()), says: "does not belong to the first certificate" },
  { certificate: pemOf(key, new Date("1990-01-01")), private: textOf(key), says: "expired on 2020-01-01" },
  { certificate: pemOf(key, new Date("2030-01-01")), private: textOf(key), says: "valid only from 2030-01-01" },
])("what could not sign is refused: $says", ({ certificate, private: secret, says }) => {
  const certificateFile = certificate === null ? `${folder}/none.pem` : store("certificate.pem", certificate);
  const keyFile = secret === null ? `${folder}/none.pem` : store("own-key.pem", secret);
  expect(() => readPdfSigner({ certificateFile, keyFile }, now)).toThrow(says);
});
