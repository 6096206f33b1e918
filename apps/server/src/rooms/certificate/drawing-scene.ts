import { monogram } from "@shoreline/domain/brand";
import { type Look, lookOf } from "../../pdf/look.ts";
import { outlineLine, outlineRing } from "../../pdf/outline.ts";
import { fitText, measureText, type Style } from "../../pdf/typeset.ts";
import { cream, type Shape } from "./marks.ts";
import { box, circle, halfSun, rosette } from "./ornament.ts";

const [x, y, width, horizon, bottom] = [748, 112, 262, 402, 680];

const fill = (path: string, colour: string, at?: Shape["at"]): Shape => ({
  kind: "shape",
  path,
  fill: colour,
  ...(at ? { at } : {}),
});
const bar = (left: number, top: number, wide: number, colour: string, height = 9) =>
  fill(box({ x: left, y: top, width: wide, height, radius: height / 2 }), colour);

/** A sun on the horizon, a boat, and the light on the water as lines of code; without the sea only the code. */
export function scene({ colours, hasSea }: Look): Shape[] {
  const { sun, sky, cloud, deep, sea, ink, coral, onDeepSoft } = colours;
  const rows: [indent: number, ...bars: [wide: number, colour: string][]][] = [
    [0, [80, coral], [50, sun], [34, onDeepSoft]],
    [1, [54, cream], [66, sun]],
    [2, [60, sun], [30, onDeepSoft]],
    [2, [40, coral]],
    [1, [24, cream]],
  ];
  const coast = [
    bar(776, 168, 70, cloud, 10),
    bar(854, 168, 26, cloud, 10),
    bar(930, 214, 50, cloud, 10),
    fill(halfSun(106), coral, [[900, horizon]]),
    fill("M786 386V322L756 386Z", cream),
    fill("M791 386V338L816 386Z", sea),
    fill("M754 390H820L808 404H766Z", ink),
  ];
  const code = (top: number) =>
    rows.flatMap(([indent, ...bars], row) => {
      let from = 806 + indent * 20;
      return bars.map(([wide, colour]) => {
        const left = from;
        from += wide + 7;
        return bar(left, top + row * 18, wide, colour);
      });
    });
  if (!hasSea)
    return [fill(box({ x, y, width, height: bottom - y }), deep), ...[y + 44, y + 172, horizon + 16].flatMap(code)];
  return [
    fill(box({ x, y, width, height: horizon - y }), sky),
    ...coast,
    fill(box({ x, y: horizon, width, height: bottom - horizon }), deep),
    ...code(horizon + 16),
  ];
}

const sealRosette = rosette({ count: 36, out: 40, rx: 36, ry: 22 });

/** The seal on the edge of the picture, with the institute around it. */
export function seal(doc: PDFKit.PDFDocument, { institute, city }: { institute: string; city: string }): Shape[] {
  const { colours, hasSea } = lookOf(doc);
  const { deep, sea, sun, onDeepSoft } = colours;
  const at: Shape["at"] = [[748, 566]];
  const stroke = (path: string, colour: string, lineWidth: number): Shape => ({
    kind: "shape",
    path,
    stroke: colour,
    lineWidth,
    at,
  });
  const style = { face: "strong", size: 11.5, leading: 12, spacing: 0.6 } as const;
  const text = `${institute} · ${city} · `;
  return [
    fill(circle(84), cream, at),
    fill(circle(80), sea, at),
    stroke(sealRosette, hasSea ? "#6fa9d6" : onDeepSoft, 0.7),
    fill(circle(60), deep, at),
    stroke(circle(60), cream, 1.5),
    fill(outlineRing({ text: text.toUpperCase(), style, radius: 45 }), cream, at),
    stroke(circle(38), sun, 1.2),
    ...(hasSea ? sunOnWater(colours, at) : [fill(initials(doc, institute), sun, at)]),
  ];
}

function sunOnWater({ sun, coral }: Look["colours"], at: Shape["at"]): Shape[] {
  return [
    fill(halfSun(24), sun, at),
    fill(box({ x: -24, y: 5, width: 48, height: 5, radius: 2.5 }), cream, at),
    fill(box({ x: -14, y: 14, width: 28, height: 5, radius: 2.5 }), coral, at),
    fill(box({ x: -14, y: 23, width: 14, height: 5, radius: 2.5 }), cream, at),
  ];
}

function initials(doc: PDFKit.PDFDocument, institute: string): string {
  const styles = [38, 32, 26, 20].map((size): Style => ({ face: "display", size, leading: size }));
  const { lines, style } = fitText(doc, monogram(institute), styles, { width: 58, height: 40 });
  const text = lines[0] ?? "";
  return outlineLine({ text, style, x: -measureText(doc, text, style) / 2, baseline: style.size / 3 });
}
