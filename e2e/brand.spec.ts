import { appendFileSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { complete } from "../apps/server/src/content/institute-command.ts";
import { writeInstitute } from "../apps/server/src/content/new-institute.ts";
import { startProduct, stopAll } from "../bench/product.mjs";
import { test as base, expect } from "./test.ts";

/** A product of its own with the content of another institute. */
const test = base.extend<object, { school: string }>({
  school: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern.
    async ({}, use) => {
      const folder = await writeContent();
      const { url } = await startProduct(() => ({ CONTENT_DIR: folder, LOG_LEVEL: "warn" }));
      await use(url);
      await stopAll();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ school }, use) => use(school),
});

async function writeContent(): Promise<string> {
  const folder = path.join(mkdtempSync(path.join(tmpdir(), "brand-")), "kaveri");
  const answers = await complete(
    {
      name: "Kaveri School of Code",
      city: "Tiruchirappalli",
      address: "12 Rock Fort Road",
      pin: "620002",
      state: "Tamil Nadu",
      phone: "+91 98765 43210",
      email: "hello@kaveri.example",
      course: "Python",
    },
    null,
  );
  writeInstitute(folder, answers);
  const brand =
    'brand:\n  colours:\n    main: "#7a1f3d"\n    accent: "#e8b04a"\n  logo:\n    light: /pictures/logo.svg\n';
  mkdirSync(path.join(folder, "pictures"), { recursive: true });
  const logo =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><path d="M0 0h120v40H0z" fill="#7a1f3d"/></svg>';
  writeFileSync(path.join(folder, "pictures/logo.svg"), logo);
  appendFileSync(path.join(folder, "institute.yaml"), brand);
  return folder;
}

test("the site of another institute has its colours, by day and by night, its icon and its share cards", async ({
  page,
  request,
}) => {
  await page.goto("/");
  const button = page.getByRole("link", { name: "Enroll Now" }).first();
  await expect(button).toHaveCSS("background-color", "rgb(122, 31, 61)");
  await expect(page.locator("meta[name='theme-color']")).toHaveCount(2);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(button).not.toHaveCSS("background-color", "rgb(122, 31, 61)");
  // Light text on a dark page.
  const [ink, paper] = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return [color, backgroundColor].map((one) => Number(/\d+/.exec(one)?.[0]));
  });
  expect(ink).toBeGreaterThan(200);
  expect(paper).toBeLessThan(60);

  const icon = await (await request.get("/icon.svg")).text();
  expect(icon).toContain("#e8b04a");
  const card = await page.locator("meta[property='og:image']").getAttribute("content");
  const answer = await request.get(new URL(card ?? "").pathname);
  expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "image/jpeg"]);
});

test("a logo is seen by day and by night, and in the mails; no page shows the sea", async ({ page, request }) => {
  await page.goto("/offline");
  const logo = page.getByRole("banner").getByRole("img", { name: "Kaveri School of Code" });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const box = await logo.boundingBox();
    expect([colorScheme, (box?.width ?? 0) > 90, (box?.height ?? 0) > 30]).toEqual([colorScheme, true, true]);
  }
  const picture = await page.locator("main img").getAttribute("src");
  const art = await (await request.get(picture ?? "")).text();
  expect(art).toContain("#e8b04a");
  const mails = await (await request.get("/dev/mails")).text();
  const [, address = ""] = /img src=&quot;([^&]+)&quot;/.exec(mails) ?? [];
  const shown = await request.get(new URL(address).pathname);
  expect([shown.status(), shown.headers()["content-type"]]).toEqual([200, "image/png"]);
});

test("no page of another institute mentions ours", async ({ request }) => {
  const addresses = ["/", "/onlinecourses", "/contactus", "/login", "/verify/e_certificate", "/terms-conditions"];
  const files = [
    "/privacy-policy",
    "/offline",
    "/manifest.webmanifest",
    "/sitemap.xml",
    "/api/openapi.json",
    "/api/site",
  ];
  for (const address of [...addresses, ...files]) {
    const answer = await request.get(address);
    const text = JSON.stringify(answer.headers()) + (await answer.text());
    expect([address, /shoreline|pondicherry|puducherry/i.exec(text)?.[0]]).toEqual([address, undefined]);
  }
});
