import { printLook, setLook } from "../../pdf/look.ts";
import { outlineLine } from "../../pdf/outline.ts";
import { measureText, type Style } from "../../pdf/typeset.ts";
import { composeClassic } from "./drawing-classic.ts";
import type { CertificateInput } from "./drawing-parts.ts";
import { composePlain } from "./drawing-plain.ts";
import { composeWoven } from "./drawing-woven.ts";
import { cream, type Mark, type Shape, sheet } from "./marks.ts";
import { box } from "./ornament.ts";

const templates = { woven: composeWoven, classic: composeClassic, plain: composePlain };

/** All marks of a certificate, from back to front. `doc` measures the words. */
export function composeCertificate(doc: PDFKit.PDFDocument, certificate: CertificateInput): Mark[] {
  setLook(doc, printLook(certificate.brand, certificate.letterhead));
  const compose = templates[certificate.template ?? "woven"];
  return [...compose(doc, certificate), ...stampOf(doc, certificate)];
}

function stampOf(doc: PDFKit.PDFDocument, { isRevoked, isReplaced }: CertificateInput): Mark[] {
  if (!isRevoked) return [];
  // The holder of a replaced one has done nothing wrong.
  return isReplaced
    ? stamp(doc, { text: "REPLACED", colour: "#0b4f8f" })
    : stamp(doc, { text: "REVOKED", colour: "#b23417" });
}

/** Across the whole sheet. */
function stamp(doc: PDFKit.PDFDocument, { text, colour }: { text: string; colour: string }): Mark[] {
  const { width, height } = sheet;
  const style: Style = { face: "display", size: 150, leading: 150, spacing: 4 };
  const half = measureText(doc, text, style) / 2;
  const at: Shape["at"] = [[width / 2, height / 2, -14]];
  const edge = (out: number, lineWidth: number): Shape => {
    const [x, y] = [-half - out, -72 - out];
    const path = box({ x, y, width: -2 * x, height: -2 * y, radius: 12 });
    return { kind: "shape", path, at, stroke: colour, lineWidth };
  };
  const word = outlineLine({ text, style, x: -half, baseline: 50 });
  return [
    { kind: "shape", path: box({ x: 0, y: 0, width, height }), fill: cream, opacity: 0.66 },
    edge(30, 9),
    edge(16, 2.5),
    { kind: "shape", path: word, fill: colour, at },
  ];
}
