import { enterAs } from "./staff.ts";
import { expect, test } from "./test.ts";

test("a visitor comes from a campaign, asks much later from another page, and staff see where it began", async ({
  page,
  context,
  browser,
  baseURL: baseUrl = "",
}) => {
  const letters = [...crypto.randomUUID().replace(/[^a-f]/g, "")].slice(0, 6).join("") || "abc";
  const name = `Nila ${letters}xyz`;
  const number = `8${String(Math.floor(Math.random() * 1e9)).padStart(9, "0")}`;
  // Or the popup would stay away.
  await context.clearCookies();
  await page.goto("/onlinecourses?utm_source=google&utm_campaign=diwali", { referer: "https://www.google.com/" });
  // Browses, comes back by another advertisement, and reloads.
  await page.goto("/aboutus?utm_source=newsletter&utm_campaign=november");
  await page.goto("/services");
  await page.reload();
  const popup = page.getByRole("dialog", { name: "Course Enquiry" });
  await expect(popup).toBeVisible({ timeout: 30_000 });
  await popup.getByLabel("Name").fill(name);
  await popup.getByLabel("E-mail").fill(`nila${letters}${number}@example.com`);
  await popup.getByLabel("Mobile number").fill(number);
  await popup.getByLabel("Course").selectOption("Python");
  const sent = page.waitForRequest((request) => request.url().endsWith("/api/enquiry"));
  await popup.getByRole("button", { name: "Submit" }).click();
  expect((await sent).headers()["x-first-visit"]).toBeTruthy();
  await expect(popup).toBeHidden();

  const staff = await browser.newPage();
  await enterAs(staff, "owner", baseUrl);
  await staff.goto(`${baseUrl}/staff/leads?words=${number}`);
  await staff.getByRole("link", { name }).click();
  const lead = staff.getByRole("complementary", { name });
  await expect(lead).toContainText("/onlinecourses");
  await expect(lead).toContainText("source: google, campaign: diwali");
  await expect(lead).toContainText("www.google.com");
  await staff.goto(`${baseUrl}/staff/reports`);
  await expect(staff.getByRole("table", { name: /By campaign/ }).getByRole("row", { name: /diwali/ })).toBeVisible();
  await expect(staff.getByRole("row", { name: /^\/onlinecourses \d/ })).toBeVisible();
  await staff.close();
});

test("calls that only ask carry no first visit", async ({ page }) => {
  const carrying: string[] = [];
  page.on("request", (request) => {
    if (request.headers()["x-first-visit"] !== undefined) carrying.push(request.url());
  });
  await page.goto("/webinarview?utm_source=google");
  await page.getByRole("heading", { name: "Webinars", level: 1 }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(carrying).toEqual([]);
});
