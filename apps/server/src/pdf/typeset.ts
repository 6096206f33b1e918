import { type Face, faces, fontFile, makePrintable, type Run, setFont, splitIntoRuns } from "./fonts.ts";

/** Sizes are points; `leading` is the distance between lines, `spacing` is added after each letter. */
export type Style = { face: Face; size: number; leading: number; spacing?: number };

/** A text broken into lines. `isFaithful` is false when characters were replaced or lines cut off. */
export type Setting = { text: string; style: Style; lines: string[]; height: number; isFaithful: boolean };

type Limits = { width: number; maxLines?: number; isBalanced?: boolean };

export function setText(doc: PDFKit.PDFDocument, text: string, style: Style, limits: Limits): Setting {
  const { width, maxLines = Number.POSITIVE_INFINITY, isBalanced = false } = limits;
  const printable = makePrintable({ face: style.face, text });
  const measure = (line: string) => measureText(doc, line, style);
  let lines = breakIntoLines(printable, { width, measure });
  const isCut = lines.length > maxLines;
  if (isCut) lines = cutOff(lines, { maxLines, width, measure });
  else if (isBalanced) lines = balance(printable, { lines, width, measure });
  const isFaithful = !isCut && printable === text.replace(/\s+/g, " ").trim();
  return { text, style, lines, height: lines.length * style.leading, isFaithful };
}

/** Picks the first style in which the text fits the box without breaking a word; otherwise the last one, cut off. */
export function fitText(
  doc: PDFKit.PDFDocument,
  text: string,
  styles: Style[],
  box: { width: number; height: number },
) {
  const words = makePrintable({ face: styles[0]?.face ?? "text", text }).split(" ");
  for (const style of styles) {
    const setting = setText(doc, text, style, { width: box.width });
    if (setting.height > box.height) continue;
    if (setting.lines.length < 2) return setting;
    if (words.some((word) => measureText(doc, word, style) > box.width)) continue;
    return setText(doc, text, style, { width: box.width, isBalanced: true });
  }
  const smallest = styles.at(-1) ?? { face: "text", size: 10, leading: 15 };
  return setText(doc, text, smallest, { width: box.width, maxLines: Math.floor(box.height / smallest.leading) });
}

/** `isCentred`: x is the middle of every line. */
type Place = {
  x: number;
  y: number;
  colour: string;
  isCentred?: boolean;
  alignRightTo?: number;
  turnPage?: TurnPage;
};

/** Called before a line is drawn at `y`. Returns where to draw it, perhaps on a new page. */
export type TurnPage = (y: number, leading: number) => number;

/** Draws the lines and returns the y below the last one. */
export function drawSetting(doc: PDFKit.PDFDocument, { style, lines }: Setting, place: Place): number {
  let { y } = place;
  for (const line of lines) {
    y = place.turnPage?.(y, style.leading) ?? y;
    const baseline = y + (style.leading + faces[style.face].capHeight * style.size) / 2;
    let x = place.alignRightTo === undefined ? place.x : place.alignRightTo - measureText(doc, line.trimEnd(), style);
    if (place.isCentred) x -= measureText(doc, line.trimEnd(), style) / 2;
    doc.fillColor(place.colour);
    for (const run of splitIntoRuns({ face: style.face, text: line })) {
      const options = { lineBreak: false, baseline: "alphabetic" as const, characterSpacing: spacingOf(run, style) };
      setFont(doc, run.file, style.size).text(run.text, x, baseline, options);
      x += measureRun(doc, run, style);
    }
    y += style.leading;
  }
  return y;
}

export function measureText(doc: PDFKit.PDFDocument, text: string, style: Style): number {
  const runs = splitIntoRuns({ face: style.face, text });
  const width = runs.reduce((sum, run) => sum + measureRun(doc, run, style), 0);
  setFont(doc, fontFile(style.face), style.size);
  return width;
}

function measureRun(doc: PDFKit.PDFDocument, run: Run, style: Style): number {
  return setFont(doc, run.file, style.size).widthOfString(run.text) + spacingOf(run, style) * run.text.length;
}

export function spacingOf({ isJoined }: Run, { spacing = 0 }: Style): number {
  return isJoined ? 0 : spacing;
}

// A letter is never separated from its marks.
const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

type Breaking = { width: number; measure: (line: string) => number };

/** A line ends with the space at which it was broken, so that copied text and screen readers keep words apart. */
function breakIntoLines(text: string, { width, measure }: Breaking): string[] {
  if (text && measure(text) <= width) return [text];
  const lines: string[] = [];
  let line = "";
  for (const piece of text.split(/(?<=[ /-])/)) {
    if (measure((line + piece).trimEnd()) <= width) {
      line += piece;
      continue;
    }
    if (line) lines.push(line);
    line = "";
    if (measure(piece.trimEnd()) <= width) {
      line = piece;
      continue;
    }
    for (const { segment: character } of letters.segment(piece)) {
      if (line && measure(line + character.trimEnd()) > width) {
        lines.push(line);
        line = "";
      }
      line += character;
    }
  }
  if (line.trim()) lines.push(line.trimEnd());
  return lines;
}

function cutOff(lines: string[], { maxLines, width, measure }: Breaking & { maxLines: number }): string[] {
  const rest = lines.slice(0, maxLines);
  let last = rest.pop()?.trimEnd() ?? "";
  while (last && measure(`${last}…`) > width) last = last.slice(0, -1);
  return [...rest, `${last.trimEnd()}…`];
}

/** Narrows the column as far as the number of lines allows, so that the last line is not a single word. */
function balance(text: string, { lines, width, measure }: Breaking & { lines: string[] }): string[] {
  const longest = Math.max(...text.split(" ").map(measure));
  let [tooNarrow, enough, best] = [Math.max(width / 2, longest), width, lines];
  while (lines.length > 1 && enough - tooNarrow > 4) {
    const middle = (tooNarrow + enough) / 2;
    const tried = breakIntoLines(text, { width: middle, measure });
    if (tried.length > lines.length) tooNarrow = middle;
    else [enough, best] = [middle, tried];
  }
  return best;
}
