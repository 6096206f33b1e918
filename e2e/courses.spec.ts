import { expect, test } from "./test.ts";

test("a visitor comes from the home page to a course and its table of contents", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Enroll Now" }).click();
  await expect(page).toHaveURL(/\/onlinecourses\/?$/);
  await expect(page.getByRole("heading", { level: 1, name: "Online courses" })).toBeVisible();

  await page.getByRole("link", { name: "Python", exact: true }).click();
  await expect(page).toHaveURL("/onlinecourses/viewdetails/python/Python-training-in-pondicherry");
  await expect(page.getByText("₹12,999")).toBeVisible();

  const sections = page.locator("details");
  await sections.nth(0).locator("summary").click();
  await expect(sections.nth(0).getByRole("listitem").first()).toBeVisible();
  await sections.nth(1).locator("summary").click();
  await expect(sections.nth(0).getByRole("listitem").first()).toBeHidden();
});

test("without JavaScript every page can be read", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/onlinecourses");
  await page.getByRole("link", { name: "UI/UX Design" }).click();
  await expect(page).toHaveURL(/\/ui-ux\/UI%20UX%20Design-training-in-pondicherry$/);
  await expect(page.getByRole("heading", { level: 1, name: "UI/UX Design" })).toBeVisible();
  await context.close();
});
