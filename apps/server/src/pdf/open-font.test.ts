import { expect, test } from "vitest";
import { fontFile } from "./fonts.ts";
import { openFont } from "./open-font.ts";

test("a glyph that was needed as a part of another one first still stands for its letter", () => {
  const font = openFont(fontFile("display"));
  // No document has this glyph: it is the last one of the font.
  const last = font.numGlyphs - 1;
  expect(font.getGlyph(last).codePoints).toEqual([]);
  expect(font.getGlyph(last, [0x2e]).codePoints).toEqual([0x2e]);
  expect(font.getGlyph(last).codePoints).toEqual([0x2e]);
});
