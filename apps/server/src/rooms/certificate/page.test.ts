import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { certificate } from "../../db/tables/certificate.ts";
import { builtSite } from "../../http/pages.ts";
import { testInstitute } from "../../test/institute.ts";

const institute = await testInstitute({ site: await builtSite() });
institute.cache.setContact("listening");
const visitor = institute.visitor();
const page = "/view/e_certificate/OCNST00001";

async function read(path: string) {
  const response = await visitor.request(path);
  const html = await response.text();
  const head = html.slice(0, html.indexOf("</head>"));
  return { status: response.status, caching: response.headers.get("cache-control"), head, html };
}

test("the page of a certificate says everything without a script, and is not indexed or kept", async () => {
  const { status, caching, head, html } = await read(page);
  expect([status, caching]).toEqual([200, "no-store"]);
  for (const said of ["This certificate is genuine.", "Nithya Balan", "Frontend Development", "SA-2024-7C31E8"])
    expect(html).toContain(said);
  expect(head).toMatch(/<title>Nithya Balan: Frontend Development, \d+ \w+ \d{4}: Shoreline Academy<\/title>/);
  expect(head).toMatch(/property="og:description" content="Certificate OCNST00001 is genuine: Nithya Balan/);
  expect(head).toContain("/share/certificate/OCNST00001.jpg");
  expect(head).toContain('name="robots" content="noindex"');
});

test("a hidden name is in no part of the head; a revocation is in it at once", async () => {
  const change = (values: Partial<typeof certificate.$inferInsert>) =>
    institute.db.update(certificate).set(values).where(eq(certificate.certificateId, "OCNST00001"));
  await change({ isNameHidden: true });
  const hidden = await read(page);
  expect(hidden.head).toContain("<title>Certificate OCNST00001: Frontend Development");
  expect(hidden.head).not.toContain("Nithya");
  expect(hidden.html).toContain("Nithya Balan</h1>");
  await change({ revokedAt: new Date("2026-11-01T00:00:00Z"), revokedReason: "Issued in error" });
  const revoked = await read(page);
  expect(revoked.head).toMatch(/<title>Revoked: Certificate OCNST00001/);
  expect(revoked.html).toContain("This certificate was revoked.");
  await change({ isNameHidden: false, revokedAt: null, revokedReason: null });
});

test.each(["OCNST99999", "x", "%F0%9F%8C%8A".repeat(41)])(
  "a link to no certificate (%s) leads to the verify page, which says so and is not kept",
  async (id) => {
    const sent = await visitor.request(`/view/e_certificate/${id}`);
    const to = sent.headers.get("location") ?? "";
    expect([sent.status, sent.headers.get("cache-control")]).toEqual([302, "no-store"]);
    expect(to).toMatch(/^\/verify\/e_certificate\/\?id=/);
    const { status, caching, html } = await read(to);
    expect([status, caching]).toEqual([200, "no-store"]);
    expect(html).toContain("something went wrong");
    expect(html).toContain("There is no certificate with this ID.");
  },
);

test("the verify page never denies a certificate that exists, and without an id it comes from the cache", async () => {
  const sent = await visitor.request("/verify/e_certificate/?id=ocnst00001");
  expect([sent.status, sent.headers.get("location")]).toEqual([302, page]);
  const plain = await read("/verify/e_certificate/");
  expect(plain.caching).toBe("public, no-cache");
  expect(plain.html).not.toContain("something went wrong");
});

test("pages count as look-ups: after 180 an address gets a page that says how long to wait", async () => {
  const stranger = institute.visitor();
  for (let n = 0; n < 179; n++) await stranger.certificate.get({ certificateId: "OCNST00001" });
  expect((await stranger.request(page)).status).toBe(200);
  const refused = await stranger.request("/view/e_certificate/OCNST00002");
  expect([refused.status, refused.headers.get("cache-control")]).toEqual([429, "no-store"]);
  expect(await refused.text()).toContain("Please try again in 10 minutes.");
  expect((await stranger.request(`${page}.data`)).status).toBe(429);
  await expect(stranger.certificate.get({ certificateId: "OCNST00001" })).rejects.toMatchObject({
    code: "TOO_MANY_REQUESTS",
  });
  expect((await visitor.request(page)).status).toBe(200);
});
