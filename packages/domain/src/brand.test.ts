import { expect, test } from "vitest";
import {
  type Colours,
  changedTokens,
  monogram,
  type Palette,
  pairs,
  palette,
  usualColours,
  whyNotColours,
} from "./brand.ts";
import { contrast, fromLch, toLch } from "./colour.ts";

/** The pairs that people could not tell apart. */
function unreadable({ light, dark }: Palette): string[] {
  return [light, dark].flatMap((tokens, theme) =>
    pairs.flatMap(({ front, back, needed }) => {
      const found = contrast(tokens[front], tokens[back]);
      return found < needed ? [`${theme ? "dark" : "light"}: ${front} on ${back}: ${found.toFixed(2)}`] : [];
    }),
  );
}

test("black on white has the highest contrast, a colour on itself the lowest", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  expect(contrast("#0b4f8f", "#0b4f8f")).toBe(1);
});

test("a colour keeps its shade on the way to lightness, chroma and hue and back", () => {
  for (const colour of ["#0b4f8f", "#f6b73c", "#000000", "#ffffff", "#7a1f3d", "#00ff00"])
    expect(fromLch(toLch(colour))).toBe(colour);
});

test("the usual colours change nothing", () => {
  expect(changedTokens(palette(usualColours))).toEqual({ light: {}, dark: {} });
  expect(unreadable(palette(usualColours))).toEqual([]);
});

test.each([
  ["#7a1f3d", "#e8b04a"],
  ["#1b6e4f", "#ffd166"],
  ["#000000", "#ffffff"],
  ["#3b3b98", "#ff5e57"],
  ["#b00020", "#ffeb3b"],
  ["#5f5f00", "#00e5ff"],
])("a site in %s and %s can be read by day and by night", (main, accent) => {
  const colours: Colours = { main, accent };
  expect(whyNotColours(colours)).toBeNull();
  expect(unreadable(palette(colours))).toEqual([]);
  expect(contrast(palette(colours).light.sea, main)).toBeLessThan(1.3);
});

test("any two colours are refused, or give a site that can be read", () => {
  let seed = 20_261_116;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const colour = () =>
    `#${Math.floor(random() * 0x1000000)
      .toString(16)
      .padStart(6, "0")}`;
  let drawn = 0;
  for (let round = 0; round < 700; round++) {
    const colours = { main: colour(), accent: colour() };
    if (whyNotColours(colours)) continue;
    drawn++;
    expect({ ...colours, faults: unreadable(palette(colours)) }).toEqual({ ...colours, faults: [] });
  }
  expect(drawn).toBeGreaterThan(100);
});

test.each([
  [
    { main: "#ffd166", accent: "#0b4f8f" },
    "main",
    "#ffd166 cannot be read on the light pages: its contrast is 1.3, and 4.5 is needed. Choose a darker colour",
  ],
  [
    { main: "#0b4f8f", accent: "#0c5090" },
    "accent",
    "on the dark parts of a page (#0a3357) its contrast is 1.5, and 3 is needed. Choose a lighter colour",
  ],
] as const)("colours that cannot work are refused with the contrast that is missing", (colours, field, message) => {
  expect(whyNotColours(colours)).toMatchObject({ field, message: expect.stringContaining(message) });
});

test.each([
  ["Kaveri School of Code", "KS"],
  ["The school", "T"],
  ["nie academy", "NA"],
  ["Shoreline", "S"],
  ["காவேரி பள்ளி", "காப"],
  ["3D & More", "3M"],
  ["—", ""],
])("the monogram of %s is %s", (name, letters) => {
  expect(monogram(name)).toBe(letters);
});
