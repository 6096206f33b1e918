import { expect, stopClock, test } from "./test.ts";

test("the Courses menu opens, closes with Escape and with a click outside, and its links work", async ({ page }) => {
  await page.goto("/");
  const button = page.getByRole("button", { name: "Courses", exact: true });
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

test("on a phone the side menu is 230 px wide, dims the page, and closes when a link is chosen", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  // It comes above everything else and moves the page down: a click at that moment would miss.
  await expect(page.getByRole("complementary", { name: "Next webinar" })).toBeVisible();
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu).toBeVisible();
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(230);
  await menu.getByRole("link", { name: "About Us" }).click();
  await expect(page).toHaveURL("/aboutus");
  await expect(menu).toBeHidden();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test("a visitor with a token sees Classroom, others see Login, from the first paint", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Classroom" })).toBeHidden();
  await page.evaluate(() => localStorage.setItem("token", "some-token"));
  await page.reload({ waitUntil: "commit" });
  await expect(page.getByRole("banner").getByRole("link", { name: "Classroom" })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeHidden();
  await page.evaluate(() => localStorage.setItem("token", "undefined"));
  await page.reload();
  await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
});

test("the reviews change every five seconds and stop while somebody reads them", async ({ page }) => {
  await page.clock.install();
  await stopClock(page);
  await page.goto("/");
  const dots = page.getByRole("button", { name: /^Review \d of/ });
  await expect(dots.nth(0)).toHaveAttribute("aria-current", "true");
  let seconds = 0;
  const isSecond = async () => {
    await page.clock.runFor(1000);
    seconds++;
    return dots.nth(1).getAttribute("aria-current");
  };
  await expect.poll(isSecond, { intervals: [50] }).toBe("true");
  expect(seconds).toBeGreaterThanOrEqual(4);
  await dots.nth(3).click();
  await page.clock.runFor(11_000);
  await expect(dots.nth(3)).toHaveAttribute("aria-current", "true");
});

test("the next webinar is announced above the top bar, with a countdown by the server's clock", async ({ page }) => {
  await page.clock.install({ time: new Date("2020-01-01T00:00:00Z") }); // the visitor's clock is years behind
  const notification = {
    _id: "w1",
    course: "Your first API",
    startAt: "2026-11-15T06:30:50Z",
    now: "2026-11-15T06:30:00Z",
  };
  await page.route("**/api/webinar/notification", (route) => route.fulfill({ json: notification }));
  await page.goto("/services");
  const alert = page.getByRole("complementary", { name: "Next webinar" });
  await expect(alert.getByRole("link")).toHaveAttribute("href", "/webinar/w1");
  await expect(alert.getByRole("timer")).toHaveText(/^\s0 d\s+0 h\s+0 m\s+[0-5]?\d s$/);
  await page.clock.runFor(52_000);
  await expect(alert).toBeHidden();
});

test("everything can be reached by keyboard, and the focus can be seen", async ({ page }) => {
  await page.goto("/contactus");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  const seen = new Set<string>();
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const { outlineStyle } = getComputedStyle(element);
      return {
        name: `${element.tagName} ${element.getAttribute("name") ?? (element.title || element.textContent?.trim())}`,
        outlineStyle,
      };
    });
    if (focused.name.startsWith("BODY")) break;
    expect(focused).toMatchObject({ outlineStyle: "solid" });
    seen.add(focused.name);
  }
  for (const name of ["INPUT enquiryFor", "TEXTAREA query", "BUTTON Submit", "A Terms", "BUTTON Ask about courses"])
    expect([...seen]).toContain(name);
});
