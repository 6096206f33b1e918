import { buffer } from "node:stream/consumers";
import { blankDocument } from "./fonts.ts";
import { type Look, setLook } from "./look.ts";
import { drawSetting, type Setting, type TurnPage } from "./typeset.ts";

/** A4 in points; text goes from `left` to `right` and from `top` to `bottom`. */
export const paper = { width: 595.28, height: 841.89, left: 62, right: 533, top: 72, bottom: 768 };

export type Element = PDFKit.PDFStructureElement;
export type Pdf = { doc: PDFKit.PDFDocument; root: Element };

type About = { title: string; author: string; subject: string; madeAt: Date; look?: Look };

/** Opens a tagged A4 document without pages. Everything that a screen reader should read goes below `root`. */
export function openDocument({ title, author, subject, madeAt, look }: About): Pdf {
  const doc = blankDocument({
    info: { Title: title, Author: author, Subject: subject, Creator: author, CreationDate: madeAt, ModDate: madeAt },
    size: "A4",
    margin: 0,
    pdfVersion: "1.7",
    lang: "en-IN",
    displayTitle: true,
    tagged: true,
    bufferPages: true,
  });
  escapeMetadata(doc);
  if (look) setLook(doc, look);
  const root = doc.struct("Document");
  doc.addStructure(root);
  return { doc, root };
}

export async function finishDocument({ doc, root }: Pdf): Promise<Uint8Array> {
  root.end();
  doc.end();
  return new Uint8Array(await buffer(doc));
}

/** Adds a group (a section, a list) below the parent. */
export function group({ doc }: Pdf, parent: Element, type: string): Element {
  const element = doc.struct(type);
  parent.add(element);
  return element;
}

type Content = { type: string; alt?: string; actual?: string };

/** Draws content for screen readers, tagged as a paragraph "P", a heading "H1", a "Figure"… */
export function drawTagged(
  { doc }: Pdf,
  parent: Element,
  { type, ...options }: Content,
  draw: (element: Element) => void,
) {
  const element: Element = doc.struct(type, options, () => draw(element));
  parent.add(element);
}

type Words = { type: string; x: number; y: number; colour: string; isCentred?: boolean; turnPage?: TurnPage };

/** Draws one text as one tagged element. If it cannot be printed exactly, screen readers still get the original. */
export function drawTaggedText(pdf: Pdf, parent: Element, setting: Setting, { type, ...place }: Words): number {
  let { y } = place;
  const actual = setting.isFaithful ? {} : { actual: setting.text };
  drawTagged(pdf, parent, { type, ...actual }, () => {
    y = drawSetting(pdf.doc, setting, place);
  });
  return y;
}

/** Draws decoration that screen readers skip: rules, shapes, page numbers. */
export function decorate({ doc }: Pdf, draw: () => void, type: "Layout" | "Pagination" = "Layout") {
  doc.markContent("Artifact", { type });
  draw();
  doc.endMarkedContent();
}

type Link = { to: string; says: string; x: number; y: number; width: number; height: number };

/** Call this while drawing the element, a "Link". `to` is an address, or "#" and the name of a destination. */
export function addLink({ doc }: Pdf, element: Element, { to, says, x, y, width, height }: Link) {
  // pdfkit writes plain strings as PDF names and boxed ones as text; its types do not say so.
  const options = { structParent: element, Contents: new String(says) } as object;
  if (to.startsWith("#")) doc.goTo(x, y, width, height, to.slice(1), options);
  else doc.link(x, y, width, height, to, options);
}

/** Adds a target for links, and a bookmark for it. */
export function addDestination({ doc }: Pdf, { name, title, y }: { name: string; title: string; y: number }) {
  doc.addNamedDestination(name, "XYZ", 0, y, null);
  // pdfkit subtracts `left` from the width of the page.
  const place = { expanded: false, fit: false, top: y, left: doc.page.width };
  doc.outline.addItem(title, place);
}

export function addPage({ doc }: Pdf): number {
  doc.addPage();
  return paper.top;
}

/** Continues a text on a new page when the next line does not fit. */
export function turnPageOf({ doc }: Pdf): TurnPage {
  return (y, leading) => {
    if (y + leading <= paper.bottom) return y;
    doc.continueOnNewPage();
    return paper.top;
  };
}

export function pageCount({ doc }: Pdf): number {
  return doc.bufferedPageRange().count;
}

/** pdfkit writes the title into XML without escaping it. By then the plain copy has been written. */
function escapeMetadata(doc: PDFKit.PDFDocument) {
  const endMetadata = doc.endMetadata.bind(doc);
  doc.endMetadata = () => {
    for (const key of ["Title", "Author", "Subject", "Creator"] as const)
      doc.info[key] = escapeXml(doc.info[key] ?? "");
    endMetadata();
  };
}

function escapeXml(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\ufffe\uffff]/gu, " ")
    .replace(/[&<>]/g, (character) => names[character] ?? "");
}
