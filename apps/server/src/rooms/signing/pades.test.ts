import { execFileSync, spawnSync } from "node:child_process";
import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { finishDocument, openDocument } from "../../pdf/document.ts";
import { testInstitute } from "../../test/institute.ts";
import { readElements } from "./der.ts";
import { readKeys } from "./keys.ts";
import { signPdf } from "./pades.ts";
import { readPdfSigner } from "./pdf-signer.ts";
import { prepareKeys } from "./prepare.ts";
import { distrustKey } from "./rotate.ts";
import { makeCertificate } from "./x509.ts";

const { deps } = await testInstitute();
const folder = mkdtempSync(path.join(tmpdir(), "pades-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = new Date("2026-11-15T06:30:00Z");
const about = { reason: "Certificate OCNST00001", at };

async function draw({ hasLink = true } = {}): Promise<Uint8Array> {
  const pdf = openDocument({ title: "Certificate", author: "Shoreline", subject: "A test", madeAt: at });
  pdf.doc.addPage().text("Kavya Raman");
  if (hasLink) pdf.doc.link(10, 10, 100, 20, "https://shoreline.example/");
  pdf.doc.addPage().text("A second page");
  pdf.doc.file(Buffer.from('{"id":1}'), { name: "credential.json", type: "application/vc+ld+json" });
  return finishDocument(pdf);
}

/** Of Debian; `npm test` installs them where it may. */
const hasTools = ["pdfsig", "qpdf"].every((tool) => spawnSync(tool, ["--version"]).error === undefined);

function run(tool: "pdfsig" | "qpdf", args: string[]): string {
  return execFileSync(tool, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

function store(bytes: Uint8Array): string {
  const file = path.join(folder, "signed.pdf");
  writeFileSync(file, bytes);
  return file;
}

function readSignature(bytes: Uint8Array) {
  const text = Buffer.from(bytes).toString("latin1");
  const [, start = 0, end = 0, length = 0] = (/\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/.exec(text) ?? [])
    .slice(1)
    .map(Number);
  const hex = text.slice(start, end);
  const [outer] = readElements(Buffer.from(hex.slice(1, -1).replace(/(00)+$/, ""), "hex"));
  const [, content] = readElements(outer?.body ?? new Uint8Array());
  const [signed] = readElements(content?.body ?? new Uint8Array());
  const parts = readElements(signed?.body ?? new Uint8Array());
  const certificates = readElements(parts.find(({ tag }) => tag === 0xa0)?.body ?? new Uint8Array());
  return { text, hex, covered: [start, end + length], certificates: certificates.map(({ whole }) => whole) };
}

test.skipIf(!hasTools).each([true, false])(
  "poppler and qpdf find a valid file, all of it signed (links: %s)",
  async (hasLink) => {
    const file = store(await signPdf(deps, await draw({ hasLink }), about));
    const said = run("pdfsig", ["-nocert", file]);
    expect(said).toContain("Signature is Valid.");
    expect(said).toContain("Total document signed");
    expect(said).toContain("ETSI.CAdES.detached");
    expect(said).toContain("SHA-256");
    expect(run("qpdf", ["--check", file])).toContain("No syntax or stream encoding errors found");
  },
);

test.skipIf(!hasTools)("poppler notices a changed byte and appended bytes", async () => {
  const signed = await signPdf(deps, await draw(), about);
  const changed = Uint8Array.from(signed);
  const place = Buffer.from(signed).indexOf("stream") + 20;
  changed[place] = (changed[place] ?? 0) ^ 1;
  expect(run("pdfsig", ["-nocert", store(changed)])).toContain("Digest Mismatch");
  const longer = store(Buffer.concat([signed, Buffer.from("\n99 0 obj\n<<>>\nendobj\n")]));
  expect(run("pdfsig", ["-nocert", longer])).not.toContain("Total document signed");
});

test("the signature covers all bytes but itself, and the bytes before stay as they were", async () => {
  const pdf = await draw();
  const signed = await signPdf(deps, pdf, about);
  expect(Buffer.from(signed.subarray(0, pdf.length)).equals(Buffer.from(pdf))).toBe(true);
  const { covered, hex, text } = readSignature(signed);
  expect(hex).toMatch(/^<[0-9a-f]+>$/);
  expect(covered[1]).toBe(signed.length);
  expect(text).toContain("/SigFlags 3");
  expect(text).toContain("/M (D:20261115063000Z)");
  expect(text).toContain("/Reason (Certificate OCNST00001)");
  expect(text).not.toContain("*".repeat(10));
  // The signing time stands in the file alone.
  expect(hex).not.toContain("2a864886f70d010905");
});

test("names and reasons in any letters are text of PDF", async () => {
  const written = async (reason: string) => readSignature(await signPdf(deps, await draw(), { reason, at })).text;
  expect(await written("அ (1)")).toContain("/Reason <feff0b850020002800310029>");
  expect(await written("a (1) \\")).toContain("/Reason (a \\(1\\) \\\\)");
});

test("our own certificate names the institute, is valid for thirty years and vouches for nobody", async () => {
  const { p256 } = await readKeys(deps);
  const [own] = readSignature(await signPdf(deps, await draw(), about)).certificates;
  const certificate = new X509Certificate(own ?? "");
  expect(Buffer.from(certificate.raw).equals(Buffer.from(p256.certificate ?? []))).toBe(true);
  expect(certificate.subject).toMatch(/^O=(.+)\nCN=\1 certificates$/);
  expect(certificate.ca).toBe(false);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.checkPrivateKey(p256.key)).toBe(true);
  expect(certificate.validToDate.getUTCFullYear() - certificate.validFromDate.getUTCFullYear()).toBe(30);
});

test("a long name in any letters fits into a certificate", () => {
  const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const made = new X509Certificate(makeCertificate({ key, institute: "கடல் 🌊".repeat(30), from: at }));
  expect(made.verify(made.publicKey)).toBe(true);
});

test("with a certificate from outside the whole chain is in the file", async () => {
  const keys = [1, 2].map(() => generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey);
  const [first, second] = keys.map((key) => makeCertificate({ key, institute: "Outside", from: at }));
  if (!keys[0] || !first || !second) throw new Error("No certificates were made.");
  const pdfSigner = { key: keys[0], certificates: [first, second] as [Uint8Array, Uint8Array] };
  const signed = await signPdf({ ...deps, pdfSigner }, await draw(), about);
  expect(readSignature(signed).certificates.map((one) => Buffer.from(one))).toEqual([first, second].map(Buffer.from));
  if (hasTools) expect(run("pdfsig", ["-nocert", store(signed)])).toContain("Signature is Valid.");
});

test("a distrusted key from outside, or one whose certificate has ended, signs no more without a restart", async () => {
  const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const pdfSigner = { key, certificates: [makeCertificate({ key, institute: "Outside", from: at })] as [Uint8Array] };
  const outside = { ...deps, pdfSigner };
  await prepareKeys(outside);
  const { multikey } = await readPdfSigner(outside);
  const { p256 } = await readKeys(deps);
  expect(multikey).not.toBe(p256.multikey);
  const later = { ...outside, clock: { now: () => new Date("2056-12-01") } };
  expect((await readPdfSigner(later)).multikey).toBe(p256.multikey);
  await distrustKey(outside, { multikey, from: at });
  expect((await readPdfSigner(outside)).multikey).toBe(p256.multikey);
});

test("a file that we did not write, or one that is signed already, is refused", async () => {
  await expect(signPdf(deps, Buffer.from("%PDF-1.7\nhello"), about)).rejects.toThrow("was not written by us");
  const signed = await signPdf(deps, await draw(), about);
  await expect(signPdf(deps, signed, about)).rejects.toThrow();
});
