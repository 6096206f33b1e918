import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { banner } from "./banner.ts";
import { type Config, readConfig } from "./config.ts";
import type { PdfSigner } from "./ports.ts";
import { makeCertificate } from "./rooms/signing/x509.ts";

const now = new Date("2026-11-15T06:30:00Z");
const config = readConfig({ env: {}, envFile: "/nowhere/.env" });
const shown = (change: Partial<Config>, pdfSigner: PdfSigner | null = null, at = now) =>
  banner({ ...config, ...change }, { greetings: [], pdfSigner, now: at });

test("a public start without KEY_SECRET says that the keys of certificates are not encrypted", () => {
  const line = "the keys of certificates are not encrypted in the database (KEY_SECRET)";
  const open = { publicUrl: "https://academy.example" };
  expect(shown(open)).toContain(line);
  expect(shown({ ...open, keySecret: "a secret of more than thirty-two characters" })).not.toContain(line);
  expect(shown({})).not.toContain(line);
});

test("the end of the certificate for PDF files is announced thirty days before", () => {
  const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  // Valid for thirty years.
  const certificate = makeCertificate({ key, institute: "Shoreline", from: new Date("1996-12-10T00:00:00Z") });
  const signer = { key, certificates: [certificate] as [Uint8Array] };
  const line = "the certificate of PDF files ends on 2026-12-10";
  expect(shown({}, signer)).toContain(line);
  expect(shown({}, signer, new Date("2026-11-01T00:00:00Z"))).not.toContain(line);
  expect(shown({}, signer, new Date("2026-12-11T00:00:00Z"))).toContain("ended on 2026-12-10");
});
