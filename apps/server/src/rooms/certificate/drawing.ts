import qrcode from "qrcode";
import { type Letterhead, lookOf, type PrintedBrand, printLook, setLook } from "../../pdf/look.ts";
import { outlineLine } from "../../pdf/outline.ts";
import { fitText, measureText, type Setting, type Style, setText } from "../../pdf/typeset.ts";
import { frame } from "./drawing-frame.ts";
import { scene, seal } from "./drawing-scene.ts";
import { cream, type Mark, type Shape, sheet, type Words } from "./marks.ts";
import { box } from "./ornament.ts";

/** Everything that is printed. `earnedOn` is a formatted date; `url` is the page of the certificate. */
export type CertificateInput = {
  certificateId: string;
  studentName: string;
  studentId: string;
  courseCompleted: string;
  hours: number;
  institute: string;
  city: string;
  signatory: { name: string; designation: string } | null;
  earnedOn: string;
  earnedAt: string;
  url: string;
  isRevoked: boolean;
  /** Older certificates have none. */
  brand?: PrintedBrand;
  letterhead?: Letterhead;
};

const left = 128;
const column = 560;

/** All marks of a certificate, from back to front. `doc` measures the words. */
export function composeCertificate(doc: PDFKit.PDFDocument, certificate: CertificateInput): Mark[] {
  const look = printLook(certificate.brand, certificate.letterhead);
  setLook(doc, look);
  return [
    ...frame(look),
    ...scene(look),
    ...seal(doc, certificate),
    ...head(doc, certificate),
    ...statement(doc, certificate),
    ...facts(doc, certificate),
    ...signing(doc, certificate),
    ...verification(doc, certificate),
    ...(certificate.isRevoked ? revocation(doc) : []),
  ];
}

const sizes = (face: Style["face"], list: number[], spacing = 0): Style[] =>
  list.map((size) => ({ face, size, leading: size * 1.12, spacing: spacing * size }));
const small: Style = { face: "text", size: 15, leading: 21 };
const strong: Style = { face: "strong", size: 15, leading: 21 };
const lead: Style = { face: "text", size: 19, leading: 26 };

function words(setting: Setting, x: number, y: number, colour: string, type: Words["type"] = "P"): Words {
  return { kind: "words", type, setting, x, y, colour };
}

function head(doc: PDFKit.PDFDocument, { institute }: CertificateInput): Mark[] {
  const { colours, mark, logo } = lookOf(doc);
  if (logo) return [{ kind: "picture", png: logo, x: left, y: 114, width: 400, height: 60, alt: institute }];
  const name = fitText(doc, institute, sizes("head", [25, 21, 17], -0.01), { width: column - 58, height: 44 });
  const bar = (x: number, y: number, width: number, fill: string): Shape => ({
    kind: "shape",
    path: box({ x, y, width, height: 3.4, radius: 1.7 }),
    fill,
  });
  const title = words(name, 186, 144 - name.height / 2, colours.ink);
  if (mark) return [{ kind: "picture", png: mark, x: left, y: 122, width: 44, height: 44 }, title];
  return [
    { kind: "shape", path: box({ x: left, y: 122, width: 44, height: 44, radius: 7 }), fill: colours.deep },
    { kind: "shape", path: "M137 144C137 136.8 142.8 131 150 131C157.2 131 163 136.8 163 144Z", fill: colours.sun },
    bar(137, 147.2, 26, cream),
    bar(142, 152.7, 16, colours.coral),
    bar(142, 158.2, 8, cream),
    title,
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
    ["Awarded on", earnedOn],
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

function signing(doc: PDFKit.PDFDocument, { signatory, institute }: CertificateInput): Mark[] {
  const { colours } = lookOf(doc);
  const name = signatory?.name ?? institute;
  const below = signatory ? `${signatory.designation}. Issued electronically` : "Issued electronically";
  return [
    words(setText(doc, name, strong, { width: 400, maxLines: 1 }), left, 606, colours.ink),
    words(setText(doc, below, small, { width: 400, maxLines: 1 }), left, 628, colours.inkSoft),
  ];
}

const tiny: Style = { face: "text", size: 12, leading: 17 };

function verification(doc: PDFKit.PDFDocument, { url }: CertificateInput): Mark[] {
  const { colours } = lookOf(doc);
  const [x, y, size] = [868, 520, 118];
  const quiet = 10;
  const address = fitText(doc, `Verify at ${url}`, [tiny, { ...tiny, size: 10 }, { ...tiny, size: 8.5, leading: 11 }], {
    width: 480,
    height: 34,
  });
  return [
    { kind: "shape", path: box({ x, y, width: size, height: size, radius: 4 }), fill: cream },
    {
      kind: "code",
      path: codePath(url, size - 2 * quiet),
      fill: colours.ink,
      x: x + quiet,
      y: y + quiet,
      size: size - 2 * quiet,
      url,
    },
    words(setText(doc, "Scan to verify", small, { width: size }), x + 11, y + size + 8, cream),
    words(address, left, 666, colours.inkFaint),
  ];
}

/** The dark squares of the QR code. Adjacent squares of a row become one box. */
function codePath(url: string, size: number): string {
  const { modules } = qrcode.create(url, { errorCorrectionLevel: "M" });
  const unit = size / modules.size;
  const paths: string[] = [];
  for (let row = 0; row < modules.size; row++)
    for (let from = 0; from < modules.size; from++) {
      let to = from;
      while (to < modules.size && modules.get(row, to)) to++;
      if (to > from) paths.push(box({ x: from * unit, y: row * unit, width: (to - from) * unit, height: unit }));
      from = Math.max(from, to - 1);
    }
  return paths.join("");
}

/** A stamp across the whole sheet. */
function revocation(doc: PDFKit.PDFDocument): Mark[] {
  const { width, height } = sheet;
  const style: Style = { face: "display", size: 150, leading: 150, spacing: 4 };
  const half = measureText(doc, "REVOKED", style) / 2;
  const red = "#b23417";
  const at: Shape["at"] = [[width / 2, height / 2, -14]];
  const edge = (out: number, lineWidth: number): Shape => {
    const [x, y] = [-half - out, -72 - out];
    const path = box({ x, y, width: -2 * x, height: -2 * y, radius: 12 });
    return { kind: "shape", path, at, stroke: red, lineWidth };
  };
  const word = outlineLine({ text: "REVOKED", style, x: -half, baseline: 50 });
  return [
    { kind: "shape", path: box({ x: 0, y: 0, width, height }), fill: cream, opacity: 0.66 },
    edge(30, 9),
    edge(16, 2.5),
    { kind: "shape", path: word, fill: red, at },
  ];
}
