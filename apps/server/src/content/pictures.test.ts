import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { StoredFile } from "../ports.ts";
import { memoryFiles } from "../test/memory-files.ts";
import { shippedFolder } from "./folder.ts";
import { checkPictures, namePicture, type PictureUse, storePictures, whyNoPicture } from "./pictures.ts";

const files = readdirSync(shippedFolder, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".yaml"),
);

test("every picture that the content uses exists", () => {
  const named = files.flatMap((file) => {
    const text = readFileSync(path.join(shippedFolder, file), "utf8");
    return [...text.matchAll(/\/pictures\/[\w./-]+/g)].map(([address]) => ({ file, address }));
  });
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ address }) => !existsSync(path.join(shippedFolder, address)))).toEqual([]);
});

test.each(["blank.svg", "courses/none.svg", "webinars/none.svg"])(
  "%s is grey, so that it suits every brand",
  (name) => {
    const drawn = readFileSync(path.join(shippedFolder, "pictures", name), "utf8");
    const colours = [...drawn.matchAll(/#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\b/g)];
    expect(colours.length).toBeGreaterThan(4);
    for (const [, ...parts] of colours) {
      const shades = parts.map((part) => Number.parseInt(part, 16));
      expect(Math.max(...shades) - Math.min(...shades)).toBeLessThan(16);
    }
  },
);

const svg = (inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`);
const noise = { type: "gaussian", mean: 100, sigma: 60 } as const;
const photo = await sharp({ create: { width: 90, height: 90, channels: 3, background: "#123456", noise } })
  .jpeg()
  .toBuffer();
const half = photo.subarray(0, photo.byteLength / 2);

const picturesOf = (bytes: Buffer, uses: PictureUse[] = ["wide"]) =>
  new Map(uses.map((use) => [namePicture(bytes, use), { address: "/pictures/one.jpg", bytes, use }]));

async function mistakesOf(bytes: Buffer, uses?: PictureUse[]) {
  const mistakes: string[] = [];
  await checkPictures(picturesOf(bytes, uses), (file, message) => mistakes.push(`${file}: ${message}`));
  return mistakes;
}

test("pictures that can be drawn have no mistakes", async () => {
  expect(await mistakesOf(photo)).toEqual([]);
  expect(await mistakesOf(svg('<rect width="9" height="9"/>'))).toEqual([]);
});

test.each([
  ["a tag that is never closed", svg("<g>"), /line 1: Opening and ending tag mismatch/],
  ["an unknown entity", svg("&nbsp;"), /line 1: Entity 'nbsp' not defined/],
  ["an unknown prefix", svg('<use xlink:href="#a"/>'), /line 1: Namespace prefix xlink .* not defined/],
])("an SVG with %s is a mistake of its file, with the line", async (_, bytes, why) => {
  const [mistake, ...more] = await mistakesOf(bytes);
  expect(mistake).toMatch(/^pictures\/one\.jpg: is not a well-formed SVG: /);
  expect(mistake).toMatch(why);
  expect(more).toEqual([]);
});

test("an SVG without its namespace is refused, because browsers do not show it", () => {
  expect(whyNoPicture(Buffer.from('<svg viewBox="0 0 9 9"></svg>'))).toContain("needs xmlns=");
  expect(whyNoPicture(svg(""))).toBeNull();
});

test("a damaged photograph is one mistake in one line, however often it is used", async () => {
  expect(await mistakesOf(half, ["wide", "logo", "card"])).toEqual(["pictures/one.jpg: is damaged or incomplete"]);
});

test("a picture of too many pixels is refused with its size and the limit, and is not stored", async () => {
  const large = await sharp({ create: { width: 8000, height: 7000, channels: 3, background: "#123456" } })
    .png()
    .toBuffer();
  const why = "has 8000 × 7000 pixels, which are 56 megapixels; a picture may have 50: please make it smaller";
  expect(await mistakesOf(large)).toEqual([`pictures/one.jpg: ${why}`]);
  const stored = new Map<string, StoredFile>();
  const files = memoryFiles(stored);
  await expect(storePictures(files, picturesOf(large))).rejects.toThrow(`The picture /pictures/one.jpg ${why}.`);
  expect(stored.size).toBe(0);
});
