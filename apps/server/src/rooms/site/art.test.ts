import { type Brand, Institute } from "@shoreline/contract";
import sharp from "sharp";
import { expect, test } from "vitest";
import { institute } from "../../db/tables/site.ts";
import { testInstitute } from "../../test/institute.ts";
import { readInstitute } from "./queries.ts";

const house = await testInstitute();

async function become(change: Partial<Brand>) {
  const before = await readInstitute(house.db);
  const brand = { ...before.brand, ...change };
  await house.db.update(institute).set({ profile: Institute.parse({ ...before, brand }) });
}

const sizes: [string, number, number][] = [
  ["/art/offline.svg", 320, 240],
  ["/art/download.svg", 360, 300],
];

test.each(sizes)(
  "%s shows the sea, or the colours of an institute that has none, in one size",
  async (address, ...size) => {
    await become({ scene: "coast" });
    const sea = await (await house.app.request(address)).text();
    await become({ scene: "none", colours: { main: "#7a1f3d", accent: "#e8b04a" } });
    const response = await house.app.request(address);
    const neutral = await response.text();
    expect(response.headers.get("content-type")).toBe("image/svg+xml");
    expect(sea).toContain("#e65a3c");
    expect(neutral).toContain("#e8b04a");
    expect(neutral).not.toMatch(/#(e65a3c|0a3357|0d2136|4a5f73)/);
    for (const svg of [sea, neutral]) {
      const { width, height } = await sharp(Buffer.from(svg)).metadata();
      expect([width, height]).toEqual(size);
    }
  },
);
