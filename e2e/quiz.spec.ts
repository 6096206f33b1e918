import { gzipSync } from "node:zlib";
import type { APIRequestContext, Page } from "@playwright/test";
import { budgets } from "../bench/weight.ts";
import { axe } from "./axe.ts";
import { expect, test } from "./test.ts";

type Asked = { _id: string; options: string[]; answer: string };
type Mail = { to: string; subject?: string; text: string };

const place = { collectionId: "python", topic: "Functions" };
const path = "/mcq/test/python/Functions";

async function askedOf(request: APIRequestContext): Promise<Asked[]> {
  return (await request.post("/api/mcq/question", { data: place })).json();
}

/** Finds the option by its text, because the order is random. */
async function choose(page: Page, { _id }: Asked, option: string): Promise<void> {
  const radios = page.locator(`[data-question="${_id}"]`).getByRole("radio");
  const values = await radios.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  await radios.nth(values.indexOf(option)).check({ force: true });
}

const optionsOn = (page: Page) =>
  page.getByRole("radio").evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
const submit = (page: Page) => page.getByRole("button", { name: "Submit", exact: true });
const popup = (page: Page) => page.getByRole("dialog");

async function getResult(page: Page, email: string): Promise<void> {
  await popup(page).getByLabel("Name").fill("Asha Raman");
  await popup(page).getByLabel("E-mail").fill(email);
  await popup(page).getByRole("button", { name: "Get Result" }).click();
}

const mailsTo = async (request: APIRequestContext, email: string) =>
  ((await (await request.get("/dev/outbox.json")).json()) as Mail[]).filter(({ to }) => to === email);

test("a visitor takes a test, changes an answer, reloads in the middle and gets the result by mail", async ({
  page,
  request,
}) => {
  const asked = await askedOf(request);
  const total = asked.length;
  await page.goto("/mcq");
  await page.getByRole("link", { name: "Python" }).click();
  await page.getByRole("link", { name: place.topic }).click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole("heading", { level: 1, name: place.topic })).toBeVisible();

  const half = Math.floor(total / 2);
  const [first] = asked as [Asked];
  await choose(page, first, first.options.find((option) => option !== first.answer) ?? "");
  for (const put of asked.slice(0, half)) await choose(page, put, put.answer);
  await expect(page.getByText(`${half} answered, ${total - half} left`)).toBeVisible();
  const order = await optionsOn(page);
  await page.reload();
  await expect(page.getByText(`${half} answered, ${total - half} left`)).toBeVisible();
  expect(await optionsOn(page)).toEqual(order);

  const last = asked.at(-1) as Asked;
  await page.getByRole("link", { name: `Question ${total}, not answered` }).click();
  const shown = (await optionsOn(page)).slice(-4);
  await page.keyboard.press(String(shown.indexOf(last.answer) + 1));
  await expect(page.getByRole("link", { name: `Question ${total}, answered` })).toBeVisible();
  for (const put of asked.slice(half, -1)) await choose(page, put, put.answer);

  await submit(page).click();
  await expect(popup(page)).toContainText(`${total} of ${total} correct, 100%`);
  await submit(page).click();
  await expect(popup(page)).toBeHidden();
  await submit(page).click();
  let posts = 0;
  page.on("request", (one) => {
    if (one.url().endsWith("/mcq/question/result")) posts++;
  });
  await popup(page).getByLabel("E-mail").fill("not an address");
  await popup(page).getByRole("button", { name: "Get Result" }).click();
  await expect(popup(page).getByLabel("Name")).toHaveAttribute("aria-invalid", "true");
  await expect(popup(page).getByLabel("E-mail")).toHaveAttribute("aria-invalid", "true");
  expect(posts).toBe(0);
  await page.keyboard.press("Escape");
  await expect(popup(page)).toBeHidden();
  await submit(page).click();

  await getResult(page, "asha.quiz@example.com");
  await expect(page).toHaveURL("/mcq");
  await expect(page.getByText("Your result is on its way to asha.quiz@example.com")).toBeVisible();
  await expect.poll(async () => (await mailsTo(request, "asha.quiz@example.com")).length).toBe(1);
  const [mail] = await mailsTo(request, "asha.quiz@example.com");
  expect(mail?.subject).toBe(`Python, ${place.topic}: ${total} of ${total} correct`);
  await page.goBack();
  await expect(page).toHaveURL("/mcq/topics/python");
  await page.goto(/http\S+\/mcq\/result\/\S+/.exec(mail?.text ?? "")?.[0] ?? "");
  await expect(page.getByRole("heading", { level: 1, name: `${total} of ${total}` })).toBeVisible();
  await expect(page.getByText("Your answer, correct")).toHaveCount(total);
  await expect(page.getByText(/^Why/)).toHaveCount(total);
});

test("on a small phone, the review shows wrong and skipped answers, which can be tried again", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const asked = await askedOf(request);
  const [first, second] = asked as [Asked, Asked];
  const wrong = second.options.find((option) => option !== second.answer) ?? "";
  await page.goto(path);
  await choose(page, first, first.answer);
  await choose(page, second, wrong);
  await submit(page).click();
  await expect(popup(page)).toContainText(`1 correct1 wrong${asked.length - 2} skipped`);
  expect((await axe(page).analyze()).violations).toEqual([]);
  await getResult(page, "some.quiz@example.com");
  await page.getByRole("link", { name: "Review your answers now" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `1 of ${asked.length}` })).toBeVisible();
  const review = page.getByRole("article").filter({ has: page.getByText("Wrong", { exact: true }) });
  await expect(review.getByRole("listitem").filter({ hasText: "Your answer" })).toContainText(wrong);
  await expect(review.getByRole("listitem").filter({ hasText: "Correct answer" })).toContainText(second.answer);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect((await axe(page).analyze()).violations).toEqual([]);
  await expect(page.getByRole("link", { name: "Python course" })).toHaveAttribute(
    "href",
    /^\/onlinecourses\/viewdetails\/python\//,
  );

  await page.getByRole("link", { name: `Try the ${asked.length - 1} you missed` }).click();
  await expect(page.getByText(`Only the questions you missed: ${asked.length - 1} of ${asked.length}.`)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`0 answered, ${asked.length - 1} left`)).toBeVisible();
  await submit(page).click();
  await expect(popup(page)).toContainText(`0 of ${asked.length - 1} correct, 0%`);
});

test("Start again asks in a dialog: Escape keeps the answers and returns the focus, deleting them begins anew", async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const asked = await askedOf(request);
  await page.goto(path);
  for (const put of asked.slice(0, 2)) await choose(page, put, put.answer);
  const count = page.getByRole("button", { name: `2 answered, ${asked.length - 2} left` });
  await count.click();
  const startAgain = page.getByRole("button", { name: "Start again" });
  const dialog = page.getByRole("dialog", { name: "Delete your answers so far?" });
  await startAgain.click();
  await expect(dialog).toBeVisible();
  expect(await dialog.evaluate((box) => box.matches("dialog:modal"))).toBe(true);
  expect((await axe(page).include("dialog[open]").analyze()).violations).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(startAgain).toBeFocused();
  await startAgain.click();
  await dialog.getByRole("button", { name: "Keep them" }).click();
  await expect(startAgain).toBeFocused();
  await expect(count).toBeVisible();

  await startAgain.click();
  await dialog.getByRole("button", { name: "Delete and start again" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`0 answered, ${asked.length} left`)).toBeVisible();
  await expect(page.locator("#question-1")).toBeFocused();
  await expect(page.locator("#question-1")).toBeInViewport();
  await expect(page.getByRole("button", { name: "0 answered" })).toHaveAttribute("aria-expanded", "false");
  await page.reload();
  await expect(page.getByText(`0 answered, ${asked.length} left`)).toBeVisible();
});

test("an answer that is chosen before the scripts arrive stays chosen", async ({ page, request }) => {
  let letScriptsPass = () => {};
  const pass = new Promise<void>((resolve) => {
    letScriptsPass = resolve;
  });
  await page.route("**/*.js", async (route) => {
    await pass;
    await route.continue();
  });
  const asked = await askedOf(request);
  const [first] = asked as [Asked];
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await choose(page, first, first.answer);
  letScriptsPass();
  await expect(page.getByText(`1 answered, ${asked.length - 1} left`)).toBeVisible();
  await expect(page.getByRole("radio", { checked: true })).toHaveValue(first.answer);
});

test("a result that is sent again after an error arrives once, with every answer", async ({
  page,
  request,
  complaints,
}) => {
  await page.goto(path);
  const [first] = (await askedOf(request)) as [Asked];
  await choose(page, first, first.answer);
  await submit(page).click();
  // The server saves it, but its answer is lost.
  await page.route("**/api/mcq/question/result", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await getResult(page, "again.quiz@example.com");
  await expect(popup(page).getByRole("status")).toContainText("our website cannot be reached just now");
  await page.unroute("**/api/mcq/question/result");
  await expect(page).toHaveURL("/mcq");
  await expect.poll(async () => (await mailsTo(request, "again.quiz@example.com")).length).toBe(1);
  complaints.length = 0;
});

test("an unknown collection, topic or result shows the 404 page", async ({ page, complaints }) => {
  for (const address of ["/mcq/topics/cobol", "/mcq/test/python/Nothing", "/mcq/result/AAAAAAAAAAAAAAAAAAAAAA"]) {
    expect([address, (await page.goto(address))?.status()]).toEqual([address, 404]);
    await expect(page).toHaveTitle("404 Page Not Found");
    await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  }
  complaints.length = 0;
});

test("every test can be read without scripts, is described for search engines and keeps its document small", async ({
  browser,
  request,
  baseURL: baseUrl = "",
}) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const tests = [...sitemap.matchAll(/<loc>([^<]+\/mcq\/test\/[^<]+)<\/loc>/g)].map(([, address = ""]) => address);
  expect(tests.length).toBeGreaterThanOrEqual(32);
  for (const address of tests) {
    const html = await (await request.get(address.replaceAll("&amp;", "&"))).text();
    expect([address, gzipSync(html).length < (budgets.document ?? 0)]).toEqual([address, true]);
    expect(html).toContain('"@type":"Quiz"');
  }
  const reader = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await reader.goto(baseUrl + path);
  await expect(reader.getByRole("radio")).toHaveCount((await askedOf(request)).length * 4);
  // Playwright finds no text inside of noscript.
  const note = reader.locator("main noscript > *");
  await expect(note).toBeVisible();
  await expect(note).toContainText("Checking your answers needs JavaScript");
  await reader.context().close();
});
