import { paper } from "../../pdf/document.ts";
import type { Setting } from "../../pdf/typeset.ts";

export type Section = { number: string; heading: Setting; topics: Setting[] };

/** `sectionGap` and `topicGap` are in points; no topic starts below `bottom`. */
type Spacing = { sectionGap: number; topicGap: number; bottom: number };

/** The position of a heading or topic. `page` is 0 for the page where the sections start. */
export type Placed = { page: number; y: number } & (
  | { kind: "heading"; section: number; isContinued: boolean }
  | { kind: "topic"; section: number; topic: number }
);

export const plateHeight = 18;
const comfortable: Spacing = { sectionGap: 26, topicGap: 4.5, bottom: paper.bottom };
const textHeight = paper.bottom - paper.top;
const halfPage = textHeight / 2;

/** Places all sections. To avoid a nearly empty last page, it tries smaller gaps, then shorter pages. */
export function placeSections(sections: Section[], { top }: { top: number }): Placed[] {
  const tighter = [20, 15].map((gap) => ({ ...comfortable, sectionGap: gap, topicGap: gap / 6 }));
  const even = Array.from({ length: 24 }, (_, n) => ({ ...comfortable, bottom: paper.bottom - (n + 1) * 16 }));
  const first = flow(sections, { top, spacing: comfortable });
  for (const spacing of [comfortable, ...tighter, ...even]) {
    const { placed, pages, end } = flow(sections, { top, spacing });
    if (pages <= first.pages && (pages === 1 || end - paper.top >= textHeight / 3)) return placed;
  }
  return first.placed;
}

function flow(sections: Section[], { top, spacing }: { top: number; spacing: Spacing }) {
  const { sectionGap, topicGap, bottom } = spacing;
  const placed: Placed[] = [];
  let [page, y, end] = [0, top, top];
  const turnPage = () => {
    page += 1;
    y = paper.top;
  };
  for (const [index, section] of sections.entries()) {
    const { topics } = section;
    if (y + roomNeeded(section, topicGap) > bottom && y > paper.top) turnPage();
    placed.push({ kind: "heading", section: index, isContinued: false, page, y });
    let headingEnd = headingBottom(section, y);
    y += 10;
    for (const [n, topic] of topics.entries()) {
      // The last topic never stands alone on a page: the one before it moves with it.
      const isLastButOne = n > 0 && n === topics.length - 2;
      const needed = isLastButOne ? heightOf(topics.slice(n), topicGap) - 8 - topicGap : topic.height;
      if (y + needed > bottom && y > paper.top + 10) {
        turnPage();
        placed.push({ kind: "heading", section: index, isContinued: true, page, y });
        headingEnd = headingBottom(section, y);
        y += 10;
      }
      placed.push({ kind: "topic", section: index, topic: n, page, y });
      for (const _ of topic.lines) {
        if (y + topic.style.leading > paper.bottom) turnPage();
        y += topic.style.leading;
      }
      y += topicGap;
    }
    end = Math.max(y, headingEnd);
    y = end + sectionGap;
  }
  return { placed, pages: page + 1, end };
}

function headingBottom({ heading }: Section, y: number): number {
  return y + 10 + plateHeight + 8 + heading.height;
}

/** A short section stays on one page; a long one needs room for its title and three topics. */
function roomNeeded(section: Section, topicGap: number): number {
  const title = headingBottom(section, 0);
  const whole = Math.max(title, heightOf(section.topics, topicGap));
  if (whole <= halfPage) return whole;
  return Math.max(title, Math.min(heightOf(section.topics.slice(0, 3), topicGap), halfPage));
}

function heightOf(topics: Setting[], topicGap: number): number {
  return topics.reduce((sum, { height }) => sum + height + topicGap, 8);
}
