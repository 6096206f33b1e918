import { createRequire } from "node:module";
import PDFDocument from "pdfkit";
import { openFont } from "./open-font.ts";

const { resolve } = createRequire(import.meta.url);

/** `capHeight` is the height of a capital letter as a fraction of the font size. */
export const faces = {
  display: { family: "bricolage-grotesque", weight: 800, capHeight: 0.66 },
  head: { family: "bricolage-grotesque", weight: 700, capHeight: 0.66 },
  text: { family: "schibsted-grotesk", weight: 400, capHeight: 0.7 },
  strong: { family: "schibsted-grotesk", weight: 600, capHeight: 0.7 },
};
export type Face = keyof typeof faces;

// The second file has the rupee sign and ā, ł, ș, but no plain letters.
const slices = ["latin", "latin-ext"] as const;
// Names may use these scripts too. fontkit shapes them correctly; with Malayalam and Telugu it fails.
const scripts = [
  { slice: "tamil", letters: /\p{Script=Tamil}/u },
  { slice: "devanagari", letters: /\p{Script=Devanagari}/u },
] as const;
type Slice = (typeof slices)[number] | (typeof scripts)[number]["slice"];

/** Letters of an `isJoined` run affect each other's shape, so they cannot be spaced one by one. */
export type Run = { file: string; text: string; isJoined: boolean };

const paths = new Map<string, string>();

/** Returns the path of a font file. It is woff, because pdfkit cannot make a subset of woff2. */
export function fontFile(face: Face, slice: Slice = "latin"): string {
  // Called for every character, and resolving reads the disk.
  const key = `${face} ${slice}`;
  const known = paths.get(key);
  if (known) return known;
  const { family: latin, weight } = faces[face];
  const family = scripts.some((script) => script.slice === slice) ? `noto-sans-${slice}` : latin;
  const file = resolve(`@fontsource/${family}/files/${family}-${slice}-${weight}-normal.woff`);
  paths.set(key, file);
  return file;
}

/** A document without pages. pdfkit's own default font would be opened for nothing, so there is none at first. */
export function blankDocument(options: PDFKit.PDFDocumentOptions = {}): PDFKit.PDFDocument {
  return setFont(new PDFDocument({ ...options, autoFirstPage: false, font: "" }), fontFile("text"));
}

/** pdfkit takes an opened font too, which its types do not say, and keeps it under the name of its file. */
export function setFont(doc: PDFKit.PDFDocument, file: string, size?: number): PDFKit.PDFDocument {
  return doc.font(openFont(file) as unknown as string, file, size);
}

/** Splits printable text into runs that need one font file each. */
export function splitIntoRuns({ face, text }: { face: Face; text: string }): Run[] {
  const runs: Run[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const script = scriptOf({ face, character });
    const slice = script ?? slices.find((one) => hasGlyph({ face, slice: one, character })) ?? slices[0];
    const file = fontFile(face, slice);
    if (last?.file === file) last.text += character;
    else runs.push({ file, text: character, isJoined: script !== undefined });
  }
  return runs;
}

/** Replaces every character that the face lacks with the nearest one it has, so that no empty box is printed. */
export function makePrintable({ face, text }: { face: Face; text: string }): string {
  const canPrint = (character: string) => slices.some((slice) => hasGlyph({ face, slice, character }));
  const replace = (character: string): string => {
    if (/\s/.test(character) && character !== "\u00a0") return " ";
    if (scriptOf({ face, character })) return character;
    // A separate combining mark may come from another font file than its letter and be printed next to it.
    if (/\p{M}/u.test(character)) return "";
    if (canPrint(character)) return character;
    const known = substitutes[character];
    if (known !== undefined) return known;
    const plain = character.normalize("NFKD");
    if (plain !== character) return [...plain].map(replace).join("");
    return /[\p{L}\p{N}]/u.test(character) ? foreign : "";
  };
  const replaced = [...text.toWellFormed().normalize("NFC")].map(replace).join("");
  return replaced.replace(foreignWords, "?").replace(/ +/g, " ").trim();
}

let probe: PDFKit.PDFDocument | undefined;

/** Whether a name can be printed in its own script, at least without accents. */
export function canPrint(text: string): boolean {
  // Reused, because it caches the fonts that it has opened.
  probe ??= blankDocument();
  if (/\p{Extended_Pictographic}/u.test(text)) return false;
  // Unprintable text becomes a question mark, so the input must not contain any.
  const printed = makePrintable({ face: "display", text: text.replaceAll("?", "") });
  if (printed === "" || printed.includes("?")) return false;
  try {
    for (const run of splitIntoRuns({ face: "display", text: printed }))
      if (run.isJoined) setFont(probe, run.file).widthOfString(run.text);
    return true;
  } catch {
    // fontkit cannot shape this sequence of letters.
    return false;
  }
}

function scriptOf({ face, character }: { face: Face; character: string }) {
  const script = scripts.find(({ letters }) => letters.test(character));
  return script && hasGlyph({ face, slice: script.slice, character }) ? script.slice : undefined;
}

// Words in a script without a font become one question mark, not one for each letter.
const foreign = "\ue000";
const foreignWords = /\ue000+(?: +\ue000+)*/g;

const substitutes: Record<string, string> = {
  "→": "->",
  "←": "<-",
  "↔": "<->",
  "⇒": "=>",
  "≤": "<=",
  "≥": ">=",
  "≠": "!=",
  "≈": "~",
  "\u2010": "-",
  "\u2011": "-",
  λ: "lambda",
  π: "pi",
  μ: "µ",
};

const coverage = new Map<string, Set<number>>();

function hasGlyph({ face, slice, character }: { face: Face; slice: Slice; character: string }): boolean {
  const file = fontFile(face, slice);
  const known = coverage.get(file) ?? new Set(openFont(file).characterSet.filter((codePoint) => codePoint >= 32));
  coverage.set(file, known);
  return known.has(character.codePointAt(0) ?? 0);
}
