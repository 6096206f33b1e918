import { findPath, publicPaths } from "../bench/weight.ts";
import { expect, test } from "./test.ts";

const unlisted = [
  "unknown address",
  "unsubscribe",
  "payment link that is not valid",
  "page of certificates that is not there",
  "webinar reminders",
  "certificate",
  "login",
  "one-time code",
  "register",
];

// Search engines and messengers read the document alone.
test.use({ javaScriptEnabled: false });

for (const wanted of publicPaths.filter(({ title }) => !unlisted.includes(title))) {
  test(`${wanted.title} can be found and shared`, async ({ page, request, baseURL: baseUrl = "" }) => {
    await page.goto(await findPath(wanted, { baseUrl }));
    const content = (selector: string) => page.locator(selector).first().getAttribute("content");
    const canonical = (await page.locator('link[rel="canonical"]').getAttribute("href")) ?? "";
    expect(canonical).toMatch(new RegExp(`^${baseUrl}/`));
    expect(((await content('meta[name="description"]')) ?? "").length).toBeGreaterThan(40);
    expect(await content('meta[property="og:url"]')).toBe(canonical);
    const picture = await request.get((await content('meta[property="og:image"]')) ?? "");
    expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/jpeg"]);
    const data = await page.locator('script[type="application/ld+json"]').allTextContents();
    expect(data.map((text) => JSON.parse(text)["@type"])).toContain("BreadcrumbList");
    expect(await (await request.get("/sitemap.xml")).text()).toContain(
      `<loc>${canonical.replaceAll("&", "&amp;")}</loc>`,
    );
  });
}

test("every address of the sitemap answers, and robots.txt names it", async ({ request, baseURL: baseUrl = "" }) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = ""]) =>
    address.replaceAll("&amp;", "&"),
  );
  expect(addresses.length).toBeGreaterThan(20);
  for (const address of addresses) expect([address, (await request.get(address)).status()]).toEqual([address, 200]);
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toContain(`Sitemap: ${baseUrl}/sitemap.xml`);
  expect(robots).toContain("Disallow: /dashboard");
});

test("security.txt says where to report a weakness, for less than a year", async ({
  request,
  baseURL: baseUrl = "",
}) => {
  const text = await (await request.get("/.well-known/security.txt")).text();
  expect(text).toContain(`Canonical: ${baseUrl}/.well-known/security.txt`);
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  const [, expires = ""] = /^Expires: (\S+)$/m.exec(text) ?? [];
  const days = (Date.parse(expires) - Date.now()) / 86_400_000;
  expect(days > 200 && days < 365).toBe(true);
});

test("the site can be installed on a home screen", async ({ request }) => {
  const manifest = await (await request.get("/manifest.webmanifest")).json();
  expect(manifest).toMatchObject({ name: "Shoreline Academy", start_url: "/" });
  for (const { src } of manifest.icons) expect((await request.get(src)).headers()["content-type"]).toBe("image/png");
});

test("the DID document names the keys of the institute, for pages of others too", async ({ request, baseURL }) => {
  const response = await request.get("/.well-known/did.json");
  expect(response.headers()).toMatchObject({
    "content-type": "application/did+json",
    "access-control-allow-origin": "*",
  });
  const document = await response.json();
  expect(document.id).toBe(`did:web:${encodeURIComponent(new URL(baseURL ?? "").host)}`);
  expect(document.assertionMethod.length).toBeGreaterThan(2);
  expect(await (await request.get("/api/keys")).json()).toMatchObject({ issuer: document.id });
});
