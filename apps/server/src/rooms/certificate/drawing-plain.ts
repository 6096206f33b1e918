import { lookOf } from "../../pdf/look.ts";
import { fitText, setText } from "../../pdf/typeset.ts";
import {
  type CertificateInput,
  codeMarks,
  head,
  lead,
  signatoryMarks,
  signatureMarks,
  sizes,
  small,
  strong,
  verifyLines,
  words,
} from "./drawing-parts.ts";
import { type Mark, sheet } from "./marks.ts";
import { box } from "./ornament.ts";

const left = 104;
const column = 900;

/** White paper, an edge in the institute's colour, and large letters. */
export function composePlain(doc: PDFKit.PDFDocument, certificate: CertificateInput): Mark[] {
  const { colours } = lookOf(doc);
  const fill = (path: string, colour: string): Mark => ({ kind: "shape", path, fill: colour });
  return [
    fill(box({ x: 0, y: 0, ...sheet }), "#ffffff"),
    fill(box({ x: 0, y: 0, width: 28, height: sheet.height }), colours.deep),
    fill(box({ x: 28, y: 0, width: 6, height: sheet.height }), colours.sun),
    ...head(doc, certificate, { x: left, y: 72, width: column }),
    ...statement(doc, certificate),
    fill(box({ x: left, y: 540, width: column, height: 1 }), colours.ink),
    ...facts(doc, certificate),
    ...signing(doc, certificate),
    ...codeMarks(certificate.url, { x: 886, y: 566, size: 124, colour: colours.ink }),
    words(setText(doc, "Scan to verify", small, { width: 130 }), 896, 692, colours.inkSoft),
    ...verifyLines(doc, certificate, { x: left, y: 716, width: 600 }),
  ];
}

function statement(doc: PDFKit.PDFDocument, certificate: CertificateInput): Mark[] {
  const { studentName, courseCompleted, hours, institute, city } = certificate;
  const { colours } = lookOf(doc);
  const line = (text: string) => setText(doc, text, lead, { width: column });
  // Indian scripts need more height than Latin letters.
  const styles = sizes("display", [84, 72, 60, 50, 43, 36, 30, 25, 21], -0.014);
  const tall = styles.map((style) => ({ ...style, leading: style.size * 1.22 }));
  const name = fitText(doc, studentName, tall, { width: column, height: 112 });
  const course = fitText(doc, courseCompleted, sizes("head", [42, 36, 30, 25, 21], -0.008), {
    width: column,
    height: 92,
  });
  const held = fitText(doc, `${hours} hours, held by ${institute} in ${city}.`, [lead, { ...lead, size: 16 }], {
    width: column,
    height: 54,
  });
  return [
    words(line("Certificate of completion"), left, 170, colours.sea),
    words(name, left - 3, 204, colours.ink, "H1"),
    words(line("has completed the live online course"), left, 332, colours.inkSoft),
    words(course, left - 1, 364, colours.ink),
    words(held, left, 364 + course.height + 6, colours.inkSoft),
  ];
}

function facts(doc: PDFKit.PDFDocument, { earnedOn, certificateId, studentId }: CertificateInput): Mark[] {
  const { colours } = lookOf(doc);
  const columns = { "Earned on": earnedOn, "Certificate ID": certificateId, "Student ID": studentId };
  return Object.entries(columns).flatMap(([label, value], n) => {
    const [x, width] = [left + n * 220, 200];
    return [
      words(setText(doc, label, small, { width }), x, 556, colours.inkFaint),
      words(setText(doc, value, strong, { width, maxLines: 1 }), x, 576, colours.ink),
    ];
  });
}

function signing(doc: PDFKit.PDFDocument, certificate: CertificateInput): Mark[] {
  return [
    ...signatureMarks(certificate, { x: left, y: 602, width: 260, height: 48 }),
    ...signatoryMarks(doc, certificate, { x: left, y: 652, width: 600 }),
  ];
}
