import type { Institute } from "@shoreline/contract";
import {
  addLink,
  addPage,
  decorate,
  drawTagged,
  type Element,
  finishDocument,
  group,
  openDocument,
  type Pdf,
  pageCount,
  paper,
} from "../../pdf/document.ts";
import { drawRule } from "../../pdf/figure.ts";
import { type Letterhead, lookOf, printLook } from "../../pdf/look.ts";
import { drawSetting, type Setting, setText } from "../../pdf/typeset.ts";
import { drawContact } from "./syllabus-pdf-contact.ts";
import { drawCover } from "./syllabus-pdf-cover.ts";
import { drawOutcomes, drawTitle, type Part, type SyllabusCourse } from "./syllabus-pdf-parts.ts";
import { drawSections } from "./syllabus-pdf-sections.ts";

// A fixed date, so that the same course always gives the same bytes.
const undated = new Date("2026-01-01T00:00:00Z");

export type SyllabusInput = {
  course: SyllabusCourse;
  institute: Institute;
  /** The picture of the course as SVG, 320 by 240. */
  cover: Uint8Array | null;
  letterhead?: Letterhead;
  publicUrl?: string;
  madeAt?: Date;
};

/** Draws the syllabus of a course as an A4 document: cover, contents, outcomes, sections, contact. */
export async function drawSyllabus({
  course,
  institute,
  cover,
  letterhead,
  publicUrl,
  madeAt = undated,
}: SyllabusInput) {
  const title = `${course.name}: syllabus`;
  const subject = `Syllabus of the course ${course.name}, ${course.durationInHours} hours`;
  const pdf = openDocument({
    title,
    author: institute.name,
    subject,
    madeAt,
    look: printLook(institute.brand, letterhead),
  });
  await drawCover(pdf, { course, institute, cover });
  const contents = reserveContents(pdf, course);
  const parts = [...drawOutcomes(pdf, course), ...drawSections(pdf, course)];
  const contact = drawContact(pdf, { institute, publicUrl });
  fillContents(pdf, contents, [...parts, contact]);
  drawFeet(pdf, course);
  return finishDocument(pdf);
}

const entryStyle = { face: "text", size: 11, leading: 16 } as const;
const numberStyle = { face: "strong", size: 11, leading: 16 } as const;
const entryWidth = 380;
const entryGap = 10.5;
const numberWidth = 32;

type Contents = { list: Element; rowsOfPage: { y: number }[][]; firstPage: number };

/** Measures the rows of the contents and adds their pages, before the page numbers are known. */
function reserveContents(pdf: Pdf, course: SyllabusCourse): Contents {
  const firstPage = pageCount(pdf);
  const sect = group(pdf, pdf.root, "Sect");
  addPage(pdf);
  let y = drawTitle(pdf, sect, { name: "contents", title: "Contents" });
  const rowsOfPage: { y: number }[][] = [[]];
  for (const title of ["outcomes", ...course.syllabus.map((section) => section.title), "contact"]) {
    const height = setEntry(pdf, title).height + entryGap;
    if (y + height > paper.bottom) {
      y = addPage(pdf);
      rowsOfPage.push([]);
    }
    rowsOfPage.at(-1)?.push({ y });
    y += height;
  }
  return { list: group(pdf, sect, "TOC"), rowsOfPage, firstPage };
}

function fillContents(pdf: Pdf, { list, rowsOfPage, firstPage }: Contents, parts: Part[]) {
  const rest = parts[Symbol.iterator]();
  for (const [index, rows] of rowsOfPage.entries()) {
    pdf.doc.switchToPage(firstPage + index);
    for (const { y } of rows) {
      const { value: part } = rest.next();
      if (part) drawEntry(pdf, group(pdf, list, "TOCI"), { part, y });
    }
  }
}

/** A title without any printable character still gets a line for its numbers. */
function setEntry({ doc }: Pdf, title: string): Setting {
  const setting = setText(doc, title, entryStyle, { width: entryWidth, maxLines: 8 });
  return { ...setting, height: Math.max(setting.height, entryStyle.leading) };
}

function drawEntry(pdf: Pdf, item: Element, { part, y }: { part: Part; y: number }) {
  const { doc } = pdf;
  const { colours } = lookOf(doc);
  const title = setEntry(pdf, part.title);
  const width = paper.right - paper.left;
  const says = `${part.number ? `${part.number}. ` : ""}${part.title}, page ${part.page}`;
  decorate(pdf, () =>
    drawRule(doc, { x: paper.left, y: y + title.height + entryGap / 2, width, colour: colours.rule }),
  );
  drawTagged(pdf, item, { type: "Link", actual: says }, (link) => {
    if (part.number) {
      const number = setText(doc, part.number, numberStyle, { width: numberWidth });
      drawSetting(doc, number, { x: paper.left, y, colour: colours.sea });
    }
    drawSetting(doc, title, { x: paper.left + numberWidth, y, colour: colours.ink });
    const page = setText(doc, String(part.page), numberStyle, { width });
    drawSetting(doc, page, { x: 0, y, colour: colours.ink, alignRightTo: paper.right });
    addLink(pdf, link, { to: `#${part.name}`, says, x: paper.left, y, width, height: title.height });
  });
}

const footStyle = { face: "text", size: 8.5, leading: 12 } as const;

/** Draws the foot of every page except the cover. On the last page it is light, as the background is dark. */
function drawFeet(pdf: Pdf, course: SyllabusCourse) {
  const { doc } = pdf;
  const { colours } = lookOf(doc);
  const total = pageCount(pdf);
  const name = setText(doc, `${course.name}, syllabus`, footStyle, { width: 380, maxLines: 1 });
  for (let number = 2; number <= total; number++) {
    doc.switchToPage(number - 1);
    const colour = number === total ? colours.onDeepSoft : colours.inkFaint;
    const count = setText(doc, `${number} of ${total}`, footStyle, { width: 80 });
    const y = 796;
    decorate(
      pdf,
      () => {
        drawSetting(doc, name, { x: paper.left, y, colour });
        drawSetting(doc, count, { x: 0, y, colour, alignRightTo: paper.right });
      },
      "Pagination",
    );
  }
}
