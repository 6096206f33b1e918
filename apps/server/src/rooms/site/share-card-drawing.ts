import { type Colours, palette, type Tokens } from "@shoreline/domain/brand";
import sharp, { type OverlayOptions } from "sharp";
import { blankDocument } from "../../pdf/fonts.ts";
import { outlineSetting } from "../../pdf/outline.ts";
import { fitText, type Style } from "../../pdf/typeset.ts";

export type CardInput = {
  name: string;
  title: string;
  facts: string[];
  colours: Colours;
  /** Pictures as they are stored. */
  logo: Uint8Array | null;
  icon: Uint8Array;
  picture: Uint8Array | null;
  /** The picture is not of the page but of the institute, and goes on below the horizon. */
  isGeneral: boolean;
};

/** The size that networks ask for. */
const [width, height] = [1200, 630];
const [left, edge, horizon] = [56, 660, 424];

/** Draws the card of a page as JPEG: who, what, and a picture. Words become shapes. */
export async function drawCard(card: CardInput): Promise<Uint8Array> {
  const { light } = palette(card.colours);
  const doc = blankDocument();
  const shapes = [
    `<rect width="${width}" height="${height}" fill="${light.paper}"/>`,
    `<rect y="${horizon}" width="${width}" height="${height - horizon}" fill="${light.deep}"/>`,
    card.picture ? "" : codeArt(light),
    card.isGeneral ? ripples(light) : "",
    ...words(doc, card, light),
  ];
  const ground = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${shapes.join("")}</svg>`,
  );
  return sharp(ground)
    .composite(await pictures(card))
    .flatten({ background: light.paper })
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}

const sizes = (face: Style["face"], list: number[]): Style[] =>
  list.map((size) => ({ face, size, leading: size * 1.12, spacing: face === "display" ? -0.012 * size : 0 }));

function words(doc: PDFKit.PDFDocument, { name, title, facts, logo, isGeneral }: CardInput, light: Tokens): string[] {
  const path = (outline: string, fill: string) => `<path d="${outline}" fill="${fill}"/>`;
  const column = edge - 2 * left + 24;
  const sign = fitText(doc, name, sizes("strong", [34, 28, 24]), { width: column - 80, height: 72 });
  const heading = fitText(doc, title, sizes("display", [104, 88, 76, 66, 57, 50, 43, 37]), {
    width: column,
    height: 250,
  });
  let y = facts.length > 1 ? horizon + 42 : horizon + 78;
  const lines = facts.slice(0, 2).map((fact, n) => {
    const styles = n === 0 ? sizes("strong", [40, 34, 28, 24]) : sizes("display", [62, 50, 40]);
    const setting = fitText(doc, fact, styles, { width: isGeneral ? 640 : width - 2 * left, height: 72 });
    const drawn = path(outlineSetting(setting, { x: left, y }), n === 0 ? light["on-deep"] : light.sun);
    y += setting.height + 10;
    return drawn;
  });
  return [
    logo ? "" : path(outlineSetting(sign, { x: left + 80, y: 80 - sign.height / 2 }), light.ink),
    path(outlineSetting(heading, { x: left - 3, y: horizon - 28 - heading.height }), light.ink),
    ...lines,
  ];
}

type Bar = [x: number, y: number, width: number, colour: keyof Tokens];

const drawBars = (light: Tokens, tall: number, bars: Bar[]) =>
  bars
    .map(
      ([x, y, long, colour]) =>
        `<rect x="${x}" y="${y}" width="${long}" height="${tall}" rx="${tall / 2}" fill="${light[colour]}"/>`,
    )
    .join("");

/** Light on water, or lines of code. */
function ripples(light: Tokens): string {
  return drawBars(light, 13, [
    [780, 448, 150, "sun"],
    [946, 448, 90, "on-deep-2"],
    [812, 477, 80, "on-deep"],
    [908, 477, 110, "sun"],
    [846, 506, 100, "deep-rule"],
    [962, 506, 60, "on-deep-2"],
    [846, 535, 130, "on-deep"],
    [812, 564, 60, "sun"],
  ]);
}

/** Where there is no picture: a window with code in it. */
function codeArt(light: Tokens): string {
  const sky = `<rect x="${edge}" width="${width - edge}" height="${horizon}" fill="${light["art-sky"]}"/>`;
  const window = `<rect x="724" y="76" width="412" height="${horizon - 76}" fill="${light.deep}"/>`;
  const code = drawBars(light, 18, [
    [772, 128, 110, "sun"],
    [900, 128, 150, "on-deep-2"],
    [812, 176, 190, "on-deep"],
    [852, 224, 90, "on-deep-2"],
    [960, 224, 120, "sun"],
    [852, 272, 160, "deep-rule"],
    [812, 320, 120, "on-deep"],
  ]);
  return `${sky}${window}${code}`;
}

async function pictures({ logo, icon, picture }: CardInput): Promise<OverlayOptions[]> {
  const fit = { width: width - edge, height: horizon, position: "top" };
  return [
    logo
      ? { input: await draw(logo, { width: 400, height: 80, isWhole: true }), left, top: 44 }
      : { input: await draw(icon, { width: 62, height: 62, isWhole: true }), left, top: 49 },
    ...(picture ? [{ input: await draw(picture, fit), left: edge, top: 0 }] : []),
  ];
}

type Fit = { width: number; height: number; isWhole?: boolean; position?: string };

async function draw(bytes: Uint8Array, { isWhole = false, ...fit }: Fit): Promise<Buffer> {
  const limits = { limitInputPixels: 50_000_000 };
  const { format, width: own = fit.width } = await sharp(bytes, limits).metadata();
  // A drawing is made as large as it is needed, so that its edges are sharp.
  const density = format === "svg" ? Math.min(72 * Math.max(1, (2 * fit.width) / own), 2400) : 72;
  return sharp(bytes, { ...limits, density })
    .resize({
      ...fit,
      ...(isWhole
        ? { fit: "contain", position: "left", background: { r: 0, g: 0, b: 0, alpha: 0 } }
        : { fit: "cover" }),
    })
    .png()
    .toBuffer();
}
