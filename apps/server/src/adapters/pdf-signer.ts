import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { PdfSigner } from "../ports.ts";
import { StartError } from "../start-error.ts";

type Files = { certificateFile: string; keyFile: string };

/** Reads the institute's certificate from outside and its key. Refuses what could not sign. */
export function readPdfSigner({ certificateFile, keyFile }: Files, now: Date): PdfSigner {
  const [own, ...others] = readCertificates(certificateFile);
  if (!own)
    throw new StartError(`PDF_CERTIFICATE_FILE: ${certificateFile} has no certificate in it. Give a file in PEM form.`);
  const key = readKey(keyFile);
  if (!isP256(key))
    throw new StartError(`PDF_KEY_FILE: ${keyFile} is not a key on the curve P-256, the only one that works here.`);
  if (!own.checkPrivateKey(key))
    throw new StartError(
      "PDF_KEY_FILE does not belong to the first certificate of PDF_CERTIFICATE_FILE. Put the institute's own certificate first.",
    );
  if (own.validToDate <= now)
    throw new StartError(
      `PDF_CERTIFICATE_FILE: the certificate expired on ${toDay(own.validToDate)}. Renew it, or remove PDF_CERTIFICATE_FILE and PDF_KEY_FILE.`,
    );
  if (own.validFromDate > now)
    throw new StartError(`PDF_CERTIFICATE_FILE: the certificate is valid only from ${toDay(own.validFromDate)}.`);
  const [first, ...rest] = [own, ...others].map(({ raw }) => new Uint8Array(raw));
  if (!first) throw new Error("The certificate is empty.");
  return { key, certificates: [first, ...rest] };
}

const pem = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

function readCertificates(file: string): X509Certificate[] {
  const found = readText(file, "PDF_CERTIFICATE_FILE").match(pem) ?? [];
  return found.map((text) => {
    try {
      return new X509Certificate(text);
    } catch {
      throw new StartError(`PDF_CERTIFICATE_FILE: a certificate in ${file} is damaged.`);
    }
  });
}

function readKey(file: string): KeyObject {
  const text = readText(file, "PDF_KEY_FILE");
  try {
    return createPrivateKey(text);
  } catch {
    throw new StartError(
      `PDF_KEY_FILE: ${file} has no private key that opens without a password. Give one in PEM form.`,
    );
  }
}

function readText(file: string, setting: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new StartError(`${setting} cannot be read: ${(error as Error).message}.`);
  }
}

function isP256(key: KeyObject): boolean {
  return key.asymmetricKeyType === "ec" && key.asymmetricKeyDetails?.namedCurve === "prime256v1";
}

function toDay(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
