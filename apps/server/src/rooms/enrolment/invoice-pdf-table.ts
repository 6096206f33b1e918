import { addPage, decorate, drawTagged, type Element, group, type Pdf, paper } from "../../pdf/document.ts";
import { drawRule } from "../../pdf/figure.ts";
import { lookOf } from "../../pdf/look.ts";
import { drawSetting, measureText, type Style, setText } from "../../pdf/typeset.ts";
import { drawFigures, formatPaise, fullWidth, labelStyle, measureFigures } from "./invoice-pdf-parts.ts";

/** `amountInPaise` is before tax and after the discount, which is before tax too. */
export type InvoiceLine = {
  description: string;
  sac: string;
  quantity: number;
  amountInPaise: number;
  discountInPaise?: number;
};
/** A tax with its amount on each line. */
export type TaxColumn = { name: string; ratePercent: number; perLineInPaise: number[] };

type Cell = { text: string; isFigure: boolean };
type Row = { cells: Cell[]; isStrong?: boolean };
type Layout = { heads: string[]; widths: number[]; figureStyle: Style };

const textStyle = { face: "text", size: 9.5, leading: 14 } as const;
const boldStyle = { ...textStyle, face: "strong" } as const;
const rowGap = 10;
const columnGap = 14;
const leastForDescription = 112;

/** Draws the invoice lines with their taxes. Returns the y below. */
export function drawTable(
  pdf: Pdf,
  sect: Element,
  { lines, taxes, y: top }: { lines: InvoiceLine[]; taxes: TaxColumn[]; y: number },
): number {
  const rows = rowsOf(lines, taxes);
  const layout = layOut(pdf, { rows, taxes });
  const table = group(pdf, sect, "Table");
  let y = drawHeads(pdf, table, { layout, y: top });
  for (const row of rows) {
    if (y + heightOf(pdf, { row, layout }) > paper.bottom) y = drawHeads(pdf, null, { layout, y: addPage(pdf) });
    y = drawRow(pdf, group(pdf, table, "TR"), { row, layout, y });
  }
  return y;
}

function rowsOf(lines: InvoiceLine[], taxes: TaxColumn[]): Row[] {
  const words = (text: string) => ({ text, isFigure: false });
  const figures = (text: string) => ({ text, isFigure: true });
  const money = (paise: number) => figures(formatPaise(paise));
  const amounts = lines.map(({ amountInPaise }, index) => [
    amountInPaise,
    ...taxes.map(({ perLineInPaise }) => perLineInPaise[index] ?? 0),
  ]);
  const cellsOf = (parts: number[]) =>
    taxes.length ? [...parts.map(money), money(parts.reduce(add, 0))] : parts.map(money);
  const rest = taxes.length ? [...taxes, null].map(() => words("")) : [];
  const rows = lines.flatMap(({ description, sac, quantity, amountInPaise, discountInPaise }, index): Row[] => {
    const head = [words(description), figures(sac), figures(quantity.toLocaleString("en-IN"))];
    const net = cellsOf(amounts[index] ?? []);
    if (discountInPaise === undefined) return [{ cells: [...head, ...net] }];
    const [none, off] = [words(""), figures(`−${formatPaise(discountInPaise)}`)];
    return [
      { cells: [...head, money(amountInPaise + discountInPaise), ...rest] },
      { cells: [words("Discount"), none, none, off, ...rest] },
      { cells: [words("After the discount"), none, none, ...net] },
    ];
  });
  if (lines.length < 2) return rows;
  const sums = [0, ...taxes].map((_, column) => amounts.map((parts) => parts[column] ?? 0).reduce(add, 0));
  return [...rows, { cells: [words("Sum"), words(""), words(""), ...cellsOf(sums)], isStrong: true }];
}

const add = (sum: number, part: number) => sum + part;

/** The description gets the width that the figures leave. If that is too little, all figures are set smaller. */
function layOut({ doc }: Pdf, { rows, taxes }: { rows: Row[]; taxes: TaxColumn[] }): Layout {
  const taxHeads = taxes.map(({ name, ratePercent }) => `${name} ${ratePercent}%`);
  const heads = ["Description", "SAC", "Qty", ...(taxes.length ? ["Taxable value", ...taxHeads] : []), "Amount"];
  const widthsAt = (style: Style) => {
    const fixed = heads.slice(1).map((head, index) => {
      const texts = rows.map(({ cells }) => cells[index + 1]?.text ?? "");
      const figures = texts.map((text) => measureFigures(doc, { text, style }));
      return Math.max(measureText(doc, head, labelStyle), ...figures) + columnGap;
    });
    return [fullWidth - fixed.reduce(add, 0), ...fixed];
  };
  const styles = [9.5, 9, 8.5, 8, 7.5, 7].map((size): Style => ({ ...boldStyle, size }));
  const smallest = { ...boldStyle, size: 6.5 };
  const figureStyle = styles.find((style) => (widthsAt(style)[0] ?? 0) >= leastForDescription) ?? smallest;
  return { heads, widths: widthsAt(figureStyle), figureStyle };
}

/** Draws the column heads. Without a `table` they are decoration, repeated on a new page. */
function drawHeads(pdf: Pdf, table: Element | null, { layout, y }: { layout: Layout; y: number }): number {
  const { doc } = pdf;
  const { colours } = lookOf(doc);
  const { heads, widths } = layout;
  decorate(pdf, () => drawRule(doc, { x: paper.left, y, width: fullWidth, colour: colours.ink }));
  const row = table && group(pdf, table, "TR");
  let x = paper.left;
  for (const [column, head] of heads.entries()) {
    const width = widths[column] ?? 0;
    const setting = setText(doc, head, labelStyle, { width });
    const place = { x, y: y + 7, colour: colours.inkFaint };
    const draw = () => drawSetting(doc, setting, column === 0 ? place : { ...place, alignRightTo: x + width });
    const cell = { type: "TH", scope: "Column" };
    if (row) drawTagged(pdf, row, cell, draw);
    else decorate(pdf, draw);
    x += width;
  }
  return y + 7 + labelStyle.leading + 6;
}

function setCell({ doc }: Pdf, { row, column, layout }: { row: Row; column: number; layout: Layout }) {
  const style = row.isStrong || column === 0 ? boldStyle : textStyle;
  const width = layout.widths[column] ?? 0;
  return setText(doc, row.cells[column]?.text ?? "", style, { width, maxLines: 6, isBalanced: true });
}

function heightOf(pdf: Pdf, { row, layout }: { row: Row; layout: Layout }): number {
  const heights = row.cells.map(({ isFigure }, column) =>
    isFigure ? textStyle.leading : setCell(pdf, { row, column, layout }).height,
  );
  return Math.max(textStyle.leading, ...heights) + 2 * rowGap;
}

function drawRow(pdf: Pdf, parent: Element, { row, layout, y }: { row: Row; layout: Layout; y: number }): number {
  const { doc } = pdf;
  const { colours } = lookOf(doc);
  const height = heightOf(pdf, { row, layout });
  decorate(pdf, () => drawRule(doc, { x: paper.left, y, width: fullWidth, colour: colours.rule }));
  let x = paper.left;
  for (const [column, { text, isFigure }] of row.cells.entries()) {
    const width = layout.widths[column] ?? 0;
    const isTotal = column === row.cells.length - 1;
    const face = row.isStrong || isTotal ? "strong" : "text";
    const setting = setCell(pdf, { row, column, layout });
    const actual = isFigure || !setting.isFaithful ? { actual: text } : {};
    drawTagged(pdf, parent, { type: "TD", ...actual }, () => {
      const place = { y: y + rowGap, colour: colours.ink };
      if (isFigure) drawFigures(doc, { text, style: { ...layout.figureStyle, face }, right: x + width, ...place });
      else drawSetting(doc, setting, { x, ...place });
    });
    x += width;
  }
  return y + height;
}
