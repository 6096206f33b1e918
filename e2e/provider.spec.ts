import type { Page } from "@playwright/test";
import { startProduct, stopAll } from "../bench/product.mjs";
import { newLearner, signIn } from "./learner.ts";
import { test as base, expect, isAlive } from "./test.ts";

const checkoutUrl = "https://checkout.razorpay.com/v1/checkout.js";

/** A product of its own, with keys of the real provider, whose servers the browser does not reach. */
const test = base.extend<object, { shop: string }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern.
    async ({}, use) => {
      const keys = { RAZORPAY_KEY_ID: "rzp_test_1", RAZORPAY_KEY_SECRET: "secret", RAZORPAY_WEBHOOK_SECRET: "secret" };
      const { url } = await startProduct(() => ({ ...keys, LOG_LEVEL: "warn" }));
      await use(url);
      await stopAll();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ shop }, use) => use(shop),
});

// Like the provider's script: it writes a style, opens a frame of its own servers and reports to them.
const checkoutScript = `
  document.head.append(Object.assign(document.createElement("style"), { textContent: ".pay { color: red }" }));
  window.Razorpay = class {
    constructor(options) { this.options = options; }
    on() {}
    close() { this.frame.remove(); }
    async open() {
      this.frame = document.createElement("iframe");
      this.frame.title = "Payment of " + this.options.prefill.name;
      this.frame.style.cssText = "position: fixed; inset: 0; z-index: 999; background: white";
      this.frame.src = "https://api.razorpay.com/v1/checkout/public";
      document.body.append(this.frame);
      await fetch("https://lumberjack.razorpay.com/v1/track", { method: "POST", mode: "no-cors" });
      addEventListener("message", ({ data }) => {
        if (data !== "paid") return;
        this.close();
        this.options.handler({ razorpay_payment_id: "pay_1", razorpay_order_id: "order_1", razorpay_signature: "s" });
      });
    }
  };`;
const payScript = `document.querySelector("button").onclick = () => parent.postMessage("paid", "*")`;

test.beforeEach(async ({ page }) => {
  await page.route("https://*.razorpay.com/**", (route) => {
    const url = route.request().url();
    if (url === checkoutUrl) return route.fulfill({ contentType: "text/javascript", body: checkoutScript });
    const body = url.includes("/public") ? `<button>Pay now</button><script>${payScript}</script>` : "";
    return route.fulfill({ contentType: "text/html", body });
  });
  await page.route("**/api/payment/order", (route) => {
    const { amount } = route.request().postDataJSON();
    return route.fulfill({ json: { amount, currency: "INR", order_id: "order_1", key: "rzp_test_1", checkoutUrl } });
  });
  await page.route("**/api/purchased/*", (route) =>
    route.request().postData()?.includes("razorpay_payment_id")
      ? route.fulfill({ json: { isPurchased: true, error: null, message: "Thank you." } })
      : route.continue(),
  );
});

/** The addresses that were loaded as documents from now on. */
function listDocuments(page: Page): string[] {
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      documents.push(new URL(request.url()).pathname);
  });
  return documents;
}

const payWindow = (page: Page) => page.frameLocator("iframe[title^='Payment of']");
const payNow = (page: Page) => payWindow(page).getByRole("button", { name: "Pay now" });
const pathOf = (page: Page) => new URL(page.url()).pathname;

async function enrol(page: Page): Promise<void> {
  // A course is loaded as a document (decision 010).
  await isAlive(page);
  await page.getByLabel("Batch time").selectOption("1-2");
  await page.getByRole("button", { name: "Enroll Now" }).click();
  await expect(payNow(page)).toBeVisible();
}

test("a learner who lands on a course buys it, and goes on to the next one without loading a document", async ({
  page,
}) => {
  await signIn(page, (await newLearner(page.request)).token);
  const documents = listDocuments(page);
  await page.goto("/onlinecourses/viewdetails/sql/SQL-training-in-pondicherry");
  const here = pathOf(page);
  await enrol(page);
  await payNow(page).click();
  await expect(page).toHaveURL("/dashboard/mycourses");
  await expect(page.getByText("Thank you.")).toBeVisible();
  await page.getByRole("link", { name: "All Courses" }).first().click();
  await page.locator("a[href='/dashboard/viewdetails/react']").first().click();
  await enrol(page);
  expect(documents.filter((path) => path !== here)).toEqual([]);
});

test("a learner who lands on the home page and follows links to a course buys it there, with the batch just chosen", async ({
  page,
}) => {
  await signIn(page, (await newLearner(page.request)).token);
  await page.goto("/");
  const documents = listDocuments(page);
  await page.locator("main a[href='/onlinecourses']").first().click();
  await expect(page).toHaveURL(/\/onlinecourses/);
  expect(documents).toEqual([]);
  await page.locator("main a[href^='/onlinecourses/viewdetails/']").first().click();
  await expect(page.getByLabel("Batch time")).toBeVisible();
  expect(documents).toEqual([pathOf(page)]);
  const order = page.waitForRequest("**/api/payment/order");
  await enrol(page);
  expect((await order).postDataJSON()).toMatchObject({ batchTime: "1-2" });
  await payNow(page).click();
  await expect(page).toHaveURL("/dashboard/mycourses");
  expect(documents).toHaveLength(1);
});

test("Back from a course leads to the page before, and Forward to a course that can be bought", async ({ page }) => {
  await signIn(page, (await newLearner(page.request)).token);
  await page.goto("/onlinecourses");
  await page.locator("main a[href^='/onlinecourses/viewdetails/']").first().click();
  await expect(page.getByLabel("Batch time")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/onlinecourses");
  await page.goForward();
  await enrol(page);
});

test("a learner buys in the portal, and a visitor pays for a seat, after landing on another page", async ({ page }) => {
  await signIn(page, (await newLearner(page.request)).token);
  await page.goto("/dashboard/allcourses");
  await page.locator("a[href='/dashboard/viewdetails/sql']").first().click();
  await enrol(page);
  await page.goto("/webinarview");
  await page.locator("a[href='/webinar/honest-charts']").first().click();
  const form = page.getByRole("form", { name: "Registration" });
  await form.getByLabel("Name").fill("Asha Kumar");
  await form.getByLabel("E-mail").fill("asha@example.com");
  await form.getByLabel("Mobile number").fill("9876543210");
  await form.getByRole("button", { name: /^Register/ }).click();
  await expect(page.getByTitle("Payment of Asha Kumar")).toBeVisible();
  await expect(payNow(page)).toBeVisible();
  await expect(form.getByLabel("E-mail")).toHaveValue("asha@example.com");
});
