import type { Browser, Page } from "@playwright/test";
import { collectComplaints, expect } from "./test.ts";

/** Enters the demonstration in this role. */
export async function enterAs(page: Page, role: string, baseUrl = ""): Promise<void> {
  await page.goto(`${baseUrl}/staff/sign-in`);
  await page.getByRole("button", { name: `Enter as ${role}` }).click();
  // What has been loaded is drawn, so the keys of the page are heard.
  await expect(page.getByRole("heading", { level: 1, name: /^\w+day \d/ })).toBeVisible();
}

/** Another person's browser. */
export async function openOther(browser: Browser) {
  const context = await browser.newContext();
  const page = await context.newPage();
  return { page, complaints: collectComplaints(page), close: () => context.close() };
}
