import type { Institute } from "@shoreline/contract";
import sharp from "sharp";
import {
  addPage,
  decorate,
  drawTagged,
  drawTaggedText,
  type Element,
  group,
  type Pdf,
  paper,
} from "../../pdf/document.ts";
import { drawLogo, drawMark, drawRule, drawScene } from "../../pdf/figure.ts";
import { lookOf } from "../../pdf/look.ts";
import { drawSetting, fitText, measureText, type Style, setText } from "../../pdf/typeset.ts";
import type { SyllabusCourse } from "./syllabus-pdf-parts.ts";

type Cover = { course: SyllabusCourse; institute: Institute; cover: Uint8Array | null };

const picture = { x: 0, y: 0, width: paper.width, height: paper.width * 0.75 };
const nameStyles = [84, 70, 58, 50, 43, 37, 31, 26, 22, 19].map(
  (size): Style => ({ face: "display", size, leading: size * 1.04, spacing: size * -0.022 }),
);
const footY = 742;

/** Draws the cover: the picture across the full width, the name of the course below it, the institute at the foot. */
export async function drawCover(pdf: Pdf, { course, institute, cover }: Cover) {
  const { doc } = pdf;
  const { colours } = lookOf(doc);
  const image = cover && (await rasterise(cover));
  const sect = group(pdf, pdf.root, "Sect");
  const width = paper.right - paper.left;
  addPage(pdf);
  drawTagged(pdf, sect, { type: "Figure", alt: `Picture of the course ${course.name}` }, () => {
    if (image) doc.image(image, picture.x, picture.y, { width: picture.width, height: picture.height });
    else drawScene(doc, picture);
  });
  const label = setText(doc, "Syllabus", { face: "strong", size: 15, leading: 20 }, { width });
  const y = drawTaggedText(pdf, sect, label, { type: "P", x: paper.left, y: 484, colour: colours.sea });
  const name = fitText(doc, course.name, nameStyles, { width, height: footY - 20 - (y + 6) });
  drawTaggedText(pdf, sect, name, { type: "H1", x: paper.left - 2, y: y + 6, colour: colours.ink });

  decorate(pdf, () => drawRule(doc, { x: paper.left, y: footY, width, colour: colours.ink }));
  drawSign(pdf, sect, institute);
  drawHours(pdf, sect, course.durationInHours);
}

function drawSign(pdf: Pdf, sect: Element, { name, tagline }: Institute) {
  const { doc } = pdf;
  const { colours, logo } = lookOf(doc);
  const line = setText(doc, tagline, { face: "text", size: 9.5, leading: 15 }, { width: 270, maxLines: 1 });
  const x = logo ? paper.left : paper.left + 48;
  if (logo)
    drawTagged(pdf, sect, { type: "Figure", alt: name }, () =>
      drawLogo(doc, logo, { x, y: footY + 13, width: 270, height: 34 }),
    );
  else {
    decorate(pdf, () => drawMark(doc, { x: paper.left, y: footY + 16, size: 36 }));
    const style = { face: "head", size: 16, leading: 19, spacing: -0.2 } as const;
    const words = setText(doc, name, style, { width: 270, maxLines: 1 });
    drawTaggedText(pdf, sect, words, { type: "P", x, y: footY + 16, colour: colours.ink });
  }
  drawTaggedText(pdf, sect, line, { type: "P", x, y: footY + (logo ? 52 : 36), colour: colours.inkSoft });
}

function drawHours(pdf: Pdf, sect: Element, hours: number) {
  const { doc } = pdf;
  const { colours } = lookOf(doc);
  const unitStyle = { face: "text", size: 11, leading: 36 } as const;
  const figureStyle = { face: "display", size: 34, leading: 36, spacing: -0.5 } as const;
  const figure = setText(doc, hours.toLocaleString("en-IN"), figureStyle, { width: 150 });
  const unit = setText(doc, hours === 1 ? "hour" : "hours", unitStyle, { width: 60 });
  drawTagged(pdf, sect, { type: "P", actual: `${figure.text} ${unit.text}` }, () => {
    const right = paper.right - measureText(doc, unit.text, unitStyle) - 6;
    drawSetting(doc, figure, { x: 0, y: footY + 16, colour: colours.ink, alignRightTo: right });
    drawSetting(doc, unit, { x: 0, y: footY + 22, colour: colours.inkSoft, alignRightTo: paper.right });
  });
}

/** Renders 200 dots per inch. The pictures have few colours, so a palette gives sharp edges in about 20 KB. */
function rasterise(svg: Uint8Array): Promise<Buffer> {
  const width = 1656;
  return sharp(svg, { density: (72 * width) / 320 })
    .resize(width, width * 0.75, { fit: "cover" })
    .flatten({ background: "#ffffff" })
    .png({ palette: true, colours: 64, dither: 0, effort: 10, compressionLevel: 9 })
    .toBuffer();
}
