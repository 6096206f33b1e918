import type { Page } from "@playwright/test";
import { newLearner, signIn } from "./learner.ts";
import { enterAs } from "./staff.ts";
import { expect, test } from "./test.ts";

/** Everything that a page has loaded as a script or a style sheet once it is used, by its address. */
async function collectFiles(page: Page, visit: () => Promise<unknown>): Promise<Map<string, string>> {
  const files = new Map<string, Promise<string>>();
  page.on("response", (response) => {
    if (/\.(js|css)$/.test(response.url())) files.set(new URL(response.url()).pathname, response.text());
  });
  await visit();
  await page.dispatchEvent("html", "pointerdown");
  await page.waitForFunction(() => "isTakenOver" in window);
  await page.waitForLoadState("networkidle");
  return new Map(await Promise.all([...files].map(async ([name, text]) => [name, await text] as const)));
}

/** What only the console says: the addresses of its calls. */
const isOfConsole = (text: string) => /\/staff\/(inbox|people|audit|today|connections)/.test(text);

test("public pages and the portal carry no script and no style of the console", async ({
  browser,
  request,
  baseURL,
}) => {
  const base = baseURL ?? "";
  const { token } = await newLearner(request);
  const visits: Record<string, (page: Page) => Promise<unknown>> = {
    home: (page) => page.goto(`${base}/`),
    contact: (page) => page.goto(`${base}/contactus`),
    "sign-in": (page) => page.goto(`${base}/login`),
    portal: async (page) => {
      await signIn(page, token);
      await page.goto(`${base}/dashboard/mycourses`);
    },
    console: (page) => enterAs(page, "owner", base),
  };
  const loaded: Record<string, Map<string, string>> = {};
  for (const [name, visit] of Object.entries(visits)) {
    const context = await browser.newContext();
    const page = await context.newPage();
    loaded[name] = await collectFiles(page, () => visit(page));
    await context.close();
  }
  const { console: ofConsole = new Map<string, string>(), ...others } = loaded;
  // The check itself can fail: the console does carry these.
  expect([...ofConsole.values()].some(isOfConsole)).toBe(true);
  for (const [name, files] of Object.entries(others)) {
    expect(files.size, name).toBeGreaterThan(2);
    expect([...files].filter(([, text]) => isOfConsole(text)).map(([file]) => [name, file])).toEqual([]);
    const sharedStyles = [...files.keys()].filter((file) => file.endsWith(".css") && ofConsole.has(file));
    expect([name, sharedStyles.filter((file) => !/\/(root|tokens|fonts)-/.test(file))]).toEqual([name, []]);
  }
});

test("the console has its faces on the first visit", async ({ page }) => {
  await page.goto("/staff/sign-in");
  const shown = () =>
    page.evaluate(() =>
      [...document.fonts].filter(({ family, status }) => family === "Schibsted" && status === "loaded").map(String),
    );
  await expect.poll(shown).toHaveLength(2);
});
