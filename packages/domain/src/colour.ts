/** Colours as `#rrggbb`, and as lightness, chroma and hue that match what people see (OKLCH). */

export type Lch = { lightness: number; chroma: number; hue: number };

type Triple = [number, number, number];

/** How well two colours can be told apart, from 1 to 21 (WCAG 2). */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = linearOf(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function toLch(colour: string): Lch {
  const [red, green, blue] = linearOf(colour);
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, b),
    hue: (Math.atan2(b, a) * 180) / Math.PI,
  };
}

/** The nearest colour that screens can show: it may be less colourful, but is as light. */
export function fromLch({ lightness, chroma, hue }: Lch): string {
  const light = Math.min(1, Math.max(0, lightness));
  let [fits, tooMuch] = [0, chroma];
  if (isShown(linearFrom({ lightness: light, chroma, hue }))) fits = chroma;
  else
    for (let step = 0; step < 16; step++) {
      const middle = (fits + tooMuch) / 2;
      if (isShown(linearFrom({ lightness: light, chroma: middle, hue }))) fits = middle;
      else tooMuch = middle;
    }
  return toHex(linearFrom({ lightness: light, chroma: fits, hue }));
}

function linearFrom({ lightness, chroma, hue }: Lch): Triple {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

// Rounding may leave the range by less than a shade.
const isShown = (linear: Triple) => linear.every((part) => part > -0.0005 && part < 1.0005);

function linearOf(colour: string): Triple {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Triple;
}

function toHex(linear: Triple): string {
  const parts = linear.map((part) => {
    const shown = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
    const shade = Math.round(Math.min(1, Math.max(0, shown)) * 255);
    return shade.toString(16).padStart(2, "0");
  });
  return `#${parts.join("")}`;
}
