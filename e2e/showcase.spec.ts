import { execFileSync } from "node:child_process";
import { axe } from "./axe.ts";
import { buyCourse, newLearner, signIn } from "./learner.ts";
import { closeEnquiryPopup, expect, test } from "./test.ts";

/** A learner with a certificate for SQL. */
async function graduate(request: Parameters<typeof newLearner>[0]) {
  const { token, mobileNumber } = await newLearner(request);
  await buyCourse(request, { courseId: "sql", token });
  const said = execFileSync(
    process.execPath,
    ["scripts/certificate.mjs", "issue", mobileNumber, "sql", "Passed the exam"],
    { env: { ...process.env, DATA_DIR: process.env.E2E_DATA }, encoding: "utf8" },
  );
  return { token, certificateId: /OCNST\d{5}/.exec(said)?.[0] ?? "" };
}

test("a learner opens the public page, hides it, shows it again and gives its address up", async ({
  page,
  browser,
  baseURL,
}) => {
  const { token, certificateId } = await graduate(page.request);
  await signIn(page, token);
  await page.goto("/dashboard/certificate");
  const section = page.getByRole("region", { name: "Your public page" });
  await section.getByRole("button", { name: "Open my page" }).click();
  const field = section.getByLabel("The address of your page");
  await expect(field).toHaveValue(/\/certificates\/[\w-]{32}$/);
  const address = await field.inputValue();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await section.getByRole("button", { name: /^Copy link/ }).click();
  await expect(section.getByText("Link copied.")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  expect((await axe(page).analyze()).violations).toEqual([]);

  const anonymous = await browser.newContext({ viewport: { width: 360, height: 740 } });
  await closeEnquiryPopup(anonymous, baseURL ?? "");
  const visitor = await anonymous.newPage();
  const open = async () => (await visitor.goto(address))?.status();
  expect(await open()).toBe(200);
  await expect(visitor.getByRole("heading", { level: 1, name: "Kavya Raman" })).toBeVisible();
  await expect(visitor.getByText("For employers")).toBeVisible();
  await expect(visitor.getByText("Valid today", { exact: true })).toBeVisible();
  await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  const picture = visitor.getByRole("img", { name: new RegExp(`^Certificate ${certificateId}`) });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(300);
  expect(await visitor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect((await axe(visitor).analyze()).violations).toEqual([]);
  await visitor.getByRole("link", { name: "SQL", exact: true }).click();
  await expect(visitor).toHaveURL(`${baseURL}/view/e_certificate/${certificateId}`);
  await expect(visitor.getByText("This certificate is genuine.")).toBeVisible();

  await section.getByRole("button", { name: "Hide my page" }).click();
  await expect(section.getByText(/^Your page is hidden/)).toBeVisible();
  expect(await open()).toBe(404);
  await expect(visitor.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
  expect((await axe(visitor).analyze()).violations).toEqual([]);

  await page.reload();
  await section.getByRole("button", { name: "Show my page" }).click();
  await expect(section.getByText(/^Your page is open/)).toBeVisible();
  expect(await open()).toBe(200);

  await section.getByRole("button", { name: "Give up this address" }).click();
  await expect(section.getByText(/^This address will never work again/)).toBeVisible();
  expect((await axe(page).analyze()).violations).toEqual([]);
  await section.getByRole("button", { name: "Yes, give it up for good" }).click();
  await expect(section.getByText("The old address no longer works.")).toBeVisible();
  expect(await open()).toBe(404);

  await section.getByRole("button", { name: "Open my page" }).click();
  await expect(field).toHaveValue(/\/certificates\/[\w-]{32}$/);
  expect(await field.inputValue()).not.toBe(address);
  expect(await open()).toBe(404);
  await anonymous.close();
});

test("on a phone a learner finds the other files of a certificate and the public page", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { token, certificateId } = await graduate(page.request);
  await signIn(page, token);
  await page.goto("/dashboard/certificate");
  await page.getByText("More files").click();
  await expect(page.getByRole("link", { name: "Picture (PNG)" })).toHaveAttribute("download", `${certificateId}.png`);
  await expect(page.getByRole("link", { name: "For wallets (JSON)" })).toHaveAttribute(
    "href",
    `/api/certificate/${certificateId}/credential`,
  );
  // One certificate needs no file of all.
  await expect(page.getByRole("button", { name: "All certificates in one file" })).toHaveCount(0);
  await page.getByRole("button", { name: "Open my page" }).click();
  await expect(page.getByRole("button", { name: "Hide my page" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect((await axe(page).analyze()).violations).toEqual([]);
});

test("a learner without a certificate is not offered a public page", async ({ page }) => {
  const { token } = await newLearner(page.request);
  await signIn(page, token);
  await page.goto("/dashboard/certificate");
  await expect(page.getByRole("heading", { name: "No certificates yet" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your public page" })).toHaveCount(0);
});
