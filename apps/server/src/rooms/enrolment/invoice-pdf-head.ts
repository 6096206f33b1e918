import { decorate, drawTagged, drawTaggedText, type Element, type Pdf, paper } from "../../pdf/document.ts";
import { drawLogo, drawMark, drawPlate, drawRule } from "../../pdf/figure.ts";
import { lookOf } from "../../pdf/look.ts";
import { drawSetting, fitText, measureText, setText } from "../../pdf/typeset.ts";
import { fullWidth } from "./invoice-pdf-parts.ts";

const top = 50;
const markSize = 34;
const nameX = paper.left + 46;
const plateHeight = 46;
const nameStyles = [16, 13, 11].map((size) => ({ face: "head" as const, size, leading: size * 1.15, spacing: -0.2 }));
const stampStyle = { face: "text", size: 8.5, leading: 12 } as const;

type Stamp = { word: string; text: string };
type Head = { title: string; institute: string; stamp: Stamp };

/** Draws the institute's name, the title and the payment stamp. Returns the y below. */
export function drawHead(pdf: Pdf, sect: Element, { title, institute, stamp }: Head): number {
  const { doc } = pdf;
  const { colours } = lookOf(doc);
  drawSign(pdf, sect, institute);
  decorate(pdf, () => drawRule(doc, { x: paper.left, y: top + 52, width: fullWidth, colour: colours.ink }));
  const y = top + 72;
  const titleStyle = { face: "display", size: 38, leading: plateHeight, spacing: -0.8 } as const;
  const large = setText(doc, title, titleStyle, { width: 300 });
  drawTaggedText(pdf, sect, large, { type: "H1", x: paper.left - 1, y, colour: colours.ink });
  drawStamp(pdf, sect, { stamp, y });
  return y + plateHeight;
}

function drawSign(pdf: Pdf, sect: Element, institute: string) {
  const { doc } = pdf;
  const { colours, logo } = lookOf(doc);
  if (logo)
    return drawTagged(pdf, sect, { type: "Figure", alt: institute }, () =>
      drawLogo(doc, logo, { x: paper.left, y: top - 4, width: 260, height: markSize + 8 }),
    );
  const name = fitText(doc, institute, nameStyles, { width: paper.right - nameX, height: markSize });
  decorate(pdf, () => drawMark(doc, { x: paper.left, y: top, size: markSize }));
  const nameY = top + (markSize - name.height) / 2;
  drawTaggedText(pdf, sect, name, { type: "P", x: nameX, y: nameY, colour: colours.ink });
}

function drawStamp(pdf: Pdf, sect: Element, { stamp, y }: { stamp: Stamp; y: number }) {
  const { doc } = pdf;
  const { colours } = lookOf(doc);
  const word = setText(doc, stamp.word, { face: "display", size: 17, leading: 20 }, { width: 150 });
  const text = setText(doc, stamp.text, stampStyle, { width: 150, maxLines: 1 });
  const width = Math.max(90, measureText(doc, text.lines[0] ?? "", stampStyle) + 24);
  const x = paper.right - width;
  decorate(pdf, () => drawPlate(doc, { x, y, width, height: plateHeight }));
  drawTagged(pdf, sect, { type: "P", actual: `${stamp.word}: ${stamp.text}` }, () => {
    drawSetting(doc, word, { x: x + 12, y: y + 7, colour: colours.onDeep });
    drawSetting(doc, text, { x: x + 12, y: y + 26, colour: colours.onDeepSoft });
  });
}
