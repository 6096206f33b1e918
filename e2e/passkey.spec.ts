import { startProduct, stopAll } from "../bench/product.mjs";
import { newLearner, readCode, signIn, typeCode } from "./learner.ts";
import { givePasskeys } from "./passkeys.ts";
import { test as base, expect } from "./test.ts";

/** A product of its own under a host name: browsers offer no passkeys at an IP address. */
const test = base.extend<object, { site: string }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern.
    async ({}, use) => {
      const { url } = await startProduct((port) => ({ LOG_LEVEL: "warn", PUBLIC_URL: `http://localhost:${port}` }));
      await use(url.replace("127.0.0.1", "localhost"));
      await stopAll();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ site }, use) => use(site),
});

test("a learner adds a passkey after a code, signs in with it without one, and removes it", async ({
  page,
  request,
}) => {
  await givePasskeys(page);
  const { token, mobileNumber } = await newLearner(request);
  const prove = async () => {
    await page.getByRole("button", { name: "Send the code" }).click();
    await expect(page.getByRole("group", { name: "One-time code" })).toBeVisible();
    await typeCode(page, await readCode(request, mobileNumber));
  };
  await signIn(page, token);
  await page.goto("/dashboard/editprofile");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await prove();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Create passkey" }).click();
  await expect(page.getByText("Your passkey has been added.")).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(/\/dashboard/);

  await page.goto("/dashboard/editprofile");
  await page.getByRole("button", { name: /^Remove / }).click();
  await prove();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("The passkey has been removed.")).toBeVisible();
});
