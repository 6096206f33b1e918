import {
  addLink,
  decorate,
  drawTagged,
  drawTaggedText,
  type Element,
  finishDocument,
  group,
  openDocument,
  type Pdf,
} from "../../pdf/document.ts";
import { drawLogo } from "../../pdf/figure.ts";
import { composeCertificate } from "./drawing.ts";
import type { CertificateInput } from "./drawing-parts.ts";
import { type Mark, type Shape, sheet } from "./marks.ts";

/** Draws the certificate on a landscape A4 page. Every word is text; everything else is decoration. */
export async function drawCertificate(certificate: CertificateInput): Promise<Uint8Array> {
  const { certificateId, studentName, courseCompleted, institute, earnedAt } = certificate;
  const pdf = openDocument({
    title: `Certificate ${certificateId}: ${studentName}`,
    author: institute,
    subject: `Certificate of completion: ${courseCompleted}`,
    madeAt: new Date(earnedAt),
  });
  const { doc } = pdf;
  doc.addPage({ size: "A4", layout: "landscape", margin: 0 });
  const sect = group(pdf, pdf.root, "Sect");
  doc.save().scale(doc.page.width / sheet.width, doc.page.height / sheet.height);
  for (const mark of composeCertificate(doc, certificate)) drawMark(pdf, sect, mark);
  doc.restore();
  attachProof(doc, certificate);
  return finishDocument(pdf);
}

/** The credential twice: with its proofs inside, and as a JWT, from which a check learns what was changed in the other. */
function attachProof(doc: PDFKit.PDFDocument, { credential, jwt, earnedAt }: CertificateInput) {
  const dates = { creationDate: new Date(earnedAt), modifiedDate: new Date(earnedAt) };
  const attach = (text: string, file: { name: string; type: string; description: string }) =>
    // Its types do not know the relationship, which makes it an associated file.
    doc.file(Buffer.from(text), { ...file, ...dates, relationship: "Data" } as object);
  if (credential)
    attach(credential, {
      name: "credential.json",
      type: "application/vc+ld+json",
      description: "Open Badges 3.0 credential",
    });
  if (jwt)
    attach(jwt, { name: "credential.jwt", type: "application/vc+jwt", description: "The same credential as JWT" });
}

function drawMark(pdf: Pdf, sect: Element, mark: Mark) {
  const { doc } = pdf;
  if (mark.kind === "shape") return decorate(pdf, () => drawShape(doc, mark));
  if (mark.kind === "words") {
    const { setting, type, x, y, colour, isCentred = false } = mark;
    return void drawTaggedText(pdf, sect, setting, { type, x, y, colour, isCentred });
  }
  if (mark.kind === "picture") {
    const draw = () => drawLogo(doc, mark.png, mark);
    return mark.alt ? drawTagged(pdf, sect, { type: "Figure", alt: mark.alt }, draw) : decorate(pdf, draw);
  }
  const { path, x, y, size, url } = mark;
  const says = `QR code that opens ${url}`;
  drawTagged(pdf, sect, { type: "Link", alt: says }, (link) => {
    drawShape(doc, { kind: "shape", path, fill: mark.fill, at: [[x, y]] });
    addLink(pdf, link, { to: url, says, x, y, width: size, height: size });
  });
}

function drawShape(doc: PDFKit.PDFDocument, { path, fill, stroke, lineWidth = 1, opacity = 1, at = [[0, 0]] }: Shape) {
  for (const [x, y, degrees = 0] of at) {
    doc.save().translate(x, y).rotate(degrees).opacity(opacity).path(path);
    if (fill) doc.fill(fill);
    else doc.lineWidth(lineWidth).stroke(stroke ?? "#000000");
    doc.restore();
  }
}
