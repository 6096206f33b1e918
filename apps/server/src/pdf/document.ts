import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { fontFile } from "./fonts.ts";
import { drawSetting, type Setting, type TurnPage } from "./typeset.ts";

/** A4 in points; `left` to `right` and `top` to `bottom` is where text stands. */
export const paper = { width: 595.28, height: 841.89, left: 62, right: 533, top: 72, bottom: 768 };

export type Element = PDFKit.PDFStructureElement;
export type Pdf = { doc: PDFKit.PDFDocument; root: Element };

type About = { title: string; author: string; subject: string; madeAt: Date };

/** A tagged A4 document without a page; everything a screen reader should find hangs below `root`. */
export function openDocument({ title, author, subject, madeAt }: About): Pdf {
  const doc = new PDFDocument({
    info: { Title: title, Author: author, Subject: subject, Creator: author, CreationDate: madeAt, ModDate: madeAt },
    size: "A4",
    margin: 0,
    pdfVersion: "1.7",
    lang: "en-IN",
    displayTitle: true,
    tagged: true,
    bufferPages: true,
    autoFirstPage: false,
    font: fontFile("text"),
  });
  escapeMetadata(doc);
  const root = doc.struct("Document");
  doc.addStructure(root);
  return { doc, root };
}

export async function finishDocument({ doc, root }: Pdf): Promise<Uint8Array> {
  root.end();
  doc.end();
  return new Uint8Array(await buffer(doc));
}

/** Opens a group (a section, a list) below the parent. */
export function group({ doc }: Pdf, parent: Element, type: string): Element {
  const element = doc.struct(type);
  parent.add(element);
  return element;
}

type Content = { type: string; alt?: string; actual?: string };

/** Draws what a reader should be told, as a paragraph "P", a heading "H1", a "Figure"… */
export function tell({ doc }: Pdf, parent: Element, { type, ...options }: Content, draw: (element: Element) => void) {
  const element: Element = doc.struct(type, options, () => draw(element));
  parent.add(element);
}

type Words = { type: string; x: number; y: number; colour: string; turnPage?: TurnPage };

/** One text, told as one element; where it could not be printed as written, the reader still gets what was written. */
export function tellText(pdf: Pdf, parent: Element, setting: Setting, { type, ...place }: Words): number {
  let { y } = place;
  const actual = setting.isFaithful ? {} : { actual: setting.text };
  tell(pdf, parent, { type, ...actual }, () => {
    y = drawSetting(pdf.doc, setting, place);
  });
  return y;
}

/** Draws what only decorates: rules, shapes, page numbers. */
export function decorate({ doc }: Pdf, draw: () => void, type: "Layout" | "Pagination" = "Layout") {
  doc.markContent("Artifact", { type });
  draw();
  doc.endMarkedContent();
}

type Link = { to: string; says: string; x: number; y: number; width: number; height: number };

/** To be called while the element, a "Link", is drawn. `to` is an address, or "#" and the name of a destination. */
export function addLink({ doc }: Pdf, element: Element, { to, says, x, y, width, height }: Link) {
  // Strings in pdfkit's dictionaries are names unless boxed; its types do not know.
  const options = { structParent: element, Contents: new String(says) } as object;
  if (to.startsWith("#")) doc.goTo(x, y, width, height, to.slice(1), options);
  else doc.link(x, y, width, height, to, options);
}

/** A place that links and the list of bookmarks lead to. */
export function addDestination({ doc }: Pdf, { name, title, y }: { name: string; title: string; y: number }) {
  doc.addNamedDestination(name, "XYZ", 0, y, null);
  // pdfkit takes `left` off the width of the page.
  const place = { expanded: false, fit: false, top: y, left: doc.page.width };
  doc.outline.addItem(title, place);
}

export function addPage({ doc }: Pdf): number {
  doc.addPage();
  return paper.top;
}

/** Lets a text run over to a new page when the next line would stand too low. */
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

/** pdfkit puts the title into XML as it is; by then the plain copy has been written. */
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
