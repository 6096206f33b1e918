import { colours } from "../../pdf/colours.ts";
import {
  addDestination,
  addPage,
  decorate,
  type Element,
  group,
  type Pdf,
  pageCount,
  paper,
  tell,
  tellText,
  turnPageOf,
} from "../../pdf/document.ts";
import { bar, drawPlate, drawRule } from "../../pdf/figure.ts";
import { drawSetting, measureText, type Setting, setText } from "../../pdf/typeset.ts";
import { barColour, drawTitle, fullWidth, type Part, type SyllabusCourse } from "./syllabus-pdf-parts.ts";

const topicsX = paper.left + 178;
const textX = topicsX + 22;
const topicGap = 4.5;
const plateHeight = 18;
const sectionGap = 26;
const halfPage = (paper.bottom - paper.top) / 2;

type Section = { number: string; heading: Setting; topics: Setting[] };

/** The numbered sections: number and title on the left, topics on the right. */
export function drawSections(pdf: Pdf, course: SyllabusCourse): Part[] {
  const { doc } = pdf;
  const sect = group(pdf, pdf.root, "Sect");
  addPage(pdf);
  let y = drawTitle(pdf, sect, { name: "learn", title: "What you will learn" });
  return course.syllabus.map(({ title, topics }, index) => {
    const section = {
      number: String(index + 1),
      heading: setText(
        doc,
        title,
        { face: "head", size: 14, leading: 17, spacing: -0.15 },
        { width: 150, maxLines: 24 },
      ),
      topics: topics
        .map((topic) =>
          setText(
            doc,
            topic,
            { face: "text", size: 10.5, leading: 15.5 },
            { width: paper.right - textX, isBalanced: true },
          ),
        )
        .filter(({ lines }) => lines.length),
    };
    if (y + roomNeeded(section) > paper.bottom) y = addPage(pdf);
    const name = `section-${section.number.padStart(4, "0")}`;
    addDestination(pdf, { name, title: `${section.number}. ${title}`, y: y - 12 });
    const page = pageCount(pdf);
    y = drawSection(pdf, group(pdf, sect, "Sect"), { section, y }) + sectionGap;
    return { name, title, number: section.number, page };
  });
}

/** A short section stays whole; a long one starts only where its title and three topics have room. */
function roomNeeded({ heading, topics }: Section): number {
  const title = 8 + plateHeight + 10 + heading.height;
  const whole = Math.max(title, heightOf(topics));
  return whole <= halfPage ? whole : Math.max(title, Math.min(heightOf(topics.slice(0, 3)), halfPage));
}

function heightOf(topics: Setting[]): number {
  return topics.reduce((sum, { height }) => sum + height + topicGap, 8);
}

function drawSection(pdf: Pdf, sect: Element, { section, y: top }: { section: Section; y: number }): number {
  const { doc } = pdf;
  const { topics } = section;
  let headingBottom = drawHeading(pdf, sect, { section, y: top });
  let y = top + 10;
  const list = group(pdf, sect, "L");
  for (const [index, topic] of topics.entries()) {
    // The last topic never stands alone on a page: the one before it goes along.
    const isLastButOne = index > 0 && index === topics.length - 2;
    const needed = isLastButOne ? heightOf(topics.slice(index)) - 8 - topicGap : topic.height;
    if (y + needed > paper.bottom && y > paper.top + 10) {
      y = addPage(pdf);
      headingBottom = drawHeading(pdf, null, { section, y });
      y += 10;
    }
    const colour = barColour(index);
    decorate(pdf, () => bar(doc, { x: topicsX, y: y + 6, width: 11, height: 3.5, colour }));
    const place = { type: "LBody", x: textX, colour: colours.ink, turnPage: turnPageOf(pdf) };
    y = tellText(pdf, group(pdf, list, "LI"), topic, { ...place, y }) + topicGap;
  }
  return Math.max(y, headingBottom);
}

/** With no element to hang below, the heading only reminds of a section that began on an earlier page. */
function drawHeading(pdf: Pdf, sect: Element | null, { section, y }: { section: Section; y: number }): number {
  const { doc } = pdf;
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
    return titleY + section.heading.height;
  }
  tell(pdf, sect, { type: "H2", actual: `${section.number}. ${section.heading.text}` }, () => {
    drawNumber();
    drawSetting(doc, section.heading, { x: paper.left, y: titleY, colour: colours.ink });
  });
  return titleY + section.heading.height;
}
