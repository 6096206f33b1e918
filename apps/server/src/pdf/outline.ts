import type { Path } from "fontkit";
import { faces, splitIntoRuns } from "./fonts.ts";
import { openFont } from "./open-font.ts";
import { type Setting, type Style, spacingOf } from "./typeset.ts";

type Glyph = { path: Path; scale: number; x: number; y: number; advance: number };

/** Places the glyphs of a line of text as shapes, so that showing the picture needs no fonts. */
function layGlyphs(text: string, style: Style): { glyphs: Glyph[]; width: number } {
  const glyphs: Glyph[] = [];
  let width = 0;
  for (const run of splitIntoRuns({ face: style.face, text })) {
    const font = openFont(run.file);
    const scale = style.size / font.unitsPerEm;
    const { glyphs: shapes, positions } = font.layout(run.text);
    for (const [n, { path }] of shapes.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[n] ?? {};
      const advance = xAdvance * scale + spacingOf(run, style);
      glyphs.push({ path, scale, x: width + xOffset * scale, y: -yOffset * scale, advance });
      width += advance;
    }
  }
  return { glyphs, width };
}

type Line = { text: string; style: Style; x: number; baseline: number };

export function outlineLine({ text, style, x, baseline }: Line): string {
  const { glyphs } = layGlyphs(text, style);
  return glyphs
    .map(({ path, scale, ...at }) => path.transform(scale, 0, 0, -scale, x + at.x, baseline + at.y).toSVG())
    .join("");
}

/** `isCentred`: x is the middle of every line. */
type Corner = { x: number; y: number; isCentred?: boolean };

/** The outlines of all lines, from `y` downwards. */
export function outlineSetting({ lines, style }: Setting, { x, y, isCentred = false }: Corner): string {
  const rise = (style.leading + faces[style.face].capHeight * style.size) / 2;
  const begin = (text: string) => (isCentred ? x - layGlyphs(text.trimEnd(), style).width / 2 : x);
  return lines
    .map((text, n) => outlineLine({ text, style, x: begin(text), baseline: y + n * style.leading + rise }))
    .join("");
}

type Ring = { text: string; style: Style; radius: number };

/** Text around a whole circle, from its lowest point. A short text is spaced out, a long one made smaller. */
export function outlineRing({ text, style, radius }: Ring): string {
  const { glyphs, width } = layGlyphs(text, style);
  const room = 2 * Math.PI * radius;
  const shrink = Math.min(1, room / width);
  const gap = (room - width * shrink) / glyphs.length;
  let offset = 0;
  return glyphs
    .map(({ path, scale, advance }) => {
      const angle = (offset + (advance * shrink) / 2) / radius + Math.PI;
      offset += advance * shrink + gap;
      const shape = path
        .scale(scale, -scale)
        .scale(shrink)
        .translate((-advance * shrink) / 2, -radius);
      return shape.rotate(angle).toSVG();
    })
    .join("");
}
