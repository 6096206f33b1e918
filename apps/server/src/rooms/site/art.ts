import { type Palette, palette, type Tokens } from "@shoreline/domain/brand";
import type { Drawing } from "../../room.ts";
import { readPictureAt } from "./picture.ts";
import { readInstitute } from "./queries.ts";

type Art = { width: number; height: number; shapes(colours: Tokens): string };

const offline: Art = { width: 320, height: 240, shapes: drawOffline };
const download: Art = { width: 360, height: 300, shapes: drawDownload };

/** Pictures beside a message: of the sea where the institute has it, else of the same size in its colours. */
export const art: Drawing[] = Object.entries({ offline, download }).map(([name, neutral]) => ({
  address: `/art/${name}.svg`,
  async draw(deps) {
    const { brand } = await readInstitute(deps.db);
    const sea = brand.scene === "coast" ? await readPictureAt(deps, `/pictures/${name}.svg`) : null;
    return { type: "image/svg+xml", bytes: sea ?? Buffer.from(toSvg(neutral, palette(brand.colours))) };
  },
}));

function toSvg({ width, height, shapes }: Art, { light, dark }: Palette): string {
  const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  const night = `<style>@media (prefers-color-scheme:dark){#ground{fill:${dark.foam}}}</style>`;
  const ground = `<rect id="ground" width="${width}" height="${height}" fill="${light.foam}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${night}${ground}${shapes(light)}</svg>`;
}

type Bar = [x: number, y: number, length: number];

function bars(colour: string, thickness: number, list: Bar[]): string {
  const path = list.map(([x, y, length]) => `M${x} ${y}h${length}`).join("");
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${thickness}" stroke-linecap="round"/>`;
}

/** A window with faint lines of code, and a plug that is out of its socket. */
function drawOffline(colours: Tokens): string {
  const { deep, sun, "deep-rule": faint, "on-deep-2": soft, "rule-2": grey } = colours;
  const code: Bar[] = [
    [82, 84, 40],
    [140, 84, 76],
    [98, 104, 64],
    [180, 104, 36],
    [98, 124, 30],
  ];
  return [
    `<rect x="60" y="40" width="200" height="112" rx="10" fill="${deep}"/>`,
    bars(soft, 8, [
      [78, 58, 0],
      [94, 58, 0],
      [110, 58, 0],
    ]),
    bars(faint, 8, code),
    bars(grey, 6, [
      [0, 196, 104],
      [216, 196, 104],
    ]),
    `<path d="M104 178h20a18 18 0 0 1 0 36h-20z" fill="${deep}"/><path d="M216 178h-20a18 18 0 0 0 0 36h20z" fill="${deep}"/>`,
    bars(sun, 6, [
      [145, 188, 10],
      [145, 204, 10],
    ]),
  ].join("");
}

/** A sheet of paper with an arrow into a tray. */
function drawDownload(colours: Tokens): string {
  const { deep, sea, sun, card, rule, "rule-2": grey } = colours;
  const lines: Bar[] = [
    [128, 88, 60],
    [128, 108, 84],
    [128, 128, 48],
    [128, 148, 72],
  ];
  return [
    `<path d="M92 32h128l36 36v148H92z" fill="${card}"/><path d="M220 32v36h36z" fill="${rule}"/>`,
    bars(sea, 9, [[116, 60, 68]]),
    bars(
      sun,
      7,
      lines.map(([, y]): Bar => [116, y, 0]),
    ),
    bars(grey, 6, lines),
    `<path d="M56 196h48q10 34 70 34t70-34h48v64a12 12 0 0 1-12 12H68a12 12 0 0 1-12-12z" fill="${deep}"/>`,
    `<path d="M174 172v66M150 216l24 24 24-24" fill="none" stroke="${sun}" stroke-width="11" stroke-linecap="round" stroke-linejoin="round"/>`,
  ].join("");
}
