import sharp from "sharp";
import { expect, test } from "vitest";
import { readCode, readCodeOfPdf } from "../../test/read-code.ts";
import { readPages } from "../../test/read-pdf.ts";
import { drawCertificate } from "./certificate-pdf.ts";
import { pictureCertificate } from "./certificate-picture.ts";
import type { CertificateInput } from "./drawing-parts.ts";

const certificate: CertificateInput = {
  certificateId: "OCNST00412",
  studentName: "Kavya Raman",
  studentId: "SA-2026-4F09C2",
  courseCompleted: "Python Full Stack",
  hours: 120,
  institute: "Shoreline Academy",
  city: "Pondicherry",
  signatory: { name: "Vikram Nair", designation: "Head of academics" },
  earnedOn: "15 November 2026",
  earnedAt: "2026-11-15T06:30:00Z",
  url: "https://shoreline.example/view/e_certificate/OCNST00412",
  isRevoked: false,
};

const textOf = async (change: Partial<CertificateInput> = {}) =>
  readPages(await drawCertificate({ ...certificate, ...change })).map((page) => page.replaceAll("\n", " "));

test("a certificate is one landscape A4 page with name, course, date and the address to verify it", async () => {
  const bytes = await drawCertificate(certificate);
  const file = Buffer.from(bytes).toString("latin1");
  const [page, ...more] = readPages(bytes);
  expect(more).toEqual([]);
  expect(file).toContain("/MediaBox [0 0 841.89 595.28]");
  for (const text of [
    "Kavya Raman",
    "Python Full Stack",
    "120 hours",
    "15 November 2026",
    "OCNST00412",
    "SA-2026-4F09C2",
    "Vikram Nair",
    certificate.url,
  ])
    expect(page).toContain(text);
});

test("the PDF is tagged, names its language, embeds its fonts and is small enough for a mail", async () => {
  const bytes = await drawCertificate(certificate);
  const file = Buffer.from(bytes).toString("latin1");
  expect(file).toContain("/Marked true");
  expect(file).toContain("/Lang (en-IN)");
  expect(file).toMatch(/\/FontFile[23] /);
  expect(file).not.toMatch(/\/BaseFont \/(Helvetica|Times|Courier)/);
  expect(file).toContain(`/URI (${certificate.url})`);
  expect(bytes.byteLength).toBeLessThan(150_000);
});

test("the same snapshot gives the same file", async () => {
  const [one, other] = [await drawCertificate(certificate), await drawCertificate(certificate)];
  expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
});

test.each([
  ["Tamil letters", "கௌசல்யா ஸ்ரீநிவாசன்"],
  ["Devanagari letters", "प्रियंका श्रीवास्तव"],
  ["accents", "Łucja Ñandú"],
  ["many words", "Venkataramanan Balasubramaniam Krishnamoorthy Iyer of Thiruvananthapuram"],
])("a name with %s is printed whole", async (_, studentName) => {
  const [page = ""] = await textOf({ studentName });
  expect(page).not.toMatch(/\?|\ufffd|…/);
  for (const letter of new Set(studentName.replace(/[\s\p{M}]/gu, ""))) expect(page).toContain(letter);
});

test("long texts stay on the page, and special characters do not break the SVG", async () => {
  const odd = { courseCompleted: `<&">'${"Very long ".repeat(20)}`, institute: "A&B <Academy>", signatory: null };
  const svg = Buffer.from(await pictureCertificate({ ...certificate, ...odd })).toString();
  expect(svg).not.toContain("Academy");
  expect((await sharp(Buffer.from(svg)).metadata()).width).toBe(1120);
  expect(await textOf(odd)).toHaveLength(1);
});

test("the QR code on the printed page opens the certificate", async () => {
  expect(await readCodeOfPdf(await drawCertificate(certificate))).toBe(certificate.url);
});

test.each([1400, 720])("the QR code in the picture of %s pixels opens the certificate", async (width) => {
  const svg = await pictureCertificate(certificate);
  const { data, info } = await sharp(svg).resize(width).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  expect(readCode({ ...info, data })).toBe(certificate.url);
});

/** The share of pixels with the red of the stamp. */
async function redShare(stamped: Partial<CertificateInput>): Promise<number> {
  const svg = await pictureCertificate({ ...certificate, ...stamped });
  const { data, info } = await sharp(svg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += 3) if (data[at] === 0xb2 && data[at + 1] === 0x34) count++;
  return count / (info.width * info.height);
}

test("a revoked certificate is stamped across the sheet, and one that was replaced is not stamped in red", async () => {
  expect(await redShare({})).toBe(0);
  expect(await redShare({ isRevoked: true })).toBeGreaterThan(0.04);
  expect(await redShare({ isRevoked: true, isReplaced: true })).toBe(0);
});

test("a certificate carries the colours and the icon of its institute, and no sea that it does not have", async () => {
  const mark = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#7a1f3d" } })
    .png()
    .toBuffer();
  const brand = { colours: { main: "#7a1f3d", accent: "#e8b04a" }, icon: null, scene: "none" as const };
  const picture = Buffer.from(
    await pictureCertificate({ ...certificate, brand, letterhead: { mark, logo: null, logoOnDeep: null } }),
  ).toString();
  expect(picture).toContain("#7a1f3d");
  expect(picture).toContain("data:image/png;base64,");
  expect(picture).not.toMatch(/#(0b4f8f|0a3357|f6b73c|e65a3c|6fa9d6)/);
  expect(
    readPages(await drawCertificate({ ...certificate, brand, letterhead: { mark, logo: null, logoOnDeep: null } }))[0],
  ).toContain("Kavya Raman");
});

test("a certificate carries the logo of its institute, named for screen readers", async () => {
  const logo = await sharp({ create: { width: 40, height: 8, channels: 3, background: "#7a1f3d" } })
    .png()
    .toBuffer();
  const letterhead = { mark: null, logo, logoOnDeep: null };
  const picture = Buffer.from(await pictureCertificate({ ...certificate, letterhead })).toString();
  expect(picture).toContain(logo.toString("base64"));
  const file = Buffer.from(await drawCertificate({ ...certificate, letterhead })).toString("latin1");
  expect(file).toMatch(/\/Width 40\s+\/Height 8/);
  expect(file).toContain("/Alt (Shoreline Academy)");
});

test("a certificate from before there were brands looks as it did", async () => {
  const brand = {
    colours: { main: "#0b4f8f", accent: "#f6b73c" },
    icon: "/pictures/icon.svg",
    scene: "coast" as const,
  };
  const [old, ours] = await Promise.all([
    pictureCertificate(certificate),
    pictureCertificate({ ...certificate, brand }),
  ]);
  expect(Buffer.from(old).equals(Buffer.from(ours))).toBe(true);
});
