import type { Browser, Cookie, Locator, Page } from "@playwright/test";
import { collectComplaints, expect } from "./test.ts";

/** Signs this browser in to the demonstration in this role, with the call of the sign-in page. */
export async function signInAs(page: Page, role: string, baseUrl = ""): Promise<void> {
  if (await takeLastSession(page, role, baseUrl)) return;
  const answer = await page.request.post(`${baseUrl}/api/staff/entrance/demo`, { data: { role } });
  expect(answer.status(), await answer.text()).toBe(200);
  const cookies = (await page.context().cookies()).filter(({ name }) => name === "staff");
  lastSessions.set(`${role} ${baseUrl}`, { cookies, at: Date.now() });
}

/**
 * An address may sign in a hundred times in ten minutes, and all journeys have one. A proof is fresh for five minutes; the journey
 * that takes a session over has three of them.
 */
const lastSessions = new Map<string, { cookies: Cookie[]; at: number }>();
const reuseMs = 120_000;

async function takeLastSession(page: Page, role: string, baseUrl: string): Promise<boolean> {
  const last = lastSessions.get(`${role} ${baseUrl}`);
  if (!last || Date.now() - last.at > reuseMs) return false;
  await page.context().addCookies(last.cookies);
  // Another journey may have signed out.
  return (await page.request.get(`${baseUrl}/api/staff/me`)).ok();
}

/** Signs in and opens Today. */
export async function enterAs(page: Page, role: string, baseUrl = ""): Promise<void> {
  await signInAs(page, role, baseUrl);
  await page.goto(`${baseUrl}/staff/today`);
  // What has been loaded is drawn, so the keys of the page are heard.
  await expect(page.getByRole("heading", { level: 1, name: /^\w+day \d/ })).toBeVisible();
}

/** In a form, by the whole name; beside it may be the price or the hours. */
export async function chooseCourse(where: Page | Locator, name: string): Promise<void> {
  await where.getByRole("combobox", { name: "Course", exact: true }).fill(name);
  await where
    .getByRole("option")
    .filter({ hasText: new RegExp(`^${name}(₹[\\d,]+|\\d+ hours)?$`) })
    .click();
}

/** Another person's browser. */
export async function openOther(browser: Browser) {
  const context = await browser.newContext();
  const page = await context.newPage();
  return { page, complaints: collectComplaints(page), close: () => context.close() };
}
