import {
  addDestination,
  addPage,
  decorate,
  drawTagged,
  drawTaggedText,
  type Element,
  group,
  type Pdf,
  pageCount,
  paper,
  turnPageOf,
} from "../../pdf/document.ts";
import { bar, drawRule } from "../../pdf/figure.ts";
import { lookOf } from "../../pdf/look.ts";
import { drawSetting, measureText, setText } from "../../pdf/typeset.ts";

export type SyllabusCourse = {
  name: string;
  description: string;
  durationInHours: number;
  outcomes: string[];
  syllabus: { title: string; topics: string[] }[];
};

/** An entry of the contents: `name` is the link target, `page` counts from 1. */
export type Part = { name: string; title: string; number?: string; page: number };

export const fullWidth = paper.right - paper.left;
/** The colour of the bar before a list item. */
export function barColour({ doc }: Pdf, index: number): string {
  const { colours } = lookOf(doc);
  return [colours.coral, colours.sea, colours.sun][index % 3] ?? colours.sea;
}

/** Draws a title at the top of the current page. Returns the y below it. */
export function drawTitle(pdf: Pdf, sect: Element, { name, title }: { name: string; title: string }): number {
  const { doc } = pdf;
  const { colours } = lookOf(doc);
  const style = { face: "display", size: 34, leading: 37, spacing: -0.7 } as const;
  const setting = setText(doc, title, style, { width: fullWidth, isBalanced: true });
  decorate(pdf, () => drawRule(doc, { x: paper.left, y: paper.top - 16, width: fullWidth, colour: colours.ink }));
  addDestination(pdf, { name, title, y: paper.top - 16 });
  return drawTaggedText(pdf, sect, setting, { type: "H1", x: paper.left, y: paper.top, colour: colours.ink }) + 26;
}

export function drawOutcomes(pdf: Pdf, course: SyllabusCourse): Part[] {
  const { doc } = pdf;
  const { colours } = lookOf(doc);
  const title = "What you will be able to do";
  const sect = group(pdf, pdf.root, "Sect");
  addPage(pdf);
  const page = pageCount(pdf);
  let y = drawTitle(pdf, sect, { name: "outcomes", title });
  const turnPage = turnPageOf(pdf);
  const lead = setText(
    doc,
    course.description,
    { face: "text", size: 14, leading: 22 },
    { width: 430, isBalanced: true },
  );
  y = drawTaggedText(pdf, sect, lead, { type: "P", x: paper.left, y, colour: colours.inkSoft, turnPage }) + 30;
  y = drawFacts(pdf, sect, { course, y }) + 34;
  const list = group(pdf, sect, "L");
  for (const [index, outcome] of course.outcomes.entries()) {
    const setting = setText(
      doc,
      outcome,
      { face: "text", size: 13, leading: 20 },
      { width: fullWidth - 44, isBalanced: true },
    );
    if (!setting.lines.length) continue;
    if (y + setting.height > paper.bottom) y = addPage(pdf);
    const colour = barColour(pdf, index);
    decorate(pdf, () => bar(doc, { x: paper.left, y: y + 7.5, width: 24, height: 5, colour }));
    const item = group(pdf, list, "LI");
    y =
      drawTaggedText(pdf, item, setting, { type: "LBody", x: paper.left + 44, y, colour: colours.ink, turnPage }) + 14;
  }
  return [{ name: "outcomes", title, page }];
}

/** Draws the numbers of hours, sections and topics in large figures. */
function drawFacts(pdf: Pdf, sect: Element, { course, y: top }: { course: SyllabusCourse; y: number }): number {
  const { doc } = pdf;
  const { colours } = lookOf(doc);
  const topics = course.syllabus.reduce((sum, section) => sum + section.topics.length, 0);
  const facts = [
    countOf(course.durationInHours, "hour"),
    countOf(course.syllabus.length, "section"),
    countOf(topics, "topic"),
  ];
  const y = top + 60 > paper.bottom ? addPage(pdf) : top;
  for (const [index, [figure, unit]] of facts.entries()) {
    const x = paper.left + index * 170;
    decorate(pdf, () => drawRule(doc, { x, y, width: fullWidth - 340, colour: colours.ink }));
    const large = { face: "display", size: 30, leading: 34, spacing: -0.4 } as const;
    const setting = setText(doc, figure, large, { width: 150 });
    const label = setText(doc, unit, { face: "text", size: 11, leading: 34 }, { width: 80 });
    drawTagged(pdf, sect, { type: "P", actual: `${figure} ${unit}` }, () => {
      drawSetting(doc, setting, { x, y: y + 10, colour: colours.ink });
      drawSetting(doc, label, { x: x + measureText(doc, figure, large) + 7, y: y + 14, colour: colours.inkSoft });
    });
  }
  return y + 50;
}

function countOf(count: number, unit: string): [figure: string, unit: string] {
  return [count.toLocaleString("en-IN"), count === 1 ? unit : `${unit}s`];
}
