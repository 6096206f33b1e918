import { expect, test } from "./test.ts";

test("on a phone the enquiry is a sheet over the lower half: no focus, no course chosen, closed in other tabs when sent", async ({
  page,
  context,
}) => {
  await context.clearCookies();
  const small = { width: 360, height: 740 };
  await page.setViewportSize(small);
  await page.goto("/services");
  const popup = page.getByRole("dialog", { name: "Course Enquiry" });
  await expect(popup).toBeVisible({ timeout: 30_000 });
  const box = await popup.boundingBox();
  expect(box?.y ?? 0).toBeGreaterThanOrEqual(small.height / 2);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeInViewport();
  const other = await context.newPage();
  await other.goto("/services");
  const otherPopup = other.getByRole("dialog", { name: "Course Enquiry" });
  await expect(otherPopup).toBeVisible({ timeout: 30_000 });

  await popup.getByLabel("Name").fill("Meena Devi");
  await popup.getByLabel("E-mail").fill("meena.sheet@example.com");
  await popup.getByLabel("Mobile number").fill("9876501234");
  await popup.getByRole("button", { name: "Submit" }).click();
  await expect(popup.locator("p", { hasText: "Choose a course" })).toBeVisible();
  await popup.getByLabel("Course").selectOption("Java");
  await popup.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Your enquiry has been sent.")).toBeVisible();
  await expect(otherPopup).toBeHidden();
});

test("a half-filled contact form survives a reload", async ({ page }) => {
  await page.goto("/contactus");
  const form = page.getByRole("form", { name: "Contact form" });
  await form.getByLabel("Full name").fill("Meena Devi");
  await form.getByLabel("Your question").fill("Is there a batch after seven?");
  await page.reload();
  await expect(form.getByLabel("Full name")).toHaveValue("Meena Devi");
  await expect(form.getByLabel("Your question")).toHaveValue("Is there a batch after seven?");
});

test("a search is a step back, and a slip of the keyboard still finds", async ({ page }) => {
  await page.goto("/onlinecourses");
  const box = page.getByRole("searchbox");
  await box.fill("pyhton");
  await expect(page.getByText("Showing results for “python”")).toBeVisible();
  await expect(page.getByRole("link", { name: "Python", exact: true })).toBeVisible();
  await box.blur();
  await box.fill("sql");
  await expect(page).toHaveURL("/onlinecourses?q=sql");
  await page.goBack();
  await expect(page).toHaveURL("/onlinecourses?q=pyhton");
  await expect(box).toHaveValue("pyhton");
  await page.goBack();
  await expect(page).toHaveURL("/onlinecourses");
});
