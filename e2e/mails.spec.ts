import { axe } from "./axe.ts";
import { expect, test } from "./test.ts";

/** Sample data has ids that nothing is stored under. */
const isSample = (url: string) => /s4mpl3|sample|s0mT0k3n|OCNST/.test(url);

/** Together these have every part that a mail can have. */
const hasAllParts = /^(purchase-confirmed|quiz-result|parked-jobs|subscribed),/;

test("every mail is readable at 320 pixels in light and dark colours, and its links lead somewhere", async ({
  browser,
  page,
  baseURL,
  request,
}) => {
  await page.goto("/dev/mails");
  const mails = await page
    .locator("iframe[width='320']")
    .evaluateAll((frames) =>
      frames.map((frame) => ({ title: frame.getAttribute("title") ?? "", html: frame.getAttribute("srcdoc") ?? "" })),
    );
  expect(mails.length).toBeGreaterThan(25);
  const context = await browser.newContext({ viewport: { width: 320, height: 640 } });
  const mail = await context.newPage();
  const links = new Set<string>();
  for (const { title, html } of mails) {
    await mail.setContent(html);
    expect(await mail.evaluate(() => document.documentElement.scrollWidth), title).toBeLessThanOrEqual(320);
    for (const colorScheme of hasAllParts.test(title) ? (["light", "dark"] as const) : []) {
      await mail.emulateMedia({ colorScheme });
      const { violations } = await axe(mail).disableRules(["landmark-one-main", "region"]).analyze();
      expect(violations.map(({ id, nodes }) => [title, colorScheme, id, nodes[0]?.html])).toEqual([]);
    }
    const addresses = await mail.locator("a").evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
    for (const href of addresses) if (href.startsWith(baseURL ?? "") && !isSample(href)) links.add(href);
  }
  await context.close();
  for (const link of links) expect((await request.get(link)).status(), link).toBe(200);
});

test("the outbox shows a mail as it looks, and its links open", async ({ page, request }) => {
  await request.post("/api/subscribed/user/add/", { data: { email: "frame.outbox@example.com" } });
  // The notice to staff names the address too, and may be sent first.
  const row = page.locator("article").filter({ hasText: "mail to frame.outbox@example.com" });
  await expect(async () => {
    await page.goto("/dev/outbox");
    await expect(row).toBeVisible({ timeout: 500 });
  }).toPass();
  await row.getByText("Show the mail").click();
  const frame = row.frameLocator("iframe");
  await expect(frame.getByRole("heading", { name: "Thank you for subscribing" })).toBeVisible();
  const popup = page.waitForEvent("popup");
  await frame.getByRole("link", { name: "Unsubscribe" }).click();
  await expect((await popup).getByRole("heading", { name: "Unsubscribe from the mailing list" })).toBeVisible();
});
