import { expect, test } from "./test.ts";

test("the Courses menu opens, closes with Escape and with a click beside it, and leads on", async ({ page }) => {
  await page.goto("/");
  const button = page.getByRole("button", { name: "Courses" });
  const entry = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Online" });
  await button.click();
  await expect(entry).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(entry).toBeHidden();
  await button.click();
  await page.getByRole("heading", { level: 1 }).click();
  await expect(entry).toBeHidden();
  await button.click();
  await entry.click();
  await expect(page).toHaveURL("/onlinecourses");
  await expect(button).toHaveAttribute("aria-current", "page");
});

test("on a phone the side menu is 230 px wide, dims the page, and closes when something is chosen", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu).toBeVisible();
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(230);
  await menu.getByRole("link", { name: "About Us" }).click();
  await expect(page).toHaveURL("/aboutus");
  await expect(menu).toBeHidden();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test("whoever holds a token sees Classroom, everyone else Login, from the first paint on", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Classroom" })).toBeHidden();
  await page.evaluate(() => localStorage.setItem("token", "some-token"));
  await page.reload({ waitUntil: "commit" });
  await expect(page.getByRole("banner").getByRole("link", { name: "Classroom" })).toBeVisible();
  await page.evaluate(() => localStorage.setItem("token", "undefined"));
  await page.reload();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
});

test("the reviews go on every five seconds and stop while they are read", async ({ page }) => {
  await page.clock.install();
  await page.goto("/");
  const dots = page.getByRole("button", { name: /^Review \d of/ });
  await expect(dots.nth(0)).toHaveAttribute("aria-current", "true");
  await page.clock.runFor(5000);
  await expect(dots.nth(1)).toHaveAttribute("aria-current", "true");
  await dots.nth(3).click();
  await page.clock.runFor(11_000);
  await expect(dots.nth(3)).toHaveAttribute("aria-current", "true");
});
