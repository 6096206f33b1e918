import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "./test.ts";

test("a visitor browses, filters, searches, opens a course and its table of contents", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Enroll Now" }).click();
  await expect(page).toHaveURL(/\/onlinecourses\/?$/);
  await expect(page.getByRole("heading", { level: 1, name: "Online courses" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "17 courses" })).toBeVisible();

  await page.getByRole("navigation", { name: "Field" }).getByRole("link", { name: "Programming" }).click();
  await expect(page).toHaveURL("/onlinecourses?field=programming");
  await expect(page.getByRole("status").filter({ hasText: "3 courses" })).toBeVisible();
  await page.getByLabel("Sort by").selectOption({ label: "Price" });
  await expect(page).toHaveURL("/onlinecourses?field=programming&sort=price");
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("C/C++");

  await page.getByRole("navigation", { name: "Field" }).getByRole("link", { name: "All" }).click();
  await page.getByRole("searchbox").pressSequentially("pandas");
  await expect(page).toHaveURL("/onlinecourses?q=pandas&sort=price");
  await expect(page.locator("mark").first()).toHaveText(/^pandas/i);
  await expect(page.getByLabel("Sort by")).toHaveValue("price");
  await page.getByRole("searchbox").fill("python");
  await page.getByRole("link", { name: "Python", exact: true }).click();
  await expect(page).toHaveURL("/onlinecourses/viewdetails/python/Python-training-in-pondicherry");
  await expect(page.getByText("₹12,999", { exact: true })).toBeVisible();

  const sections = page.getByRole("region", { name: "Table of contents" }).locator("details");
  await sections.nth(0).locator("summary").click();
  await expect(sections.nth(0).getByRole("listitem").first()).toBeVisible();
  await sections.nth(1).locator("summary").click();
  await expect(sections.nth(0).getByRole("listitem").first()).toBeHidden();
  await sections.nth(1).locator("summary").click();
  await expect(sections.nth(1).getByRole("listitem").first()).toBeHidden();

  await page.goBack();
  await expect(page.getByRole("searchbox")).toHaveValue("python");
});

test("a search that finds nothing says so and leads back to all courses", async ({ page }) => {
  await page.goto("/onlinecourses?q=underwater+basket+weaving");
  await expect(page.getByRole("heading", { name: "No courses found for “underwater basket weaving”" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Python Full Stack" })).toBeVisible();
  await page.getByRole("link", { name: "Show all courses" }).click();
  await expect(page).toHaveURL("/onlinecourses");
  await expect(page.getByRole("searchbox")).toHaveValue("");
});

test("text typed before the scripts load is kept and searched for", async ({ page }) => {
  let release = () => {};
  const wait = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/assets/*.js", async (route) => {
    await wait;
    await route.continue();
  });
  await page.goto("/onlinecourses", { waitUntil: "commit" });
  await page.getByRole("searchbox").pressSequentially("pandas");
  release();
  await expect(page).toHaveURL("/onlinecourses?q=pandas");
  await expect(page.getByRole("searchbox")).toHaveValue("pandas");
  await page.getByRole("searchbox").pressSequentially(" sql");
  await expect(page).toHaveURL("/onlinecourses?q=pandas+sql");
});

test("on a slow network, typing is not lost, and a link followed during a search wins", async ({ page }) => {
  await page.goto("/onlinecourses");
  await page.route("**/onlinecourses.data*", async (route) => {
    await new Promise((wait) => setTimeout(wait, 900));
    await route.continue();
  });
  const asked = page.waitForRequest("**/onlinecourses.data*");
  await page.getByRole("searchbox").pressSequentially("pan");
  await asked;
  await page.getByRole("searchbox").pressSequentially("das");
  await expect(page).toHaveURL("/onlinecourses?q=pandas");
  await page.getByRole("searchbox").fill("sql");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Services" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "What we do" })).toBeVisible();
  await page.waitForTimeout(1500);
  await expect(page).toHaveURL("/services");
});

test("without JavaScript, links and a plain form filter the list, and a course can be read", async ({
  browser,
  baseURL: baseUrl = "",
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseUrl });
  const page = await context.newPage();
  await page.goto("/onlinecourses");
  await page.getByRole("navigation", { name: "Field" }).getByRole("link", { name: "Design" }).click();
  await page.getByRole("searchbox").fill("prototype");
  await page.getByLabel("Sort by").selectOption({ label: "Price" });
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL("/onlinecourses?q=prototype&sort=price&field=design");
  await page.getByRole("link", { name: "UI/UX Design" }).click();
  await expect(page).toHaveURL(/\/ui-ux\/UI%20UX%20Design-training-in-pondicherry$/);
  await expect(page.getByRole("heading", { level: 1, name: "UI/UX Design" })).toBeVisible();
  const contents = page.getByRole("region", { name: "Table of contents" });
  await contents.locator("summary").first().click();
  await expect(contents.getByRole("listitem").first()).toBeVisible();
  await context.close();
});

for (const odd of [
  "/onlinecourses/viewdetails/c-cpp/C/C++-training-in-pondicherry",
  "/onlinecourses/viewdetails/c-cpp/C%2FC%2B%2B-training-in-pondicherry",
  "/onlinecourses/viewdetails/c-cpp/anything-else",
  "/onlinecourses/viewdetails/c-cpp/%43%20C%2b%2B-training-in-pondicherry",
]) {
  test(`${odd} redirects to the full address of its course`, async ({ page }) => {
    await page.goto(odd);
    await expect(page).toHaveURL("/onlinecourses/viewdetails/c-cpp/C%20C%2B%2B-training-in-pondicherry");
    await expect(page.getByRole("heading", { level: 1, name: "C/C++" })).toBeVisible();
  });
}

test("the address without a name shows the course and names the full one as canonical", async ({ page }) => {
  await page.goto("/onlinecourses/viewdetails/c-cpp");
  await expect(page).toHaveURL("/onlinecourses/viewdetails/c-cpp");
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", /\/c-cpp\/C%20C%2B%2B-training-in-pond/);
});

test("a link to C/C++ stays on its address when followed", async ({ page }) => {
  await page.goto("/onlinecourses?field=programming");
  await page.getByRole("link", { name: "C/C++" }).click();
  await expect(page).toHaveURL("/onlinecourses/viewdetails/c-cpp/C%20C%2B%2B-training-in-pondicherry");
  await expect(page.getByRole("heading", { level: 1, name: "C/C++" })).toBeVisible();
});

test("a slow course page shows its outline from the top, and Back restores the scroll position", async ({ page }) => {
  await page.goto("/onlinecourses");
  // It comes late and moves the page.
  await expect(page.getByRole("complementary", { name: "Next webinar" })).toBeVisible();
  const scrollTop = () => page.evaluate(() => window.scrollY);
  await page.getByRole("link", { name: "SQL" }).scrollIntoViewIfNeeded();
  const before = await scrollTop();
  expect(before).toBeGreaterThan(500);
  let release = () => {};
  const wait = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/viewdetails/**.data*", async (route) => {
    await wait;
    await route.continue();
  });
  await page.getByRole("link", { name: "SQL" }).click();
  await expect(page.getByRole("status").getByText("Loading")).toBeAttached();
  await expect(page.getByRole("status").locator("div").first()).toBeInViewport();
  expect(await scrollTop()).toBe(0);
  release();
  await expect(page.getByRole("heading", { level: 1, name: "SQL" })).toBeVisible();
  await expect(page.locator("main")).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("link", { name: "SQL" })).toBeInViewport();
  expect(await scrollTop()).toBe(before);
});

test("a slow filter shows the choice at once", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/onlinecourses?field=testing");
  const fields = page.getByRole("navigation", { name: "Field" });
  await expect(fields.getByRole("link", { name: "Testing" })).toBeInViewport({ ratio: 1 });
  let release = () => {};
  const wait = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/onlinecourses.data*", async (route) => {
    await wait;
    await route.continue();
  });
  await fields.getByRole("link", { name: "Design" }).click();
  await expect(fields.getByRole("link", { name: "Design" })).toHaveAttribute("aria-current", "true");
  await expect(page.locator("div[aria-busy]")).toHaveAttribute("aria-busy", "true");
  release();
  await expect(page.locator("div[aria-busy]")).toHaveAttribute("aria-busy", "false");
  await expect(page.getByRole("link", { name: "UI/UX Design" })).toBeVisible();
});

test("on a phone the price at the top leads to the card", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/onlinecourses/viewdetails/sql");
  // It comes above everything else and moves the page down: a click at that moment would miss.
  await expect(page.locator('a[href="/webinar/first-api"]').first()).toBeVisible();
  await page.getByRole("link", { name: /^Enroll Now, ₹/ }).click();
  await expect(page.getByLabel("Batch time")).toBeInViewport();
  await expect(page).toHaveURL(/#enrol$/);
});

test("Enroll Now keeps the chosen batch", async ({ page, complaints }) => {
  await page.goto("/onlinecourses/viewdetails/sql");
  await page.getByLabel("Batch time").selectOption({ label: "1:00 PM to 2:00 PM" });
  await page.getByText("Week-end").click();
  await page.getByRole("button", { name: "Enroll Now" }).click();
  await expect(page).toHaveURL("/login?courseId=sql&batchTime=1-2&batchType=week-end");
  complaints.length = 0;
});

async function openDownload(page: Page) {
  await page.goto("/offlinecourses");
  await page.getByRole("button", { name: "Download Pdf, Python" }).click();
  await expect(page.getByRole("dialog", { name: "Download PDF" })).toBeVisible();
  await expect(page.getByLabel("Name")).toBeFocused();
}

async function fillDownload(page: Page) {
  await page.getByLabel("Name").fill("Asha Raman");
  await page.getByLabel("Mobile number").fill("98765 43210");
  await page.getByRole("dialog").getByLabel("E-mail").fill("asha@example.com");
}

test("a visitor downloads the syllabus of an offline course", async ({ page }) => {
  await page.goto("/offlinecourses");
  await expect(page.getByRole("heading", { level: 2, name: "Python Courses" })).toBeVisible();
  await openDownload(page);
  await fillDownload(page);
  let release = () => {};
  await page.route("**/downloaded/**", async (route) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    await route.continue();
  });
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download", exact: true }).click();
  const busy = page.getByRole("button", { name: "Downloading..." });
  await expect(busy).toBeDisabled();
  release();
  const file = await download;
  expect(file.suggestedFilename()).toBe("python-syllabus.pdf");
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("button", { name: "Download Pdf, Python" })).toBeFocused();
});

test("every mistake in the download form is shown at its field until it is corrected", async ({ page }) => {
  await openDownload(page);
  await page.getByRole("button", { name: "Download", exact: true }).click();
  for (const text of ["Name is required", "Mobile number is required", "Email is required"])
    await expect(page.getByText(text)).toBeVisible();
  await expect(page.getByLabel("Name")).toBeFocused();
  await page.getByLabel("Name").fill("A1");
  await expect(page.getByText("Name is required")).toBeHidden();
  await page.getByLabel("Mobile number").fill("98765432109876");
  await page.getByRole("dialog").getByLabel("E-mail").fill("asha@");
  await page.getByRole("button", { name: "Download", exact: true }).click();
  for (const text of ["Incorrect Name", "Incorrect Mobile Number", "Incorrect Email"])
    await expect(page.getByText(text)).toBeVisible();
});

test("a country can be found by name or code with the keyboard alone", async ({ page }) => {
  await openDownload(page);
  const button = page.getByRole("button", { name: /Country code/ });
  await expect(button).toHaveText(/\+91/);
  await button.press("Enter");
  await page.keyboard.type("sri");
  await expect(page.getByRole("option")).toHaveText([/Sri Lanka/]);
  await page.keyboard.press("Enter");
  await expect(button).toHaveText(/\+94/);
  await expect(button).toBeFocused();
  await button.press("Enter");
  await page.keyboard.type("+97");
  await expect(page.getByRole("option", { name: "Nepal" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toBeHidden();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("a refused download says File not found!, a missing answer is reported, and the form stays", async ({
  page,
  complaints,
}) => {
  await openDownload(page);
  await fillDownload(page);
  const gone = { status: 404, json: { error: "There is no such course.", code: "UNKNOWN_COURSE" } };
  await page.route("**/downloaded/**", (route) => route.fulfill(gone));
  await page.getByRole("button", { name: "Download", exact: true }).click();
  await expect(page.getByRole("alert").getByText("File not found!", { exact: true })).toBeVisible();
  await expect(page.getByRole("alert").getByRole("link", { name: "+91 90000 00000" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Download", exact: true })).toBeFocused();
  await page.route("**/downloaded/**", (route) => route.abort());
  await page.getByRole("button", { name: "Download", exact: true }).click();
  await page.getByRole("button", { name: "Stop trying" }).click();
  await expect(page.getByRole("alert").getByText("The server did not answer")).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Asha Raman");
  await page.unroute("**/downloaded/**");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download", exact: true }).click();
  expect((await download).suggestedFilename()).toBe("python-syllabus.pdf");
  complaints.length = 0;
});
