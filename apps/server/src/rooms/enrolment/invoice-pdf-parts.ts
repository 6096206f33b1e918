import { decorate, drawTaggedText, type Element, group, type Pdf, paper } from "../../pdf/document.ts";
import { drawRule } from "../../pdf/figure.ts";
import { faces, fontFile, setFont, splitIntoRuns } from "../../pdf/fonts.ts";
import { lookOf } from "../../pdf/look.ts";
import { type Style, setText } from "../../pdf/typeset.ts";

export const fullWidth = paper.right - paper.left;
export const labelStyle = { face: "text", size: 9, leading: 13 } as const;
export const textStyle = { face: "text", size: 10, leading: 15 } as const;
const strongStyle = { face: "strong", size: 10.5, leading: 15 } as const;

const rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });
/** ₹12,999.00 */
export function formatPaise(amountInPaise: number): string {
  return rupees.format(amountInPaise / 100);
}

const days = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
/** 15 November 2026 */
export function formatIsoDay(day: string): string {
  return days.format(new Date(day));
}

/** A column takes a quarter of the page, or half of it if it is wide. */
export type Column = { label: string; lines: { text: string; isStrong?: boolean }[]; isWide?: boolean };

const columnGap = 14;
const quarter = (fullWidth + columnGap) / 4;

/** Draws labelled columns side by side, each below its own rule. Returns the y below the longest. */
export function drawColumns(pdf: Pdf, parent: Element, { columns, y }: { columns: Column[]; y: number }): number {
  const { doc } = pdf;
  const { colours } = lookOf(doc);
  const list = group(pdf, parent, "L");
  let [x, lowest] = [paper.left, y];
  for (const { label, lines, isWide } of columns) {
    const width = (isWide ? 2 : 1) * quarter - columnGap;
    decorate(pdf, () => drawRule(doc, { x, y, width, colour: colours.rule }));
    const item = group(pdf, list, "LI");
    const name = setText(doc, label, labelStyle, { width });
    let below = drawTaggedText(pdf, item, name, { type: "Lbl", x, y: y + 9, colour: colours.inkFaint }) + 3;
    const body = group(pdf, item, "LBody");
    for (const { text, isStrong } of lines) {
      const setting = setText(doc, text, isStrong ? strongStyle : textStyle, { width });
      const colour = isStrong ? colours.ink : colours.inkSoft;
      if (setting.lines.length) below = drawTaggedText(pdf, body, setting, { type: "P", x, y: below, colour });
    }
    lowest = Math.max(lowest, below);
    x += width + columnGap;
  }
  return lowest;
}

// In this font tabular points and commas are as wide as digits, so only the digits use tabular forms.
const pieces = /\d+|\D+/g;
const tabular: PDFKit.Mixins.OpenTypeFeatures[] = ["tnum"];

type Figures = { text: string; style: Style };

function splitFigures({ text, style }: Figures) {
  return (text.match(pieces) ?? []).flatMap((piece) =>
    splitIntoRuns({ face: style.face, text: piece }).map((run) => ({
      ...run,
      options: /\d/.test(piece) ? { features: tabular } : {},
    })),
  );
}

export function measureFigures(doc: PDFKit.PDFDocument, { text, style }: Figures): number {
  const widths = splitFigures({ text, style }).map((run) =>
    setFont(doc, run.file, style.size).widthOfString(run.text, run.options),
  );
  setFont(doc, fontFile(style.face), style.size);
  return widths.reduce((sum, width) => sum + width, 0);
}

/** Draws an amount that ends at `right`, with its digits aligned to other rows. */
export function drawFigures(
  doc: PDFKit.PDFDocument,
  { text, style, right, y, colour }: Figures & { right: number; y: number; colour: string },
) {
  const baseline = y + (style.leading + faces[style.face].capHeight * style.size) / 2;
  let x = right - measureFigures(doc, { text, style });
  doc.fillColor(colour);
  for (const run of splitFigures({ text, style })) {
    setFont(doc, run.file, style.size);
    doc.text(run.text, x, baseline, { ...run.options, lineBreak: false, baseline: "alphabetic" });
    x += doc.widthOfString(run.text, run.options);
  }
}
