import * as fontkit from "fontkit";
import { faces, splitIntoRuns } from "./fonts.ts";
import { type Setting, type Style, spacingOf } from "./typeset.ts";

type Glyph = { path: fontkit.Path; x: number; y: number; advance: number };
type Doc = PDFKit.PDFDocument;

const opened = new Map<string, fontkit.Font>();

function fontOf(file: string): fontkit.Font {
  const font = opened.get(file) ?? (fontkit.openSync(file) as fontkit.Font);
  opened.set(file, font);
  return font;
}

/** Places the glyphs of a line of text as shapes, so that showing the picture needs no fonts. */
function layGlyphs(doc: Doc, text: string, style: Style): { glyphs: Glyph[]; width: number } {
  const glyphs: Glyph[] = [];
  let width = 0;
  for (const run of splitIntoRuns(doc, { face: style.face, text })) {
    const font = fontOf(run.file);
    const scale = style.size / font.unitsPerEm;
    const { glyphs: shapes, positions } = font.layout(run.text);
    for (const [n, { path }] of shapes.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[n] ?? {};
      const advance = xAdvance * scale + spacingOf(run, style);
      glyphs.push({ path: path.scale(scale, -scale), x: width + xOffset * scale, y: -yOffset * scale, advance });
      width += advance;
    }
  }
  return { glyphs, width };
}

type Line = { text: string; style: Style; x: number; baseline: number };

export function outlineLine(doc: Doc, { text, style, x, baseline }: Line): string {
  const { glyphs } = layGlyphs(doc, text, style);
  return glyphs.map((glyph) => glyph.path.translate(x + glyph.x, baseline + glyph.y).toSVG()).join("");
}

/** The outlines of all lines, from `y` downwards. */
export function outlineSetting(doc: Doc, { lines, style }: Setting, { x, y }: { x: number; y: number }): string {
  const rise = (style.leading + faces[style.face].capHeight * style.size) / 2;
  return lines.map((text, n) => outlineLine(doc, { text, style, x, baseline: y + n * style.leading + rise })).join("");
}

type Ring = { text: string; style: Style; radius: number };

/** Text around a whole circle, from its lowest point. A short text is spaced out, a long one made smaller. */
export function outlineRing(doc: Doc, { text, style, radius }: Ring): string {
  const { glyphs, width } = layGlyphs(doc, text, style);
  const room = 2 * Math.PI * radius;
  const scale = Math.min(1, room / width);
  const gap = (room - width * scale) / glyphs.length;
  let offset = 0;
  return glyphs
    .map(({ path, advance }) => {
      const angle = (offset + (advance * scale) / 2) / radius + Math.PI;
      offset += advance * scale + gap;
      const shape = path.scale(scale).translate((-advance * scale) / 2, -radius);
      return shape.rotate(angle).toSVG();
    })
    .join("");
}
