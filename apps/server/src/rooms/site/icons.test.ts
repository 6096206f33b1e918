import { type Brand, Institute } from "@shoreline/contract";
import sharp from "sharp";
import { expect, test } from "vitest";
import { pictureKey } from "../../content/pictures.ts";
import { institute } from "../../db/tables/site.ts";
import { testInstitute } from "../../test/institute.ts";
import { readInstitute } from "./queries.ts";

const house = await testInstitute();

async function become(name: string, brand: Partial<Brand>) {
  const before = await readInstitute(house.db);
  const profile = Institute.parse({ ...before, name, brand: { ...before.brand, icon: null, ...brand } });
  await house.db.update(institute).set({ profile });
}

async function pixels(address: string) {
  const response = await house.app.request(address);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
  const { data, info } = await sharp(await response.arrayBuffer())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const from = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 4;
    return [...data.subarray(from, from + 4)];
  };
  return { size: [info.width, info.height], at };
}

const deepBlue = [10, 51, 87, 255];

test("the demo has its icon in every size, for home screens without clear corners", async () => {
  const icon = await (await house.app.request("/icon.svg")).text();
  expect(icon).toContain('<path d="M8 15a8 8 0 0 1 16 0z" fill="#f6b73c"/>');
  const small = await pixels("/icon-192.png");
  expect([small.size, small.at(0.5, 0.02), small.at(0, 0)[3]]).toEqual([[192, 192], deepBlue, 0]);
  for (const [address, size] of [
    ["/icon-maskable-512.png", 512],
    ["/apple-touch-icon.png", 180],
  ] as const) {
    const whole = await pixels(address);
    expect([whole.size, whole.at(0, 0), whole.at(0.5, 0.4)]).toEqual([[size, size], deepBlue, [246, 183, 60, 255]]);
  }
});

test("an institute without an icon gets its initials in its colours", async () => {
  await become("Kaveri School of Code", { colours: { main: "#7a1f3d", accent: "#e8b04a" } });
  const response = await house.app.request("/icon.svg");
  const icon = await response.text();
  expect(response.headers.get("content-type")).toBe("image/svg+xml");
  expect(icon).toContain('fill="#e8b04a"');
  expect(icon).not.toMatch(/0a3357|f6b73c|<text/);
  await become("Nila School of Code", { colours: { main: "#7a1f3d", accent: "#e8b04a" } });
  expect(await (await house.app.request("/icon.svg")).text()).not.toBe(icon);
});

test("an icon that is a photograph is drawn in every size", async () => {
  const green = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#1b6e4f" } })
    .webp()
    .toBuffer();
  const name = `${"a".repeat(24)}.webp`;
  house.stored.set(pictureKey(name), { bytes: green, type: "image/webp" });
  await become("Kaveri School of Code", { icon: `/media/picture/${name}` });
  const { size, at } = await pixels("/icon-maskable-512.png");
  expect([size, at(0, 0)]).toEqual([[512, 512], at(0.5, 0.5)]);
  expect(await (await house.app.request("/icon.svg")).text()).toContain("data:image/png;base64,");
});

test("browsers keep an icon for an hour, and then ask whether it has changed", async () => {
  const first = await house.app.request("/icon-192.png");
  expect(first.headers.get("cache-control")).toBe("public, max-age=3600");
  const etag = first.headers.get("etag") ?? "";
  expect((await house.app.request("/icon-192.png", { headers: { "if-none-match": etag } })).status).toBe(304);
});
