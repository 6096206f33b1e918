import { lookOf } from "../../pdf/look.ts";
import { fitText, measureText, type Setting, setText } from "../../pdf/typeset.ts";
import {
  type CertificateInput,
  codeMarks,
  head,
  lead,
  nameStyles,
  signatoryMarks,
  signatureMarks,
  sizes,
  small,
  strong,
  verifyLines,
  words,
} from "./drawing-parts.ts";
import { cream, type Mark, type Shape, sheet, type Words } from "./marks.ts";
import { box, circle, rosette } from "./ornament.ts";

const middle = sheet.width / 2;
const column = 760;

/** A double frame, and everything in the middle. */
export function composeClassic(doc: PDFKit.PDFDocument, certificate: CertificateInput): Mark[] {
  const { colours } = lookOf(doc);
  const { url } = certificate;
  const scan = setText(doc, "Scan to verify", small, { width: 140 });
  return [
    ...doubleFrame(doc),
    ...head(doc, certificate, headPlace(doc, certificate)),
    ...statement(doc, certificate),
    ...signing(doc, certificate),
    ...facts(doc, certificate),
    ...codeMarks(url, { x: 866, y: 540, size: 120, colour: colours.ink }),
    centred(scan, { x: 926, y: 662, colour: colours.inkSoft }),
    ...verifyLines(doc, certificate, { x: middle, y: 698, width: 520, isCentred: true }),
  ];
}

type Place = { x?: number; y: number; colour: string; type?: Words["type"] };

function centred(setting: Setting, { x = middle, y, colour, type = "P" }: Place): Words {
  return { ...words(setting, x, y, colour, type), isCentred: true };
}

const ring = rosette({ count: 16, out: 9, rx: 9, ry: 6 });

function doubleFrame(doc: PDFKit.PDFDocument): Shape[] {
  const { colours } = lookOf(doc);
  const edge = (inset: number, stroke: string, lineWidth: number): Shape => {
    const [width, height] = [sheet.width - 2 * inset, sheet.height - 2 * inset];
    return { kind: "shape", path: box({ x: inset, y: inset, width, height }), stroke, lineWidth };
  };
  const at = [46, sheet.width - 46].flatMap((x) => [46, sheet.height - 46].map((y): [number, number] => [x, y]));
  return [
    { kind: "shape", path: box({ x: 0, y: 0, ...sheet }), fill: cream },
    edge(30, colours.sea, 6),
    edge(46, colours.sun, 1.5),
    { kind: "shape", path: circle(24), fill: cream, at },
    { kind: "shape", path: circle(22), stroke: colours.sea, lineWidth: 1.5, at },
    { kind: "shape", path: ring, stroke: colours.sea, lineWidth: 0.8, at },
  ];
}

/** The logo, or icon and name, in the middle of the sheet. */
function headPlace(doc: PDFKit.PDFDocument, { institute }: CertificateInput) {
  const { logo } = lookOf(doc);
  if (logo) {
    const width = logoWidth(logo);
    return { x: middle - width / 2, y: 78, width };
  }
  const name = fitText(doc, institute, nameStyles, { width: column - 58, height: 44 });
  const width = 58 + Math.max(...name.lines.map((line) => measureText(doc, line, name.style)));
  return { x: middle - width / 2, y: 78, width: width + 1 };
}

/** As wide as it is drawn: at most 400 wide and 60 high. A PNG begins with its size. */
function logoWidth(png: Uint8Array): number {
  const bytes = Buffer.from(png);
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return Math.min(400, (60 * width) / height);
}

function statement(doc: PDFKit.PDFDocument, certificate: CertificateInput): Mark[] {
  const { studentName, courseCompleted, hours, institute, city } = certificate;
  const { colours } = lookOf(doc);
  const line = (text: string) => setText(doc, text, lead, { width: column });
  const title = fitText(doc, "Certificate of completion", sizes("display", [44]), { width: column, height: 60 });
  // Indian scripts need more height than Latin letters.
  const styles = sizes("display", [66, 58, 50, 43, 38, 34, 30, 25, 21], -0.014);
  const tall = styles.map((style) => ({ ...style, leading: style.size * 1.22 }));
  const name = fitText(doc, studentName, tall, { width: column, height: 92 });
  const course = fitText(doc, courseCompleted, sizes("head", [34, 30, 26, 22, 19], -0.008), {
    width: column,
    height: 76,
  });
  const held = fitText(doc, `${hours} hours, held by ${institute} in ${city}.`, [lead, { ...lead, size: 16 }], {
    width: column,
    height: 54,
  });
  const rule = 358;
  return [
    centred(title, { y: 154, colour: colours.sea }),
    centred(line("This certifies that"), { y: 222, colour: colours.inkSoft }),
    centred(name, { y: rule - 8 - name.height, colour: colours.ink, type: "H1" }),
    { kind: "shape", path: box({ x: middle - 230, y: rule, width: 460, height: 1 }), fill: colours.ink },
    centred(line("has completed the live online course"), { y: 370, colour: colours.inkSoft }),
    centred(course, { y: 402, colour: colours.ink }),
    centred(held, { y: 402 + course.height + 4, colour: colours.inkSoft }),
  ];
}

function signing(doc: PDFKit.PDFDocument, certificate: CertificateInput): Mark[] {
  const { colours } = lookOf(doc);
  const [x, width] = [104, 250];
  return [
    ...signatureMarks(certificate, { x, y: 556, width, height: 56 }),
    { kind: "shape", path: box({ x, y: 618, width, height: 1 }), fill: colours.ink },
    ...signatoryMarks(doc, certificate, { x, y: 626, width, leading: 21 }),
  ];
}

function facts(doc: PDFKit.PDFDocument, { earnedOn, certificateId, studentId }: CertificateInput): Mark[] {
  const { colours } = lookOf(doc);
  const rows = { "Earned on": earnedOn, "Certificate ID": certificateId, "Student ID": studentId };
  return Object.entries(rows).flatMap(([label, value], n) => {
    const y = 548 + n * 46;
    return [
      centred(setText(doc, label, small, { width: 300 }), { y, colour: colours.inkFaint }),
      centred(setText(doc, value, strong, { width: 300, maxLines: 1 }), { y: y + 20, colour: colours.ink }),
    ];
  });
}
