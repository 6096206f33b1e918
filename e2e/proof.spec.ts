import { execFileSync } from "node:child_process";
import { crc32 } from "node:zlib";
import { type APIRequestContext, devices, type Page } from "@playwright/test";
import { makeKey, sampleCredential, signCredential } from "../packages/proof/src/test/sample-institute.ts";
import { buyCourse, newLearner } from "./learner.ts";
import { expect, test } from "./test.ts";
import { expectToFit } from "./windows.ts";

const id = "OCNST00001";
const { viewport, hasTouch, isMobile } = { ...devices["Pixel 5"], viewport: { width: 360, height: 740 } };

/** The certificate as the product hands it out. It is signed by a job, soon after it was issued. */
async function download(request: APIRequestContext, kind: "json" | "pdf" | "png" | "svg", certificateId = id) {
  const path = kind === "json" ? `${certificateId}/credential` : `${kind}/${certificateId}`;
  const answer = () => request.get(`/api/certificate/${path}`);
  await expect.poll(async () => (await answer()).status()).toBe(200);
  return (await answer()).body();
}

async function choose(page: Page, content: Buffer | string, name = "certificate.pdf") {
  const file = { name, mimeType: "application/octet-stream", buffer: Buffer.from(content) };
  await page.getByLabel(/Choose a file/).setInputFiles(file);
  return page.getByRole("article");
}

/** Changes a byte of the picture and its checksum: without that the file would be damaged. */
function repaint(png: Buffer): void {
  const start = png.indexOf("IDAT");
  const end = start + 4 + png.readUInt32BE(start - 4);
  const at = end - 20;
  png.writeUInt8(png.readUInt8(at) ^ 1, at);
  png.writeUInt32BE(crc32(png.subarray(start, end)), end);
}

function isOfCheck(url: string): boolean {
  return /file-check|check-(pdf|picture|text)|verdict|api\/keys/.test(url);
}

/** In all sheets of the page, whatever file they come from. */
function rulesOfVerdicts(page: Page): Promise<number> {
  return page.evaluate(() => {
    const count = (rules: CSSRuleList): number =>
      [...rules].reduce(
        (sum, rule) =>
          sum +
          (rule instanceof CSSStyleRule ? Number(rule.selectorText.includes("data-verdict")) : 0) +
          ("cssRules" in rule ? count(rule.cssRules as CSSRuleList) : 0),
        0,
      );
    return [...document.styleSheets].reduce((sum, sheet) => sum + count(sheet.cssRules), 0);
  });
}

const genuine = { name: "Genuine and unchanged" };
const changed = { name: "Changed since it was issued" };

test("an employer checks a PDF, and neither the check comes before nor the file leaves", async ({ page, request }) => {
  const pdf = await download(request, "pdf");
  const requested: { url: string; method: string; body: string | null }[] = [];
  page.on("request", (one) => requested.push({ url: one.url(), method: one.method(), body: one.postData() }));
  await page.goto("/verify/e_certificate");
  await page.waitForLoadState("networkidle");
  expect(requested.filter(({ url }) => isOfCheck(url))).toEqual([]);
  expect(await rulesOfVerdicts(page)).toBe(0);

  requested.length = 0;
  const card = await choose(page, pdf);
  await expect(card.getByRole("heading", genuine)).toBeFocused();
  await expect(card.getByText("Nithya Balan")).toBeVisible();
  await expect(card.getByText("It is valid today.")).toBeVisible();
  const asked = requested.map(({ url }) => new URL(url).pathname);
  expect(asked.filter((path) => path.startsWith("/api/"))).toEqual(["/api/keys", `/api/certificate/get/${id}`]);
  expect(
    asked
      .filter(isOfCheck)
      .map((path) => path.replace(/-[\w-]{8}\./, "."))
      .sort(),
  ).toEqual([
    "/api/keys",
    "/assets/check-pdf.js",
    "/assets/file-check.css",
    "/assets/file-check.js",
    "/assets/verdict-card.js",
  ]);
  expect(await rulesOfVerdicts(page)).toBeGreaterThan(0);
  expect(requested.filter(({ method, body }) => method !== "GET" || body !== null)).toEqual([]);

  await card.getByText("Technical details").click();
  await expect(card.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
  await card.getByRole("link", { name: id }).click();
  await expect(page.getByText("This certificate is genuine.")).toBeVisible();
});

for (const path of ["/verify/e_certificate", `/view/e_certificate/${id}`])
  test(`${path} carries nothing of the check before a file is dropped`, async ({ page }) => {
    const scripts: Promise<string>[] = [];
    page.on("response", (one) => {
      if (one.request().resourceType() === "script") scripts.push(one.text());
    });
    await page.goto(path);
    await page.waitForLoadState("networkidle");
    expect(await rulesOfVerdicts(page)).toBe(0);
    const all = (await Promise.all(scripts)).join("\n");
    expect(all.length).toBeGreaterThan(100_000);
    for (const text of ["eddsa-jcs-2022", "openbadgecredential", "/ByteRange", "Genuine and unchanged"])
      expect(all).not.toContain(text);
  });

for (const kind of ["png", "svg", "json"] as const)
  test(`a ${kind} is genuine; with one byte changed it is not`, async ({ page, request }) => {
    const file = await download(request, kind);
    await page.goto("/verify/e_certificate");
    await expect((await choose(page, file, `mine.${kind}`)).getByRole("heading", genuine)).toBeVisible();
    if (kind === "png") repaint(file);
    else file.write("M", file.indexOf("Nithya"));
    const card = await choose(page, file, `mine.${kind}`);
    await expect(card.getByRole("heading", changed)).toBeVisible();
    await expect(card.getByRole("list", { name: "What was found" }).getByRole("listitem").first()).toBeVisible();
  });

test("a verdict is never seen without its styles; when the sheet did not load, the visitor can try again", async ({
  page,
  request,
  complaints,
}) => {
  const json = await download(request, "json");
  await page.goto("/verify/e_certificate");
  await page.route("**/file-check*.css", (route) => route.abort());
  const card = await choose(page, json, "mine.json");
  await expect(page.getByText("The check did not load.")).toBeVisible();
  await expect(card).toBeHidden();
  await page.unroute("**/file-check*.css");
  await page.evaluate(() => {
    const look = () => {
      const shown = document.querySelector("main article");
      if (!shown) return;
      seen.disconnect();
      document.documentElement.dataset.border = getComputedStyle(shown).borderTopWidth;
    };
    const seen = new MutationObserver(look);
    seen.observe(document.body, { childList: true, subtree: true });
  });
  await page.route("**/file-check*.css", async (route) => {
    await new Promise((wait) => setTimeout(wait, 700));
    await route.continue();
  });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(card.getByRole("heading", genuine)).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-border", "6px");
  complaints.length = 0;
});

for (const file of [
  { kind: "json", parts: ["check-text", "file-check"] },
  { kind: "pdf", parts: ["check-pdf", "file-check"] },
  { kind: "svg", parts: ["check-picture", "file-check"] },
] as const)
  test(`a genuine ${file.kind} brings the parts that it needs, and no other`, async ({ page, request }) => {
    const content = await download(request, file.kind);
    // A demonstration says more, in words that are a part of their own.
    await page.route("**/api/keys", async (route) => {
      const keys = await (await route.fetch()).json();
      await route.fulfill({ json: { ...keys, isDemonstration: false } });
    });
    const parts: string[] = [];
    page.on("request", (one) => {
      const part = /assets\/(.+)-[\w-]{8}\.js$/.exec(one.url())?.[1];
      if (part && isOfCheck(one.url())) parts.push(part);
    });
    await page.goto("/verify/e_certificate");
    const card = await choose(page, content, `mine.${file.kind}`);
    await expect(card.getByRole("heading", genuine)).toBeVisible();
    expect(parts.sort()).toEqual(file.parts);
  });

test("a part that did not load is asked for again", async ({ page, request, complaints }) => {
  const png = await download(request, "png");
  await page.goto("/verify/e_certificate");
  await page.route("**/check-picture*.js", (route) => route.abort());
  const card = await choose(page, png, "mine.png");
  await expect(card.getByRole("heading", { name: "A part of the check did not load." })).toBeVisible();
  await page.unroute("**/check-picture*.js");
  await card.getByRole("button", { name: "Try again" }).click();
  await expect(card.getByRole("heading", genuine)).toBeVisible();
  complaints.length = 0;
});

test("what was done to a file is named", async ({ page, request }) => {
  const [pdf, json] = [await download(request, "pdf"), String(await download(request, "json"))];
  await page.goto("/verify/e_certificate");
  const flipped = Buffer.from(pdf);
  const at = Math.floor(pdf.length / 8);
  flipped[at] = (flipped[at] ?? 0) ^ 1;
  const card = await choose(page, flipped);
  await expect(card.getByRole("heading", changed)).toBeVisible();
  await choose(page, json.replaceAll("Nithya Balan", "Mallory Balan"), "mine.json");
  await expect(card.getByText("Name: now “Mallory Balan”, issued as “Nithya Balan”.")).toBeVisible();
  await choose(page, Buffer.concat([pdf, Buffer.from("% more")]));
  await expect(card.getByText("6 bytes were added after the end of the signed file.")).toBeVisible();
});

test("what is not ours, forged, broken or no certificate has a verdict of its own", async ({ page, request }) => {
  const json = String(await download(request, "json"));
  const { proof: _, ...bare } = JSON.parse(json);
  const another = await makeKey("ed25519");
  const theirs = sampleCredential();
  theirs.issuer.name = "Another School";
  const foreign = JSON.stringify(await signCredential(theirs, another));
  const forged = JSON.stringify(await signCredential(bare, another, { did: bare.issuer.id }));
  await page.goto("/verify/e_certificate");
  for (const [content, title] of [
    [foreign, "Not issued by us"],
    [forged, "Not issued by us: a forgery"],
    [json.slice(0, 900), "Damaged"],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), "No certificate inside"],
  ] as const) {
    const card = await choose(page, Buffer.from(content), "sent.json");
    await expect(card.getByRole("heading", { name: title, exact: true })).toBeVisible();
  }
});

test("a revoked certificate is genuine, and says why it is not valid any more", async ({ page, request }) => {
  const { token, mobileNumber } = await newLearner(request);
  await buyCourse(request, { courseId: "sql", token });
  const run = (...args: string[]) =>
    execFileSync(process.execPath, ["scripts/certificate.mjs", ...args], {
      env: { ...process.env, DATA_DIR: process.env.E2E_DATA },
      encoding: "utf8",
    });
  const own = /OCNST\d{5}/.exec(run("issue", mobileNumber, "sql", "Passed the exam"))?.[0] ?? "";
  const file = await download(request, "json", own);
  run("revoke", own, "Issued to the wrong learner.");
  await page.goto("/verify/e_certificate");
  const card = await choose(page, file, "mine.json");
  await expect(card.getByRole("heading", { name: "Genuine, but revoked" })).toBeVisible();
  await expect(card.getByText("Reason: Issued to the wrong learner.")).toBeVisible();
});

test("without a connection a file is still checked, but not whether it was revoked", async ({
  page,
  request,
  context,
  complaints,
}) => {
  const pdf = await download(request, "pdf");
  await page.goto("/verify/e_certificate");
  const card = await choose(page, pdf);
  await expect(card.getByText("It is valid today.")).toBeVisible();
  await context.setOffline(true);
  await choose(page, pdf, "once-more.pdf");
  await expect(card.getByText("Our server did not answer, so we could not check")).toBeVisible();
  await expect(card.getByRole("heading", { name: "Issued by us; validity not checked" })).toBeVisible();
  complaints.length = 0;
});

test("the keys did not load: the file stays chosen until they do", async ({ page, request, complaints }) => {
  const pdf = await download(request, "pdf");
  await page.goto("/verify/e_certificate");
  await page.route("**/api/keys", (route) => route.abort());
  const card = await choose(page, pdf);
  await expect(card.getByRole("heading", { name: "Our public keys did not load." })).toBeVisible();
  await page.unroute("**/api/keys");
  await card.getByRole("button", { name: "Try again" }).click();
  await expect(card.getByRole("heading", genuine)).toBeVisible();
  complaints.length = 0;
});

test.describe("on a phone", () => {
  test.use({ viewport, hasTouch, isMobile });

  test("a file is chosen with a thumb, before the page is alive too, and the verdict fits every window", async ({
    page,
    request,
  }) => {
    const files = [await download(request, "pdf"), Buffer.from("nothing")];
    await page.goto("/verify/e_certificate", { waitUntil: "commit" });
    const field = page.getByLabel(/Choose a file/);
    await field.setInputFiles(files.map((buffer, at) => ({ name: `${at}.pdf`, mimeType: "application/pdf", buffer })));
    await expect(page.getByRole("heading", genuine)).toBeVisible();
    await expect(page.getByRole("heading", { name: "No certificate inside" })).toBeVisible();
    await page.getByText("Technical details").first().click();
    expect((await field.boundingBox())?.height).toBeGreaterThan(60);
    await expectToFit(page, { widths: [320, 360, 768, 1280], axeAt: { light: 360, dark: 1280 } });
  });
});

test("a file that is dropped beside the box is checked, and the page stays", async ({ page, request }) => {
  const json = String(await download(request, "json"));
  await page.goto("/verify/e_certificate");
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "dropped.json"));
    return transfer;
  }, json);
  const drop = (type: string) => page.getByRole("heading", { level: 1 }).dispatchEvent(type, { dataTransfer: dropped });
  const box = page.getByText("Choose a file").locator("..");
  const before = await box.evaluate((one) => getComputedStyle(one).backgroundColor);
  await drop("dragover");
  await expect.poll(() => box.evaluate((one) => getComputedStyle(one).backgroundColor)).not.toBe(before);
  await drop("drop");
  await expect(page.getByRole("article").getByRole("heading", genuine)).toBeVisible();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the page offers no check of a file, only the id", async ({ page }) => {
    await page.goto("/verify/e_certificate");
    await expect(page.getByText("Or check a file")).toBeHidden();
    await expect(page.getByText("To check a certificate that you have as a file, switch on JavaScript.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Check Now!" })).toBeVisible();
  });
});
