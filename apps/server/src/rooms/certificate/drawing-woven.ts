import { lookOf } from "../../pdf/look.ts";
import { fitText, setText } from "../../pdf/typeset.ts";
import { frame } from "./drawing-frame.ts";
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
import { scene, seal } from "./drawing-scene.ts";
import { cream, type Mark } from "./marks.ts";
import { box } from "./ornament.ts";

const left = 128;
const column = 560;

/** A woven border, the institute's picture and its seal. */
export function composeWoven(doc: PDFKit.PDFDocument, certificate: CertificateInput): Mark[] {
  const look = lookOf(doc);
  return [
    ...frame(look),
    ...scene(look),
    ...seal(doc, certificate),
    ...head(doc, certificate, { x: left, y: 114, width: column }),
    ...statement(doc, certificate),
    ...facts(doc, certificate),
    ...signing(doc, certificate),
    ...verification(doc, certificate),
  ];
}

/** Name and course are printed as large as they fit; the lines below move with them. */
function statement(
  doc: PDFKit.PDFDocument,
  { studentName, courseCompleted, hours, institute, city }: CertificateInput,
): Mark[] {
  const { colours } = lookOf(doc);
  const line = (text: string) => setText(doc, text, lead, { width: column });
  // Indian scripts need more height than Latin letters.
  const nameSizes = [78, 68, 58, 50, 43, 38, 34, 30, 25, 21];
  const nameStyles = sizes("display", nameSizes, -0.014).map((style) => ({ ...style, leading: style.size * 1.22 }));
  const name = fitText(doc, studentName, nameStyles, { width: column + 20, height: 98 });
  const course = fitText(doc, courseCompleted, sizes("head", [38, 33, 28, 23, 19], -0.008), {
    width: column,
    height: 84,
  });
  const rule = 342;
  const held = fitText(doc, `${hours} hours, held by ${institute} in ${city}.`, [lead, { ...lead, size: 16 }], {
    width: column,
    height: 56,
  });
  return [
    words(line("Certificate of completion"), left, 204, colours.inkSoft),
    words(name, left - 2, rule - 8 - name.height, colours.ink, "H1"),
    { kind: "shape", path: box({ x: left, y: rule, width: column, height: 1 }), fill: colours.ink },
    words(line("has completed the live online course"), left, 356, colours.inkSoft),
    words(course, left - 1, 386, colours.ink),
    words(held, left, 386 + course.height + 6, colours.inkSoft),
  ];
}

function facts(doc: PDFKit.PDFDocument, { earnedOn, certificateId, studentId }: CertificateInput): Mark[] {
  const { colours } = lookOf(doc);
  const columns: [label: string, value: string][] = [
    ["Earned on", earnedOn],
    ["Certificate ID", certificateId],
    ["Student ID", studentId],
  ];
  return columns.flatMap(([label, value], n) => {
    const [x, width] = [left + n * 172, 160];
    return [
      words(setText(doc, label, small, { width }), x, 506, colours.inkFaint),
      words(setText(doc, value, strong, { width, maxLines: 1 }), x, 526, colours.ink),
    ];
  });
}

function signing(doc: PDFKit.PDFDocument, certificate: CertificateInput): Mark[] {
  return [
    ...signatureMarks(certificate, { x: left, y: 545, width: 240, height: 40 }),
    ...signatoryMarks(doc, certificate, { x: left, y: 585, width: 400, leading: 18 }),
  ];
}

function verification(doc: PDFKit.PDFDocument, certificate: CertificateInput): Mark[] {
  const { colours } = lookOf(doc);
  const [x, y, size] = [868, 520, 118];
  return [
    ...codeMarks(certificate.url, { x, y, size, colour: colours.ink }),
    words(setText(doc, "Scan to verify", small, { width: size }), x + 11, y + size + 8, cream),
    ...verifyLines(doc, certificate, { x: left, y: 648, width: 480 }),
  ];
}
