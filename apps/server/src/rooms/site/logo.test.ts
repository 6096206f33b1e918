import { Institute } from "@shoreline/contract";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { pictureKey } from "../../content/pictures.ts";
import { institute } from "../../db/tables/site.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { testInstitute } from "../../test/institute.ts";
import { subscribed } from "../lead/mails.ts";
import { readInstitute } from "./queries.ts";

const house = await testInstitute();
const svg = (fill: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"><rect width="60" height="20" fill="${fill}"/></svg>`,
  );
const [light, dark] = [`${"a".repeat(24)}.svg`, `${"b".repeat(24)}.svg`];
const logo = { light: `/media/picture/${light}`, dark: `/media/picture/${dark}` };

beforeEach(async () => {
  house.mails.length = 0;
  house.stored.set(pictureKey(light), { bytes: svg("#7a1f3d"), type: "image/svg+xml" });
  house.stored.set(pictureKey(dark), { bytes: svg("#ffffff"), type: "image/svg+xml" });
  await become(logo);
});

async function become(one: typeof logo | null) {
  const before = await readInstitute(house.db);
  await house.db
    .update(institute)
    .set({ profile: Institute.parse({ ...before, brand: { ...before.brand, logo: one } }) });
}

async function sendOne(): Promise<string> {
  await enqueue(house.db, sendMail, mailOf(subscribed, { to: "asha@example.com", data: { token: "abc" } }));
  await house.runJobs();
  return house.mails[0]?.html ?? "";
}

test("a mail shows the logo as PNG, by day and by night, at half the size of the picture", async () => {
  const html = await sendOne();
  expect(html).toMatch(/<img src="[^"]+" width="140" height="52" alt="Shoreline Academy"/);
  const urls = [...html.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, url]) => new URL(url ?? ""));
  expect(urls).toHaveLength(2);
  for (const { pathname } of urls) {
    const response = await house.app.request(pathname);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
    const { format, width, height } = await sharp(await response.arrayBuffer()).metadata();
    expect([format, width, height]).toEqual(["png", 280, 104]);
  }
});

test("a sent mail keeps its logo when the institute has another one", async () => {
  const [, address = ""] = /<img src="([^"]+)"/.exec(await sendOne()) ?? [];
  await become({ light: logo.dark, dark: logo.light });
  house.mails.length = 0;
  expect(await sendOne()).not.toContain(address);
  expect((await house.app.request(new URL(address).pathname)).status).toBe(200);
});

test.each([
  ["there is none", null],
  ["it cannot be found", { light: `/media/picture/${"c".repeat(24)}.svg`, dark: logo.dark }],
])("a mail has the name in place of the logo when %s", async (_, one) => {
  await become(one);
  const html = await sendOne();
  expect(html).not.toContain("<img");
  expect(html).toContain(">Shoreline Academy</a>");
});
