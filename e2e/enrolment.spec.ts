import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { query } from "./database.ts";
import { askForCode, newLearner, profile, readCode, signIn, typeCode } from "./learner.ts";
import { expect, test } from "./test.ts";

const checkoutOf = (page: Page) => page.getByRole("dialog", { name: /Payment to/ });
const enrolButton = (page: Page) => page.getByRole("button", { name: "Enroll Now" });

async function openCheckout(page: Page, path = "/onlinecourses/viewdetails/sql") {
  await page.goto(path);
  await page.getByLabel("Batch time").selectOption("1-2");
  // What the page says about the batch moves the button down.
  await expect(page.getByText("1:00 to 2:00 PM").first()).toBeVisible();
  await enrolButton(page).dblclick();
  const checkout = checkoutOf(page);
  await expect(checkout).toBeVisible();
  return checkout;
}

/** Holds back the purchase call after a payment until it is released. */
async function holdPurchase(page: Page): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  await page.route("**/api/purchased/*", async (route) => {
    if (route.request().postData()?.includes("razorpay_payment_id")) await held;
    await route.continue();
  });
  return letGo;
}

test("a learner buys a course: one order, prefilled payment, confirmation, history and invoice", async ({ page }) => {
  const { token, mobileNumber } = await newLearner(page.request);
  await signIn(page, token);
  let orders = 0;
  page.on("request", (request) => request.url().endsWith("/api/payment/order") && orders++);
  const letGo = await holdPurchase(page);
  const checkout = await openCheckout(page);
  await expect(checkout.getByText("₹5,999").first()).toBeVisible();
  await expect(checkout.getByText(`Kavya Raman · +91${mobileNumber} · ${profile.email}`)).toBeVisible();
  await checkout.getByRole("button", { name: /^Pay ₹/ }).click();
  await expect(page.getByRole("alert").getByText("This step of Payment Succeeded")).toBeVisible();
  letGo();
  await expect(page).toHaveURL("/dashboard/mycourses");
  expect(orders).toBe(1);
  await expect(page.getByText("The course is purchased.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "SQL Full Package Course" })).toBeVisible();
  await page.reload();
  await page.getByRole("link", { name: "More Info about SQL" }).click();
  await page.locator("summary").first().click();
  await expect(page.locator("details li").first()).toBeVisible();
  await expect(page.getByText("The course is purchased.")).toBeHidden();

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
  await page.locator("summary").first().click();
  await expect(page.getByText("Paid via").last()).toBeVisible();

  await page.goto("/onlinecourses/viewdetails/sql");
  await enrolButton(page).click();
  await expect(page.getByRole("alert").getByText("You have purchased this course already.")).toBeVisible();
  await page.goto("/dashboard/viewdetails/sql");
  await expect(page.getByText("You own this course: open the classroom")).toBeVisible();
  await expect(enrolButton(page)).toBeHidden();
});

test("every payment failure is shown in full and logged, a closed window returns the focus, and another try succeeds", async ({
  page,
  complaints,
}) => {
  const { token } = await newLearner(page.request);
  await signIn(page, token);
  const checkout = await openCheckout(page, "/dashboard/viewdetails/sql");
  const landmarks = ["landmark-no-duplicate-banner", "landmark-no-duplicate-contentinfo", "landmark-unique"];
  expect((await axe(page).withRules(landmarks).analyze()).violations).toEqual([]);
  const failures = checkout.getByRole("list", { name: "Simulate a failure" }).getByRole("button");
  const reasons = ["payment failed", "payment cancelled", "insufficient funds", "payment timed out", "card declined"];
  for (const [at, reason] of [...reasons, "authentication failed"].entries()) {
    await failures.nth(at).click();
    await expect(page.getByRole("alert").filter({ hasText: "The payment failed" })).toContainText(
      new RegExp(
        `^The payment failed\\. \\w.*\\sReason: ${reason}\\sStep: .*\\sSource: .*\\sCode: [A-Z_]+\\sOrder: order_.*\\sPayment: pay_`,
      ),
    );
  }
  expect(await failures.count()).toBe(complaints.length);
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/^payment failed/);
  await page.keyboard.press("Escape");
  await expect(checkout).toBeHidden();
  await expect(enrolButton(page)).toBeFocused();
  await expect(enrolButton(page)).toBeInViewport();
  await expect(page.getByRole("alert").getByText("The payment failed.")).toBeVisible();
  await enrolButton(page).click();
  await checkout.getByRole("button", { name: /^Pay ₹/ }).click();
  await expect(page).toHaveURL("/dashboard/mycourses");
  await expect(page.getByRole("heading", { name: "SQL Full Package Course" })).toBeVisible();
});

test("a learner who pays in one tab and again in another is led to the course", async ({
  page,
  context,
  complaints,
}) => {
  const { token } = await newLearner(page.request);
  await signIn(page, token);
  const other = await context.newPage();
  const [first, second] = [
    await openCheckout(page, "/dashboard/viewdetails/sql"),
    await openCheckout(other, "/dashboard/viewdetails/sql"),
  ];
  await first.getByRole("button", { name: /^Pay ₹/ }).click();
  await expect(page).toHaveURL("/dashboard/mycourses");
  await second.getByRole("button", { name: /^Pay ₹/ }).click();
  await expect(other).toHaveURL("/dashboard/mycourses");
  await expect(other.getByText("You have paid for this course already.")).toBeVisible();
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/^payment failed/);
});

test("a learner who pays and loses the connection still gets the course", async ({ page }) => {
  const { token } = await newLearner(page.request);
  await signIn(page, token);
  const checkout = await openCheckout(page);
  await checkout.getByRole("button", { name: /lose the connection/ }).click();
  await expect(page).toHaveURL("/dashboard/mycourses", { timeout: 15_000 });
  await expect(page.getByRole("heading", { name: "SQL Full Package Course" })).toBeVisible({ timeout: 25_000 });
});

test("a visitor who is not signed in is asked to, and comes back to the same course and batch", async ({ page }) => {
  const { mobileNumber } = await newLearner(page.request);
  await page.goto("/onlinecourses/viewdetails/react");
  await page.getByLabel("Batch time").selectOption("3-4");
  await enrolButton(page).click();
  await expect(page.getByRole("alert").getByText("You have to login First")).toBeVisible();
  await askForCode(page, mobileNumber);
  await typeCode(page, await readCode(page.request, mobileNumber));
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page).toHaveURL(/viewdetails\/react.*batchTime=3-4/);
  await expect(page.getByLabel("Batch time")).toHaveValue("3-4");
});

test("a payment window that does not load says so and can be opened again; leaving the page closes it", async ({
  signedInPage: page,
  complaints,
}) => {
  await page.goto("/dashboard/allcourses");
  await page.goto("/dashboard/viewdetails/sql");
  const says = async (text: string) => {
    await enrolButton(page).click();
    await expect(page.getByRole("alert").getByText(text)).toBeVisible();
  };
  await page.route("**/assets/enrol-*.js", (route) => route.abort());
  await says("The server did not answer. Please try again.");
  await page.unroute("**/assets/enrol-*.js");
  await page.route("**/checkout.js", (route) => route.abort());
  await says("The payment window could not be loaded.");
  await page.unroute("**/checkout.js");
  await page.route("**/checkout.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  await says("Razorpay Instance in not ready");
  await page.unroute("**/checkout.js");
  const complained = complaints.splice(0).filter((text) => !text.includes("net::ERR_FAILED"));
  expect(complained).toEqual([expect.stringContaining("could not be loaded"), expect.stringContaining("not ready")]);
  await enrolButton(page).click();
  await expect(checkoutOf(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "All Courses" })).toBeVisible();
  await expect(checkoutOf(page)).toHaveCount(0);
});

test("a course without a price is called free and is bought with one click", async ({ page }) => {
  const { token } = await newLearner(page.request);
  await signIn(page, token);
  const [{ price } = { price: 0 }] = await query(
    "select price_in_paise as price from course where course_id = 'flutter'",
  );
  const setPrice = (to: unknown) => query("update course set price_in_paise = $1 where course_id = 'flutter'", [to]);
  await setPrice(0);
  try {
    await expect(async () => {
      await page.goto("/dashboard/viewdetails/flutter");
      await expect(page.getByText("Free", { exact: true })).toBeVisible({ timeout: 2000 });
    }).toPass();
    await enrolButton(page).click();
    await expect(page).toHaveURL("/dashboard/mycourses");
    await expect(page.getByRole("heading", { name: /Full Package Course/ })).toHaveCount(1);
  } finally {
    await setPrice(price);
  }
});

test("a learner who has paid is told so even without an answer or after another learner signs in", async ({
  page,
  complaints,
}) => {
  const payer = await newLearner(page.request);
  await signIn(page, payer.token);
  const isProof = (body: string | null) => body?.includes("razorpay_payment_id") ?? false;
  await page.route("**/api/purchased/*", (route) =>
    isProof(route.request().postData()) ? route.abort() : route.continue(),
  );
  const payButton = (await openCheckout(page)).getByRole("button", { name: /^Pay ₹/ });
  await payButton.click();
  await expect(page).toHaveURL("/dashboard/mycourses");
  await expect(page.getByText("We have received your payment. The course will appear here in a moment.")).toBeVisible();
  await page.unroute("**/api/purchased/*");

  // Another learner has signed in on this browser: the course is not theirs.
  await openCheckout(page, "/onlinecourses/viewdetails/react");
  const other = await newLearner(page.request);
  await page.evaluate((token) => localStorage.setItem("token", token), other.token);
  await payButton.click();
  await expect(
    page.getByRole("alert").getByText("The course is in the account of the learner who paid."),
  ).toBeVisible();
  const list = async (token: string) => (await page.request.post("/api/purchased/", { data: { token } })).json();
  expect(await list(other.token)).toEqual([]);
  expect(await list(payer.token)).toHaveLength(2);
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/net::ERR_FAILED|No answer from the server/);
});

for (const path of ["/onlinecourses/viewdetails/sql", "/dashboard/viewdetails/sql"])
  test(`a learner who pays at ${path} after the session has ended is told so at the login page`, async ({
    page,
    complaints,
  }) => {
    const { token } = await newLearner(page.request);
    await signIn(page, token);
    const checkout = await openCheckout(page, path);
    await page.request.post("/api/user/logout", { data: { token } });
    await checkout.getByRole("button", { name: /^Pay ₹/ }).click();
    await expect(page).toHaveURL("/login?next=%2Fdashboard%2Fmycourses");
    const told = page.getByRole("alert").filter({ hasText: "We have received your payment. Please sign in" });
    await expect(told).toBeVisible();
    for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/401|You have to login First/);
  });
