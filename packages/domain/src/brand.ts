import { contrast, fromLch, toLch } from "./colour.ts";

/** The colours of a brand: everything else follows from these two. */
export type Colours = { main: string; accent: string };

/** The colours for which the product was drawn. */
export const usualColours: Colours = { main: "#0b4f8f", accent: "#f6b73c" };

/** The tokens of the site as they are drawn for the usual colours; `styles/tokens.css` has the same. */
const usual = {
  light: {
    paper: "#fdfbf7",
    card: "#ffffff",
    sand: "#f5efe3",
    foam: "#e7f0f6",
    ink: "#0d2136",
    "ink-2": "#3d5064",
    "ink-3": "#586a7c",
    rule: "#dcd6c9",
    "rule-2": "#838e99",
    sea: "#0b4f8f",
    "sea-hover": "#083d70",
    "on-sea": "#ffffff",
    "sea-tint": "#dfecf6",
    deep: "#0a3357",
    "on-deep": "#ffffff",
    "on-deep-2": "#c3d8e8",
    "deep-rule": "#2d5678",
    sun: "#f6b73c",
    "sun-hover": "#ffc95c",
    "on-sun": "#0d2136",
    glow: "#e65a3c",
    "art-sky": "#f9cf73",
    "art-cloud": "#fce3ab",
    "art-beam": "#fce3ab",
    "art-band": "#0b4f8f",
    "art-land": "#0d2136",
    focus: "#0b4f8f",
  },
  dark: {
    paper: "#0b1622",
    card: "#122232",
    sand: "#0f1d2b",
    foam: "#11273a",
    ink: "#f3efe6",
    "ink-2": "#bcc8d3",
    "ink-3": "#9aa9b7",
    rule: "#26394b",
    "rule-2": "#6b7d8e",
    sea: "#85bff2",
    "sea-hover": "#a9d3f7",
    "on-sea": "#05182a",
    "sea-tint": "#17344e",
    deep: "#0e3152",
    "on-deep": "#f6f3ec",
    "on-deep-2": "#bcd1e2",
    "deep-rule": "#2f5474",
    sun: "#f6c35a",
    "sun-hover": "#ffc95c",
    "on-sun": "#0d2136",
    glow: "#f07c5f",
    "art-sky": "#1d3f63",
    "art-cloud": "#2b5379",
    "art-beam": "#2f5a7f",
    "art-band": "#c9513a",
    "art-land": "#07121d",
    focus: "#f6c35a",
  },
} as const;

export type Token = keyof typeof usual.light;
export type Tokens = Record<Token, string>;
export type Palette = { light: Tokens; dark: Tokens };

/** What looks the same whatever the brand. */
const fixed = {
  light: ["paper", "card", "sand", "rule", "on-sea", "on-deep"],
  dark: ["ink", "on-deep", "art-band"],
} as const satisfies Record<keyof Palette, readonly Token[]>;
const ofAccent = {
  light: ["sun", "sun-hover", "glow", "art-sky", "art-cloud", "art-beam"],
  dark: ["sun", "sun-hover", "glow", "focus"],
} as const satisfies Record<keyof Palette, readonly Token[]>;

type Needed = [text: Token, on: readonly Token[]];

/** Text and the grounds on which it stands. A text moves away from its grounds until it can be read. */
const texts: Needed[] = [
  ["ink", ["paper", "card", "sand", "foam", "sea-tint"]],
  ["ink-2", ["paper", "card", "sand", "foam", "sea-tint"]],
  ["ink-3", ["paper", "card", "sand", "foam"]],
  ["sea", ["paper", "card", "sand", "foam", "sea-tint"]],
  ["sea-hover", ["paper", "card", "sand", "foam", "sea-tint"]],
  ["on-deep", ["deep"]],
  ["on-deep-2", ["deep"]],
  ["sun", ["deep"]],
];
const readable = 4.5;
/** Enough for a line, a large letter or a sign. */
const visible = 3;
const signGrounds = ["paper", "card"] as const;

/** All pairs that people have to tell apart, with the contrast that each needs. */
export const pairs: { front: Token; back: Token; needed: number }[] = [
  ...[...texts, ...buttonTexts()].flatMap(([front, on]) => on.map((back) => ({ front, back, needed: readable }))),
  ...(["focus", "glow"] as const).flatMap((front) => signGrounds.map((back) => ({ front, back, needed: visible }))),
];

function buttonTexts(): Needed[] {
  return [
    ["on-sea", ["sea", "sea-hover"]],
    ["on-sun", ["sun", "sun-hover"]],
  ];
}

/** All colours that follow from the two. Call it with colours that `whyNotColours` does not refuse. */
export function palette(colours: Colours): Palette {
  if (isUsual(colours)) return usual;
  return { light: lightTokens(colours), dark: darkTokens(colours) };
}

export function isUsual({ main, accent }: Colours): boolean {
  return main === usualColours.main && accent === usualColours.accent;
}

/** The colours of a site that differ from the usual ones. What differs by day is set again for the night. */
export function changedTokens({ light, dark }: Palette): { light: Partial<Tokens>; dark: Partial<Tokens> } {
  const names = Object.keys(light) as Token[];
  const byDay = names.filter((name) => light[name] !== usual.light[name]);
  const byNight = names.filter((name) => byDay.includes(name) || dark[name] !== usual.dark[name]);
  const pick = (tokens: Tokens, chosen: Token[]) => Object.fromEntries(chosen.map((name) => [name, tokens[name]]));
  return { light: pick(light, byDay), dark: pick(dark, byNight) };
}

function lightTokens(colours: Colours): Tokens {
  const tokens: Tokens = { ...turned("light", colours), sea: colours.main, sun: colours.accent };
  const read = withContrast(tokens);
  const hover = step(read.sea, -0.06);
  return withTextOnButtons({
    ...read,
    "sea-hover": contrast(hover, read.paper) >= readable ? hover : read.sea,
    "sun-hover": step(read.sun, 0.04),
    "art-band": read.sea,
    focus: read.sea,
  });
}

function darkTokens(colours: Colours): Tokens {
  const turnedTokens = turned("dark", colours);
  const light = Math.max(toLch(colours.accent).lightness, 0.7);
  const tokens = { ...turnedTokens, sun: fromLch({ ...toLch(colours.accent), lightness: light }) };
  const read = withContrast(tokens);
  return withTextOnButtons({ ...read, "sun-hover": step(read.sun, 0.04), focus: read.sun });
}

/** The usual tokens in the hue of the brand, as colourful as the brand, and as light as they were. */
function turned(theme: keyof Palette, colours: Colours): Tokens {
  const entries = Object.entries(usual[theme]).map(([name, colour]) => {
    if ((fixed[theme] as readonly string[]).includes(name)) return [name, colour];
    const source = (ofAccent[theme] as readonly string[]).includes(name) ? "accent" : "main";
    const [from, to, now] = [toLch(usualColours[source]), toLch(colours[source]), toLch(colour)];
    const chroma = now.chroma * Math.min(1.25, to.chroma / from.chroma);
    return [name, fromLch({ lightness: now.lightness, chroma, hue: now.hue + to.hue - from.hue })];
  });
  return Object.fromEntries(entries);
}

function withContrast(tokens: Tokens): Tokens {
  const all = { ...tokens };
  const move = (front: Token, on: readonly Token[], needed: number) => {
    const isDark = toLch(all[front]).lightness < toLch(all[on[0] as Token]).lightness;
    all[front] = moveUntil(all[front], isDark ? -0.01 : 0.01, (colour) =>
      on.every((ground) => contrast(colour, all[ground]) >= needed),
    );
  };
  for (const [text, on] of texts) move(text, on, readable);
  move("glow", signGrounds, visible);
  return all;
}

function withTextOnButtons(tokens: Tokens): Tokens {
  const all = { ...tokens };
  for (const [text, on] of buttonTexts())
    all[text] = textOn(
      on.map((ground) => all[ground]),
      all[text],
    );
  return all;
}

/** The colour of a text that can be read on all these grounds: the preferred one if possible. */
function textOn(grounds: string[], preferred: string): string {
  const worst = (colour: string) => Math.min(...grounds.map((ground) => contrast(colour, ground)));
  if (worst(preferred) >= readable) return preferred;
  return worst("#ffffff") > worst("#000000") ? "#ffffff" : "#000000";
}

function step(colour: string, by: number): string {
  const { lightness, ...rest } = toLch(colour);
  return fromLch({ lightness: lightness + by, ...rest });
}

function moveUntil(colour: string, by: number, isGood: (colour: string) => boolean): string {
  let { lightness, ...rest } = toLch(colour);
  let now = colour;
  while (!isGood(now) && lightness > 0 && lightness < 1) {
    lightness += by;
    now = fromLch({ lightness, ...rest });
  }
  return now;
}

export type WhyNot = { field: keyof Colours; message: string };

/** Why a site cannot be drawn in these colours; null if it can. */
export function whyNotColours(colours: Colours): WhyNot | null {
  if (isUsual(colours)) return null;
  const { main, accent } = colours;
  const { paper } = usual.light;
  const onPaper = contrast(main, paper);
  if (onPaper < readable)
    return {
      field: "main",
      message: `${main} cannot be read on the light pages: its contrast is ${short(onPaper)}, and ${readable} is needed. Choose a darker colour`,
    };
  const { deep } = turned("light", colours);
  const onDeep = contrast(accent, deep);
  if (onDeep < visible)
    return {
      field: "accent",
      message: `${accent} is hard to tell from the main colour: on the dark parts of a page (${deep}) its contrast is ${short(onDeep)}, and ${visible} is needed. Choose a lighter colour`,
    };
  return null;
}

/** Never rounds up to what is needed. */
const short = (ratio: number) => (Math.floor(ratio * 10) / 10).toFixed(1);

const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The first letters of the first two words that matter: "Kaveri School of Code" is KS. */
export function monogram(name: string): string {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  const important = words.filter((word) => !/^\p{Ll}/u.test(word));
  return (important.length > 0 ? important : words)
    .slice(0, 2)
    .map((word) => [...letters.segment(word)][0]?.segment.toUpperCase() ?? "")
    .join("");
}
