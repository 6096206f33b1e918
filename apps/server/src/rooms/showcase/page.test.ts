import { expect, test } from "vitest";
import { builtSite } from "../../http/pages.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { giveCourse } from "../../test/paying.ts";
import { issueCertificate } from "../certificate/issue.ts";

const institute = await testInstitute({ site: await builtSite() });
institute.cache.setContact("listening");
const visitor = institute.visitor();

async function read(path: string) {
  const response = await visitor.request(path);
  const html = await response.text();
  const head = html.slice(0, html.indexOf("</head>"));
  return { status: response.status, caching: response.headers.get("cache-control"), head, html };
}

const mainOf = (html: string) => html.slice(html.indexOf("<main"), html.indexOf("</main>"));

async function newPage() {
  const learner = await newLearner(institute);
  await issueCertificate(institute.db, {
    ...{ purchaseId: await giveCourse(institute, learner), now: testDay, reason: "A test" },
  });
  const { token } = await learner.showcase.open({});
  const [own] = (await learner.certificate.list({})).certificates;
  return { learner, path: `/certificates/${token}`, certificateId: own?.certificateId ?? "" };
}

test("the page shows name and certificates without a script, and is neither indexed nor kept", async () => {
  const { path, certificateId } = await newPage();
  const { status, caching, head, html } = await read(path);
  expect([status, caching]).toEqual([200, "no-store"]);
  for (const said of [
    "Kavya Raman</h1>",
    "1 certificate from Shoreline Academy",
    `/view/e_certificate/${certificateId}`,
  ])
    expect(html.replaceAll("<!-- -->", "")).toContain(said);
  expect(head).toContain("<title>Certificates of Kavya Raman");
  expect(head).toContain('name="robots" content="noindex"');
  const card = /property="og:image" content="[^"]+(\/share\/[^"]+)"/.exec(head)?.[1] ?? "";
  expect((await visitor.request(card)).status).toBe(200);
});

test("a learner who hides the name in previews is not named in the head", async () => {
  const { learner, path, certificateId } = await newPage();
  await learner.certificate.hideName({ certificateId, isNameHidden: true });
  const { head, html } = await read(path);
  expect(head).not.toContain("Kavya");
  expect(html).toContain("Kavya Raman</h1>");
});

test("unknown, malformed, hidden and revoked addresses get the same plain answer", async () => {
  const hidden = await newPage();
  await hidden.learner.showcase.hide({});
  const revoked = await newPage();
  await revoked.learner.showcase.revoke({});
  const paths = ["/certificates/x", `/certificates/${"a".repeat(32)}`, hidden.path, revoked.path];
  const answers = await Promise.all(paths.map(read));
  for (const { status, caching, head, html } of answers) {
    expect([status, caching]).toEqual([404, "no-store"]);
    expect(head).toContain('name="robots" content="noindex"');
    expect(head).toContain("<title>404 Page Not Found");
    expect(mainOf(html)).toContain("404 Page Not Found");
    expect(mainOf(html)).toBe(mainOf(answers[0]?.html ?? ""));
  }
});

test("robots may read the page, for previews; the sitemap does not list it", async () => {
  const { path } = await newPage();
  const lines = (await read("/robots.txt")).html.split("\n").filter((line) => line.startsWith("Disallow: "));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter((line) => path.startsWith(line.slice("Disallow: ".length)))).toEqual([]);
  expect((await read("/sitemap.xml")).html).not.toContain("/certificates/");
});
