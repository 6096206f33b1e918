import { lookOf } from "./look.ts";

type Box = { x: number; y: number; width: number; height: number };
type Doc = PDFKit.PDFDocument;

/** The icon of the institute; ours is half a sun, the horizon, and its light on the water as lines of code. */
export function drawMark(doc: Doc, { x, y, size }: { x: number; y: number; size: number }) {
  const { colours, mark } = lookOf(doc);
  if (mark) return void doc.image(Buffer.from(mark), x, y, { width: size, height: size });
  doc
    .save()
    .translate(x, y)
    .scale(size / 32);
  doc.roundedRect(0, 0, 32, 32, 7).fill(colours.deep);
  halfSun(doc, { x: 16, y: 15, radius: 8, colour: colours.sun });
  bar(doc, { x: 6, y: 17.5, width: 20, height: 2.5, colour: colours.onDeep });
  bar(doc, { x: 10, y: 22, width: 8, height: 2.5, colour: colours.coral });
  bar(doc, { x: 20, y: 22, width: 4, height: 2.5, colour: colours.sun });
  bar(doc, { x: 13, y: 26.5, width: 7, height: 2.5, colour: colours.onDeepSoft });
  doc.restore();
}

/** A logo, as large as the box allows: at its left edge, in the middle of its height. */
export function drawLogo(doc: Doc, png: Uint8Array, { x, y, width, height }: Box) {
  // pdfkit's `valign` is unknown to its types.
  const options: object = { fit: [width, height], valign: "center" };
  doc.image(Buffer.from(png), x, y, options);
}

/** A picture that fills a box, in the proportions of the course pictures: 320 to 240. */
export function drawScene(doc: Doc, { x, y, width, height }: Box) {
  const { colours, hasSea } = lookOf(doc);
  doc.save().rect(x, y, width, height).clip();
  doc.translate(x, y).scale(width / 320, height / 240);
  doc.rect(0, 0, 320, 152).fill(colours.sky);
  if (hasSea) {
    bar(doc, { x: 34, y: 44, width: 62, height: 9, colour: colours.cloud });
    bar(doc, { x: 102, y: 44, width: 24, height: 9, colour: colours.cloud });
    halfSun(doc, { x: 168, y: 152, radius: 78, colour: colours.coral });
  }
  doc.rect(0, 152, 320, 88).fill(colours.deep);
  drawLight(doc, { x: 103, y: 163, scale: 1 });
  doc.restore();
}

/** Five rows of code bars, 130 by 63 before scaling. */
export function drawLight(doc: Doc, { x, y, scale }: { x: number; y: number; scale: number }) {
  const { sun, coral, onDeepSoft } = lookOf(doc).colours;
  doc.save().translate(x, y).scale(scale);
  const bars: [x: number, row: number, width: number, colour: string][] = [
    [0, 0, 62, coral],
    [68, 0, 62, sun],
    [16, 1, 40, onDeepSoft],
    [62, 1, 54, sun],
    [16, 2, 72, sun],
    [32, 3, 34, coral],
    [72, 3, 28, onDeepSoft],
    [44, 4, 26, sun],
  ];
  for (const [left, row, width, colour] of bars) bar(doc, { x: left, y: row * 14, width, height: 7, colour });
  doc.restore();
}

export function halfSun(doc: Doc, { x, y, radius, colour }: { x: number; y: number; radius: number; colour: string }) {
  doc.path(`M${x - radius} ${y}a${radius} ${radius} 0 0 1 ${2 * radius} 0z`).fill(colour);
}

export function bar(doc: Doc, { x, y, width, height, colour }: Box & { colour: string }) {
  doc.roundedRect(x, y, width, height, height / 2).fill(colour);
}

/** Looks like an enamel house-number plate: a thin line inside its edge. */
export function drawPlate(doc: Doc, { x, y, width, height }: Box) {
  const { colours } = lookOf(doc);
  doc.roundedRect(x, y, width, height, 2.5).fill(colours.deep);
  doc
    .roundedRect(x + 2, y + 2, width - 4, height - 4, 1.5)
    .lineWidth(0.6)
    .stroke(colours.onDeep);
}

export function drawRule(doc: Doc, { x, y, width, colour }: { x: number; y: number; width: number; colour: string }) {
  doc.rect(x, y, width, 0.75).fill(colour);
}
