import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { query } from "./database.ts";
import { askForCode, newLearner, readCode, signIn, typeCode } from "./learner.ts";
import { enterAs, openOther } from "./staff.ts";
import { expect, test } from "./test.ts";

const newCode = (begin: string) => `${begin}-${crypto.randomUUID().slice(0, 8).toUpperCase()}`;
const checkoutOf = (page: Page) => page.getByRole("dialog", { name: /Payment to/ });
const codeField = (page: Page) => page.getByLabel("Code", { exact: true });
const enrol = (page: Page) => page.getByRole("button", { name: "Enroll Now" }).click();

type Coupon = { code: string; discount?: object; endsAt?: string; usesInAll?: number };

/** Past and used-up coupons cannot be made in the console. */
async function addCoupon({
  code,
  discount = { percent: 10 },
  endsAt = "2099-01-01",
  usesInAll,
}: Coupon): Promise<void> {
  await query(
    `insert into coupon (code, discount, starts_at, ends_at, uses_in_all, uses_per_person, made_at)
     values ($1, $2, '2026-01-01', $3, $4, 1, now())`,
    [code, JSON.stringify(discount), endsAt, usesInAll ?? null],
  );
}

async function openField(page: Page, path = "/onlinecourses/viewdetails/sql"): Promise<void> {
  await page.goto(path);
  await page.getByText("Have a code?").click();
}

test("an owner makes a code; a visitor types it, signs in, sees the price, pays it, and the invoice shows the discount", async ({
  page,
  browser,
}) => {
  const code = newCode("DIWALI");
  const desk = await openOther(browser);
  await enterAs(desk.page, "owner");
  await desk.page.keyboard.type("go");
  await expect(desk.page.getByRole("heading", { level: 1, name: "Offers" })).toBeVisible();
  await expect(desk.page.getByRole("row", { name: /WELCOME10/ })).toContainText("Active");
  await desk.page.keyboard.press("c");
  const dialog = desk.page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save the coupon" }).click();
  await expect(dialog.getByText("Use 3 to 24 letters, digits and dashes")).toBeVisible();
  await dialog.getByLabel("Code", { exact: true }).fill(code.toLowerCase());
  await dialog.getByLabel("Uses in all, empty for no limit").fill("5");
  await dialog.getByRole("button", { name: "Save the coupon" }).click();
  const row = desk.page.getByRole("row").filter({ hasText: code });
  await expect(row).toContainText("0 of 5");

  const { mobileNumber } = await newLearner(page.request);
  await openField(page);
  await codeField(page).fill(` ${code.toLowerCase()}`);
  await page.getByRole("button", { name: "Apply the code" }).click();
  await expect(page.getByText("Choose Enroll Now to sign in. We keep the code for you.")).toBeVisible();
  await enrol(page);
  await expect(page).toHaveURL(/\/login/);
  await askForCode(page, mobileNumber);
  await typeCode(page, await readCode(page.request, mobileNumber));
  await page.getByRole("button", { name: "Login" }).click();
  const checkout = checkoutOf(page);
  await expect(checkout).toBeVisible();
  await expect(checkout.getByText("₹5,399.10").first()).toBeVisible();
  await expect(page.getByText(`Discount, code ${code}`)).toBeVisible();
  await expect(page.getByText("−₹599.90")).toBeVisible();

  await desk.page.reload();
  await expect(row).toContainText("0 of 5, 1 held");
  await checkout.getByRole("button", { name: /^Pay ₹5,399.10/ }).click();
  await expect(page).toHaveURL("/dashboard/mycourses");
  await page.goto("/dashboard/purchasehistory");
  const bought = page.getByRole("row").filter({ hasText: "SQL" });
  await expect(bought).toContainText("₹5,399.10");
  const download = page.waitForEvent("download");
  await bought.getByRole("button", { name: /Invoice/ }).click();
  const file = readFileSync(await (await download).path());
  expect(file.subarray(0, 5).toString()).toBe("%PDF-");
  const [paper] = await query(
    `select i.content -> 'discount' as discount, i.content -> 'totalInPaise' as total from invoice i
     join learner l on l.id = i.learner_id where l.mobile_number = $1`,
    [mobileNumber],
  );
  expect(paper).toEqual({ discount: { listPriceInPaise: 599_900, offer: `code ${code}` }, total: 539_910 });

  await desk.page.reload();
  await expect(row).toContainText("1 of 5");
  await row.getByRole("link", { name: code }).click();
  const panel = desk.page.getByRole("complementary", { name: "Coupon" });
  await expect(panel).toContainText("Kavya Raman");
  await expect(panel).toContainText("−₹599.90");
  expect((await axe(desk.page).analyze()).violations).toEqual([]);
  await desk.page.keyboard.press("Escape");
  await row.getByRole("button", { name: `More for ${code}` }).click();
  await desk.page.getByRole("button", { name: "Withdraw the coupon" }).click();
  await dialog.getByRole("button", { name: "Withdraw the coupon" }).click();
  await expect(row).toContainText("Withdrawn");
  expect(desk.complaints.filter((text) => !text.includes("400"))).toEqual([]);
  await desk.close();
});

test("wrong, expired, used-up and withdrawn codes are told at the field, and nothing is paid until the code is gone", async ({
  page,
  complaints,
}) => {
  const { token } = await newLearner(page.request);
  await signIn(page, token);
  const [expired, usedUp] = [newCode("OLD"), newCode("GONE")];
  await addCoupon({ code: expired, endsAt: "2026-02-01" });
  await addCoupon({ code: usedUp, usesInAll: 0 });
  await openField(page);
  const cases = [
    [newCode("NONE"), "This code is not valid. Please check how it is spelt."],
    [expired, "This code has expired."],
    [usedUp, "This code has been used up."],
  ] as const;
  for (const [code, why] of cases) {
    await codeField(page).fill(code);
    await page.getByRole("button", { name: "Apply the code" }).click();
    await expect(page.getByText(why)).toBeVisible();
    await codeField(page).pressSequentially("X");
    await expect(page.getByText(why)).toBeHidden();
  }
  await codeField(page).fill(expired);
  await enrol(page);
  await expect(page.getByText("This code has expired.")).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await expect(checkoutOf(page)).toBeHidden();
  expect((await axe(page).analyze()).violations).toEqual([]);
  await codeField(page).fill("");
  await enrol(page);
  await expect(checkoutOf(page).getByText("₹5,999").first()).toBeVisible();
  for (const complaint of complaints.splice(0)) expect(complaint).toContain("409");
});

test("a code that leaves nothing to pay gives the course without a payment window", async ({ page }) => {
  const { token } = await newLearner(page.request);
  await signIn(page, token);
  const code = newCode("GIFT");
  await addCoupon({ code, discount: { percent: 100 } });
  await openField(page, "/dashboard/viewdetails/sql");
  await codeField(page).fill(code);
  await page.getByRole("button", { name: "Apply the code" }).click();
  await expect(page.getByText("To pay")).toBeVisible();
  await enrol(page);
  await expect(page).toHaveURL("/dashboard/mycourses");
  await page.goto("/dashboard/purchasehistory");
  await expect(page.getByRole("row").filter({ hasText: "SQL" })).toContainText("Free");
});

test("an early-bird price stands on the page beside the list price with its last day, for search engines too, and is paid", async ({
  page,
}) => {
  const { token } = await newLearner(page.request);
  await signIn(page, token);
  await page.goto("/onlinecourses/viewdetails/software-testing");
  const card = page.getByRole("complementary", { name: "Enroll" });
  await expect(card.getByText("List price ₹14,999")).toBeVisible();
  await expect(card.getByText(/^Early-bird price until \d+ \w+ \d{4}$/)).toBeVisible();
  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(data.join("")).toMatch(/"price":12699,.*"priceValidUntil":"\d{4}-/);
  await enrol(page);
  await expect(checkoutOf(page).getByText("₹12,699").first()).toBeVisible();
});
