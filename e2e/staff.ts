import type { Browser, Page } from "@playwright/test";
import { collectComplaints, expect } from "./test.ts";

/** Signs this browser in to the demonstration in this role, with the call of the sign-in page. */
export async function signInAs(page: Page, role: string, baseUrl = ""): Promise<void> {
  const answer = await page.request.post(`${baseUrl}/api/staff/entrance/demo`, { data: { role } });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** Signs in and opens Today. */
export async function enterAs(page: Page, role: string, baseUrl = ""): Promise<void> {
  await signInAs(page, role, baseUrl);
  await page.goto(`${baseUrl}/staff/today`);
  // What has been loaded is drawn, so the keys of the page are heard.
  await expect(page.getByRole("heading", { level: 1, name: /^\w+day \d/ })).toBeVisible();
}

/** Another person's browser. */
export async function openOther(browser: Browser) {
  const context = await browser.newContext();
  const page = await context.newPage();
  return { page, complaints: collectComplaints(page), close: () => context.close() };
}
