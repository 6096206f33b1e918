import { test as bareTest, type Route } from "@playwright/test";
import { findPath, measureWeight, publicPaths, weightTable, whyTooHeavy } from "../bench/weight.ts";
import { axe } from "./axe.ts";
import { closeEnquiryPopup, collectComplaints, expect, test } from "./test.ts";
import { expectToFit } from "./windows.ts";

// The longest files: both workers share them.
test.describe.configure({ mode: "parallel" });

for (const wanted of publicPaths) {
  bareTest(
    `${wanted.title} keeps to its weight, fits every window, and axe finds nothing in both themes`,
    async ({ page, context, baseURL: baseUrl = "" }) => {
      const path = await findPath(wanted, { baseUrl });
      await closeEnquiryPopup(context, baseUrl);
      const complaints = collectComplaints(page);
      const weight = await measureWeight({ page, baseUrl, path });
      expect(whyTooHeavy(weight, wanted), weightTable([weight])).toEqual([]);
      // Some addresses redirect.
      await page.locator("h1").first().waitFor();
      await expectToFit(page, { widths: [320, 360, 768, 1280, 1600], axeAt: { light: 320, dark: 1280 } });
      // The browser reports the status of a missing page as an error of its own.
      const isMissing = /unknown|not valid|not there/.test(wanted.title);
      if (!isMissing) expect(complaints).toEqual([]);
    },
  );
}

bareTest("axe finds a picture without a text, text that is hard to read, and the same in a frame", async ({ page }) => {
  const faulty = '<img src="data:,"><p style="color: #bbb; background: #fff">Hard to read</p>';
  const pages: Record<string, string> = { inside: faulty, outside: `${faulty}<iframe src="inside"></iframe>` };
  const show = (route: Route) =>
    route.fulfill({ contentType: "text/html", body: pages[route.request().url().split("/").at(-1) ?? ""] ?? "" });
  await page.route("**/faulty/*", show);
  await page.goto("/faulty/outside");
  const { violations } = await axe(page).analyze();
  const counts = Object.fromEntries(violations.map(({ id, nodes }) => [id, nodes.length]));
  expect(counts).toMatchObject({ "image-alt": 2, "color-contrast": 2 });
});

test("an unknown address answers 404 with a page of that name and a way back", async ({ page, complaints }) => {
  const response = await page.goto("/no/such/page");
  expect(response?.status()).toBe(404);
  await expect(page).toHaveTitle("404 Page Not Found");
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await expect(page).toHaveURL("/");
  complaints.length = 0;
});

test("an unknown course answers 404 inside the frame of the site", async ({ page, complaints }) => {
  const response = await page.goto("/onlinecourses/viewdetails/cobol");
  expect(response?.status()).toBe(404);
  await expect(page).toHaveTitle("404 Page Not Found");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  complaints.length = 0;
});

test("when the server stops during a visit, the page says so and loads once the server is back", async ({
  page,
  complaints,
}) => {
  await page.goto("/");
  let asked = 0;
  await page.route("**/*.data*", (route) => {
    asked++;
    return asked > 2 ? route.continue() : route.abort();
  });
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Services" }).click();
  await expect(page.getByRole("heading", { name: "The server did not answer" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  await expect(page.getByText("quote this ID")).toBeHidden();
  await expect(page.getByRole("heading", { level: 1, name: "What we do" })).toBeVisible();
  expect(asked).toBeGreaterThan(2);
  complaints.length = 0;
});

for (const [status, title] of [
  [502, "The server did not answer"],
  [503, "One moment, please"],
  [429, "Too many pages at once"],
] as const)
  test(`when the server answers ${status} during a visit, the page says why, and the visitor can try again`, async ({
    page,
    complaints,
  }) => {
    await page.goto("/");
    await page.route("**/*.data*", (route) => route.fulfill({ status, body: "down" }));
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Services" }).click();
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await page.unroute("**/*.data*");
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "What we do" })).toBeVisible();
    complaints.length = 0;
  });
