import { axe } from "./axe.ts";
import { expect, isAlive, stopClock, test } from "./test.ts";

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
  await isAlive(other);
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
  await expect(page.getByText("Nothing for “pyhton”. Showing “python”")).toBeVisible();
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

test("practice tests and webinars are one tap from the first screen of the home page", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/");
  const main = page.getByRole("main");
  for (const [name, address] of [
    ["Enroll Now", "/onlinecourses/"],
    ["Practice tests", "/mcq"],
    ["Webinars", "/webinarview"],
  ] as const) {
    const link = main.getByRole("link", { name, exact: true }).first();
    await expect(link).toHaveAttribute("href", address);
    await expect(link).toBeInViewport();
  }
});

test("the reviews can be paused and go on", async ({ page }) => {
  await page.clock.install();
  await stopClock(page);
  await page.goto("/");
  const dots = page.getByRole("button", { name: /^Review \d of/ });
  await page.getByRole("button", { name: "Pause the reviews" }).click();
  await page.getByRole("heading", { level: 1 }).click();
  await page.clock.runFor(11_000);
  await expect(dots.nth(0)).toHaveAttribute("aria-current", "true");
  await page.getByRole("button", { name: "Play the reviews" }).click();
  await page.getByRole("heading", { level: 1 }).click();
  await page.clock.runFor(5500);
  await expect(dots.nth(1)).toHaveAttribute("aria-current", "true");
});

test("during a test on a phone the floating buttons stand below the page and cover nothing", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/mcq/test/python/Variables%20and%20types");
  const links = page.getByRole("navigation", { name: "Quick links" });
  await expect(links).not.toBeInViewport();
  const top = (await links.boundingBox())?.y ?? 0;
  const footer = await page.getByRole("contentinfo").boundingBox();
  expect(top).toBeGreaterThanOrEqual((footer?.y ?? 0) + (footer?.height ?? 0));
  await links.getByRole("button", { name: "Ask about courses" }).click();
  await expect(page.getByRole("log")).toBeVisible();
  expect((await axe(page).analyze()).violations).toEqual([]);
});

test("a tap on the drawn map shows the real one, and a half-filled form is kept", async ({ page }) => {
  await page.route("https://www.openstreetmap.org/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<title>Map</title>A map" }),
  );
  await page.goto("/contactus");
  await page.getByRole("form", { name: "Contact form" }).getByLabel("Full name").fill("Meena Devi");
  await expect(page.locator("iframe")).toHaveCount(0);
  await page.getByRole("link", { name: /Show the map/ }).click();
  await expect(page.frameLocator("iframe").getByText("A map")).toBeVisible();
  await isAlive(page);
  await expect(page.getByRole("form", { name: "Contact form" }).getByLabel("Full name")).toHaveValue("Meena Devi");
});

test("the chatbot's answers link to a course with its fee and next batch", async ({ page }) => {
  await page.goto("/services");
  await page.getByRole("button", { name: "Ask about courses" }).click();
  const bot = page.getByRole("region", { name: "Course information" });
  for (const choice of ["Lets start", "Courses and durations", "Python"])
    await bot.getByRole("button", { name: choice, exact: true }).click();
  await bot.getByRole("link", { name: /^Python: ₹12,999, next batch on \d+ \w+ \d{4}/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Python" })).toBeVisible();
});

test("a course offers a free class to join or to watch, if there is one", async ({ page }) => {
  await page.goto("/onlinecourses/viewdetails/node.js");
  await page.getByRole("link", { name: /^Join a free class on \d+ \w+ \d{4}: Your first API/ }).click();
  await expect(page).toHaveURL("/webinar/first-api");
  await page.goto("/onlinecourses/viewdetails/javascript");
  await expect(page.getByRole("link", { name: /^Watch a free class: Git without fear/ })).toBeVisible();
  await page.goto("/onlinecourses/viewdetails/sql");
  await expect(page.getByRole("link", { name: /free class/ })).toHaveCount(0);
});

test("options that are code are set in the typeface of code, also where no program is run", async ({ page }) => {
  await page.goto("/mcq/test/python/Variables%20and%20types");
  const option = page.getByText("bool", { exact: true }).first();
  expect(await option.evaluate((text) => getComputedStyle(text).fontFamily)).toMatch(/mono/i);
});
