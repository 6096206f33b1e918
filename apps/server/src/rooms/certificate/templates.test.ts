import { certificateTemplates } from "@shoreline/domain/certificate";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
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

/** A magenta that no template has, on a transparent ground. */
const signature = await sharp({ create: { width: 300, height: 90, channels: 4, background: "#00000000" } })
  .composite([{ input: { create: { width: 200, height: 30, channels: 4, background: "#d0118c" } }, left: 20, top: 30 }])
  .png()
  .toBuffer();

async function inkShare(change: Partial<CertificateInput>): Promise<number> {
  const svg = await pictureCertificate({ ...certificate, ...change });
  const { data, info } = await sharp(svg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let count = 0;
  for (let at = 0; at < data.length; at += 3)
    if (data[at] === 0xd0 && data[at + 1] === 0x11 && data[at + 2] === 0x8c) count++;
  return count / (info.width * info.height);
}

describe.each(certificateTemplates)("the template %s", (template) => {
  test("prints everything as text on one tagged page, whose code opens the certificate", async () => {
    const bytes = await drawCertificate({ ...certificate, template, signature });
    const file = Buffer.from(bytes).toString("latin1");
    expect(file).toContain("/Marked true");
    expect(file).toContain("/Lang (en-IN)");
    expect(file).toContain("/Alt (Signature of Vikram Nair)");
    expect(file).toContain(`/URI (${certificate.url})`);
    expect(file).not.toMatch(/\/BaseFont \/(Helvetica|Times|Courier)/);
    const [page, ...more] = readPages(bytes);
    expect(more).toEqual([]);
    const { studentName, courseCompleted, earnedOn, certificateId, studentId, url } = certificate;
    for (const text of [
      studentName,
      courseCompleted,
      earnedOn,
      certificateId,
      studentId,
      url,
      "120 hours",
      "Vikram Nair",
    ])
      expect(page).toContain(text);
    expect(await readCodeOfPdf(bytes)).toBe(url);
  });

  test.each([1400, 720])("shows a code in the picture of %s pixels that opens the certificate", async (width) => {
    const svg = await pictureCertificate({ ...certificate, template });
    const { data, info } = await sharp(svg).resize(width).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(readCode({ ...info, data })).toBe(certificate.url);
  });

  test("has the pixels of the signature and not its ground", async () => {
    expect(await inkShare({ template })).toBe(0);
    const share = await inkShare({ template, signature });
    expect(share).toBeGreaterThan(0.001);
    expect(share).toBeLessThan(0.02);
  });

  test("prints long and Indian names whole, and a logo", async () => {
    const logo = await sharp({ create: { width: 400, height: 80, channels: 3, background: "#7a1f3d" } })
      .png()
      .toBuffer();
    for (const studentName of [
      "Venkataramanan Balasubramaniam Krishnamoorthy Iyer of Thiruvananthapuram",
      "கௌசல்யா ஸ்ரீநிவாசன்",
      "प्रियंका श्रीवास्तव",
    ]) {
      const input = { ...certificate, template, studentName, letterhead: { mark: null, logo, logoOnDeep: null } };
      const [page = ""] = readPages(await drawCertificate(input));
      expect(page).not.toMatch(/\?|\ufffd|…/);
      for (const letter of new Set(studentName.replace(/[\s\p{M}]/gu, ""))) expect(page).toContain(letter);
    }
  });

  test("is stamped when it is revoked, and the same snapshot gives the same file", async () => {
    const svg = Buffer.from(await pictureCertificate({ ...certificate, template, isRevoked: true })).toString();
    expect(svg).toContain("#b23417");
    const [one, other] = await Promise.all([1, 2].map(() => drawCertificate({ ...certificate, template, signature })));
    expect(Buffer.from(one ?? []).equals(Buffer.from(other ?? []))).toBe(true);
  });
});

test("a certificate from before there was a choice looks like the woven one without a signature", async () => {
  const [old, woven] = await Promise.all([
    pictureCertificate(certificate),
    pictureCertificate({ ...certificate, template: "woven", signature: null }),
  ]);
  expect(Buffer.from(old).equals(Buffer.from(woven))).toBe(true);
});
