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
import { bar, drawPlate, drawRule } from "../../pdf/figure.ts";
import { lookOf } from "../../pdf/look.ts";
import { drawSetting, measureText, setText } from "../../pdf/typeset.ts";
import { placeSections, plateHeight, type Section } from "./syllabus-pdf-flow.ts";
import { barColour, drawTitle, fullWidth, type Part, type SyllabusCourse } from "./syllabus-pdf-parts.ts";

const topicsX = paper.left + 178;
const textX = topicsX + 22;

/** Draws the numbered sections: number and title on the left, topics on the right. */
export function drawSections(pdf: Pdf, course: SyllabusCourse): Part[] {
  const sect = group(pdf, pdf.root, "Sect");
  addPage(pdf);
  const firstPage = pageCount(pdf);
  const top = drawTitle(pdf, sect, { name: "learn", title: "What you will learn" });
  const sections = course.syllabus.map((section, index) => setSection(pdf, section, String(index + 1)));
  const parts: Part[] = [];
  let list = sect;
  for (const place of placeSections(sections, { top })) {
    while (pageCount(pdf) < firstPage + place.page) addPage(pdf);
    const section = sections[place.section];
    if (!section) continue;
    if (place.kind === "topic") drawTopic(pdf, list, { ...place, section });
    else if (place.isContinued) drawHeading(pdf, null, { section, y: place.y });
    else {
      const { number } = section;
      const { title = "" } = course.syllabus[place.section] ?? {};
      const name = `section-${number.padStart(4, "0")}`;
      addDestination(pdf, { name, title: `${number}. ${title}`, y: place.y - 12 });
      parts.push({ name, title, number, page: pageCount(pdf) });
      const own = group(pdf, sect, "Sect");
      drawHeading(pdf, own, { section, y: place.y });
      list = group(pdf, own, "L");
    }
  }
  return parts;
}

export function setSection(
  { doc }: Pdf,
  { title, topics }: SyllabusCourse["syllabus"][number],
  number: string,
): Section {
  const headStyle = { face: "head", size: 14, leading: 17, spacing: -0.15 } as const;
  const topicStyle = { face: "text", size: 10.5, leading: 15.5 } as const;
  const width = paper.right - textX;
  return {
    number,
    heading: setText(doc, title, headStyle, { width: 150, maxLines: 24 }),
    topics: topics
      .map((topic) => setText(doc, topic, topicStyle, { width, isBalanced: true }))
      .filter(({ lines }) => lines.length),
  };
}

function drawTopic(pdf: Pdf, list: Element, { section, topic, y }: { section: Section; topic: number; y: number }) {
  const setting = section.topics[topic];
  if (!setting) return;
  const { colours } = lookOf(pdf.doc);
  const colour = barColour(pdf, topic);
  decorate(pdf, () => bar(pdf.doc, { x: topicsX, y: y + 6, width: 11, height: 3.5, colour }));
  const place = { type: "LBody", x: textX, y, colour: colours.ink, turnPage: turnPageOf(pdf) };
  drawTaggedText(pdf, group(pdf, list, "LI"), setting, place);
}

/** Draws the heading of a section. Without `sect` it is decoration, repeated on the next page. */
function drawHeading(pdf: Pdf, sect: Element | null, { section, y }: { section: Section; y: number }) {
  const { doc } = pdf;
  const { colours } = lookOf(doc);
  const numberStyle = { face: "strong", size: 9.5, leading: plateHeight } as const;
  const number = setText(doc, section.number, numberStyle, { width: 60 });
  const numberWidth = measureText(doc, section.number, numberStyle);
  const width = Math.max(28, numberWidth + 16);
  const titleY = y + 10 + plateHeight + 8;
  decorate(pdf, () => {
    drawRule(doc, { x: paper.left, y, width: fullWidth, colour: colours.rule });
    drawPlate(doc, { x: paper.left, y: y + 10, width, height: plateHeight });
  });
  const drawNumber = () =>
    drawSetting(doc, number, { x: paper.left + (width - numberWidth) / 2, y: y + 10, colour: colours.onDeep });
  if (!sect) {
    const small = setText(doc, "continued", { face: "text", size: 10, leading: plateHeight }, { width: 80 });
    decorate(pdf, () => {
      drawNumber();
      drawSetting(doc, small, { x: paper.left + width + 8, y: y + 10, colour: colours.inkFaint });
      drawSetting(doc, section.heading, { x: paper.left, y: titleY, colour: colours.inkFaint });
    });
    return;
  }
  drawTagged(pdf, sect, { type: "H2", actual: `${section.number}. ${section.heading.text}` }, () => {
    drawNumber();
    drawSetting(doc, section.heading, { x: paper.left, y: titleY, colour: colours.ink });
  });
}
