import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { askForCode, newLearner, readCode, signIn, typeCode } from "./learner.ts";
import { expect, test } from "./test.ts";

async function openCheckout(page: Page, path = "/onlinecourses/viewdetails/sql") {
  await page.goto(path);
  await page.getByLabel("Batch time").selectOption("1-2");
  await page.getByRole("button", { name: "Enroll Now" }).click();
  const checkout = page.getByRole("dialog", { name: /Payment to/ });
  await expect(checkout).toBeVisible();
  return checkout;
}

test("a learner buys a course: order, payment, confirmation, history and invoice", async ({ page, complaints }) => {
  const { token } = await newLearner(page.request);
  await signIn(page, token);
  const checkout = await openCheckout(page);
  await expect(checkout.getByText("₹5,999").first()).toBeVisible();
  await checkout.getByRole("button", { name: /^Pay ₹/ }).click();
  await expect(page).toHaveURL("/dashboard/mycourses");
  await expect(page.getByText("The course is purchased.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "SQL Full Package Course" })).toBeVisible();
  await page.getByRole("link", { name: "More Info about SQL" }).click();
  await page.locator("summary").first().click();
  await expect(page.locator("details li").first()).toBeVisible();

  await page.goto("/dashboard/purchasehistory");
  const row = page.getByRole("row").filter({ hasText: "SQL" });
  await expect(row).toContainText("₹5,999");
  await expect(row).toContainText("UPI");
  await expect(row).toContainText("Completed");
  const download = page.waitForEvent("download");
  await row.getByRole("button", { name: /Invoice/ }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^SA-\d{4}-\d{2}-\d{5}\.pdf$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  await page.setViewportSize({ width: 360, height: 800 });
  await page.locator(".purchase-cards summary").first().click();
  await expect(page.getByText("Paid via").last()).toBeVisible();

  await page.goto("/onlinecourses/viewdetails/sql");
  await page.getByRole("button", { name: "Enroll Now" }).click();
  await expect(page.getByRole("alert").getByText("You have purchased this course already.")).toBeVisible();
  complaints.length = 0;
});

test("a failed payment is told in full, another try succeeds, a dismissed window leaves everything usable", async ({
  page,
  complaints,
}) => {
  const { token } = await newLearner(page.request);
  await signIn(page, token);
  const checkout = await openCheckout(page, "/dashboard/viewdetails/sql");
  await checkout.getByRole("list", { name: "Simulate a failure" }).getByRole("button").first().click();
  await expect(page.getByText(/The payment failed\..*Code: .*Reason: .*Order: order_/)).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(checkout).toBeHidden();
  await page.getByRole("button", { name: "Enroll Now" }).click();
  await expect(checkout).toBeVisible();
  await checkout.getByRole("button", { name: /^Pay ₹/ }).click();
  await expect(page).toHaveURL("/dashboard/mycourses");
  await expect(page.getByRole("heading", { name: "SQL Full Package Course" })).toBeVisible();
  complaints.length = 0;
});

test("who pays and loses the browser finds the course by itself", async ({ page, complaints }) => {
  const { token } = await newLearner(page.request);
  await signIn(page, token);
  const checkout = await openCheckout(page);
  await checkout.getByRole("button", { name: /lose the browser/ }).click();
  await page.goto("/dashboard/mycourses");
  await expect(page.getByRole("heading", { name: "SQL Full Package Course" })).toBeVisible({ timeout: 25_000 });
  complaints.length = 0;
});

test("whoever is not signed in is told so, and comes back to the same course and batch", async ({
  page,
  complaints,
}) => {
  const { mobileNumber } = await newLearner(page.request);
  await page.goto("/onlinecourses/viewdetails/react");
  await page.getByLabel("Batch time").selectOption("3-4");
  await page.getByRole("button", { name: "Enroll Now" }).click();
  await expect(page.getByRole("alert").getByText("You have to login First")).toBeVisible();
  await askForCode(page, mobileNumber);
  await typeCode(page, await readCode(page.request, mobileNumber));
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL(/viewdetails\/react.*batchTime=3-4/);
  await expect(page.getByLabel("Batch time")).toHaveValue("3-4");
  complaints.length = 0;
});

test("a payment window that does not load says so, and can be tried again", async ({ page, complaints }) => {
  const { token } = await newLearner(page.request);
  await signIn(page, token);
  await page.route("**/checkout.js", (route) => route.abort());
  await page.goto("/onlinecourses/viewdetails/sql");
  await page.getByRole("button", { name: "Enroll Now" }).click();
  await expect(page.getByRole("alert").getByText("The payment window could not be loaded.")).toBeVisible();
  await page.unroute("**/checkout.js");
  await page.getByRole("button", { name: "Enroll Now" }).click();
  await expect(page.getByRole("dialog", { name: /Payment to/ })).toBeVisible();
  complaints.length = 0;
});
