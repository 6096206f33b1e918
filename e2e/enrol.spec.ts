import type { Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { query } from "./database.ts";
import { newLearner, newNumber } from "./learner.ts";
import { chooseCourse, enterAs, openOther } from "./staff.ts";
import { expect, test } from "./test.ts";

// One drawer is used by all of them.
test.describe.configure({ mode: "serial" });

const shots = process.env.SHOTS;
const shoot = async (page: Page, name: string) => {
  if (!shots) return;
  for (const [width, height] of [
    [1280, 900],
    [360, 800],
  ] as const)
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
};

const expectNoAxeFindings = async (page: Page) => expect((await axe(page).analyze()).violations).toEqual([]);
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

test("the desk enrols a returning learner by keyboard, takes cash and prints the receipt", async ({
  page,
  request,
  complaints,
}) => {
  const { mobileNumber } = await newLearner(request);
  await query("update cash_drawer set closed_at = now(), counted_in_paise = 0 where closed_at is null");
  await query("delete from cash_move");
  await query("delete from cash_drawer");
  await enterAs(page, "front desk");
  await page.keyboard.press("e");
  await expect(page.getByRole("heading", { level: 1, name: "Enrol and take payment" })).toBeVisible();
  await expect(page.getByLabel("Mobile number")).toBeFocused();
  await page.keyboard.type(mobileNumber);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Kavya Raman");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Course", { exact: true })).toBeFocused();
  await page.keyboard.type("pyt");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radio", { name: /weekdays|weekends/ }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel(/^Discount/)).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("2");
  await expect(page.getByRole("radio", { name: "2 parts" })).toBeChecked();
  await expect(page.getByRole("table", { name: "Parts" }).getByRole("row")).toHaveCount(3);
  await page.keyboard.press("Enter");
  await page.keyboard.press("c");
  await expect(page.getByRole("radio", { name: "Cash" })).toBeChecked();

  // The drawer is not open: said before the payment, and opened without leaving the form.
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("The cash drawer of this desk is not open.")).toBeVisible();
  await expect(page.getByLabel("Mobile number")).toHaveValue(mobileNumber);
  await page.getByLabel(/Count of today/).fill("500");
  await button(page, "Open the drawer").click();
  await expect(page.getByText("The cash drawer is open")).toBeVisible();
  await shoot(page, "enrol");
  await expectNoAxeFindings(page);
  await page.getByRole("radio", { name: "Cash" }).focus();
  await page.keyboard.press("Control+Enter");

  await expect(page.getByRole("heading", { name: "Kavya Raman is enrolled in Python" })).toBeVisible();
  await expect(page.getByText(/Receipt RC-\d\d-\d\d-\d{5}, invoice/)).toBeVisible();
  await shoot(page, "enrol-done");
  for (const paper of ["A4", "80 mm"]) {
    const [receipt] = await Promise.all([
      page.waitForResponse((answer) => answer.url().includes("/api/staff/sales/receipt/")),
      button(page, new RegExp(`^Print ${paper}`)).click(),
    ]);
    expect([receipt.status(), receipt.headers()["content-type"]]).toEqual([200, "application/pdf"]);
  }
  await button(page, "Enrol another").click();
  await expect(page.getByLabel("Mobile number")).toHaveValue("");
  await page.getByLabel("Mobile number").fill(mobileNumber);
  await page.getByRole("link", { name: /open for Python/ }).click();
  await button(page, "Take part 2").click();
  await page.getByRole("radio", { name: "Cheque" }).check({ force: true });
  await button(page, /^Take ₹/).click();
  await expect(page.getByText("Enter the reference of the payment")).toBeVisible();
  await page.getByLabel("Number and bank of the cheque").fill("004512 Indian Bank");
  await button(page, /^Take ₹/).click();
  await expect(page.getByText(/^Receipt RC-/)).toBeVisible();
  await expect(page.getByText(/^Paid, RC-/)).toHaveCount(2);
  await shoot(page, "sale");
  await expectNoAxeFindings(page);
  // The refusals above.
  complaints.length = 0;
});

test("the drawer shows the takings, and a difference is explained before it closes", async ({ page, complaints }) => {
  await enterAs(page, "front desk");
  await page.goto("/staff/drawer");
  const row = page.getByRole("row").filter({ hasText: "Should be in the drawer" });
  await expect(row).toBeVisible();
  await button(page, "Put in or take out").click();
  await page.getByLabel("Amount in rupees").fill("100");
  await page.getByLabel("What for").fill("Tea");
  await button(page, "Save").click();
  await expect(page.getByRole("cell", { name: "−₹100" })).toBeVisible();
  await page.getByLabel("Counted in rupees").fill("1");
  await button(page, "Close the drawer").click();
  await expect(page.getByText(/is missing\. Say why/)).toBeVisible();
  await shoot(page, "drawer");
  await expectNoAxeFindings(page);
  await page.getByLabel(/Why, as far as you know/).fill("The rest is in the safe");
  await button(page, "Close the drawer").click();
  await expect(page.getByRole("cell", { name: /missing: The rest is in the safe/ })).toBeVisible();
  // Somebody comes late: another count than the one that closed it needs a reason.
  await page.getByLabel("Count in rupees, Front desk").fill("3");
  await button(page, "Open the drawer").click();
  await expect(page.getByText("₹1 was counted when it was closed. Say why it is another sum now")).toBeVisible();
  await shoot(page, "drawer-again");
  await expectNoAxeFindings(page);
  await page.getByLabel(/^It was closed with ₹1\./).fill("Two rupees were under the tray");
  await button(page, "Open the drawer").click();
  await expect(page.getByRole("cell", { name: "Counted again: Two rupees were under the tray" })).toBeVisible();
  await button(page, "Put in or take out").click();
  await page.getByLabel("Amount in rupees").fill("4");
  await page.getByLabel("What for").fill("Tea");
  await button(page, "Save").click();
  await expect(page.getByText("Only ₹3 is in the drawer of Front desk")).toBeVisible();
  // The refusals above.
  complaints.length = 0;
});

test("a counsellor's discount above the limit waits until an owner approves it on another device", async ({
  page,
  browser,
  complaints,
  baseURL: baseUrl = "",
}) => {
  const number = newNumber();
  await enterAs(page, "counsellor");
  await page.goto("/staff/enrol");
  await page.getByLabel("Mobile number").fill(number);
  await expect(page.getByText("No account yet")).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Gokul Anand");
  await chooseCourse(page, "SQL");
  await page.getByLabel(/^Discount/).fill("10 %");
  await expect(page.getByText(/above your limit of 3 %/)).toBeVisible();
  await button(page, /^Ask an owner/).click();
  await expect(page.getByText("Say why, in a few words")).toBeVisible();
  await page.getByLabel(/^Reason/).fill("Brother of Kavya Raman");
  await button(page, /^Ask an owner/).click();
  await expect(page.getByText("The discount waits for an owner.")).toBeVisible();

  const owner = await openOther(browser);
  await enterAs(owner.page, "owner", baseUrl);
  await owner.page.goto(`${baseUrl}/staff/enrol/sales`);
  await owner.page.getByRole("link", { name: "Gokul Anand" }).click();
  await expect(owner.page.getByText("Brother of Kavya Raman")).toBeVisible();
  await button(owner.page, "Approve the discount").click();
  await button(owner.page, /^Approve ₹/).click();
  await expect(owner.page.getByText("The discount is approved.")).toBeVisible();
  // The desk sees it without a reload.
  await expect(page.getByText("Price and plan are agreed.")).toBeVisible();
  await button(owner.page, /^Take part 1/).click();
  await owner.page.getByRole("radio", { name: "UPI" }).check({ force: true });
  await owner.page.getByLabel(/UPI reference/).fill("632044170925");
  await button(owner.page, /^Take ₹/).click();
  await expect(owner.page.getByText("Enrolled", { exact: true })).toBeVisible();
  expect(owner.complaints).toEqual([]);
  await owner.close();
  // The refusals above.
  complaints.length = 0;
});

test("E enrols the lead that is open, with name and number in the form", async ({ page }) => {
  const [lead] = await query(
    "select id, name, number from lead where number is not null and merged_into is null and is_demo and learner_id is null limit 1",
  );
  await enterAs(page, "counsellor");
  await page.goto(`/staff/leads?lead=${lead?.id}`);
  await expect(page.getByRole("link", { name: "Enrol", exact: true }).last()).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: String(lead?.name) })).toBeVisible();
  await shoot(page, "lead-panel");
  await page.keyboard.press("e");
  await expect(page.getByLabel("Mobile number")).toHaveValue(String(lead?.number));
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue(String(lead?.name));
  await expect(page.getByLabel("Course", { exact: true })).toBeFocused();
});

test("an owner sets a UPI address, and the desk shows a code for the exact amount", async ({ page, complaints }) => {
  await enterAs(page, "owner");
  await page.goto("/staff/money-settings");
  await page.getByLabel("UPI address").fill("not an address");
  await page.getByLabel(/^Payee/).fill("Shoreline Academy");
  await button(page, "Save the settings").click();
  await expect(page.getByText("Enter a UPI address such as")).toBeVisible();
  await page.getByLabel("UPI address").fill("shoreline@okbank");
  await button(page, "Save the settings").click();
  await expect(page.getByText("The money settings are saved.")).toBeVisible();
  await shoot(page, "money-settings");
  await expectNoAxeFindings(page);
  await page.goto("/staff/enrol");
  await page.getByLabel("Mobile number").fill(newNumber());
  await page.getByLabel("Name", { exact: true }).fill("Divya Selvam");
  await chooseCourse(page, "SQL");
  await page.getByRole("radio", { name: "UPI" }).check({ force: true });
  await expect(page.getByRole("img", { name: /^UPI code for ₹/ })).toBeVisible();
  await shoot(page, "enrol-upi");
  await button(page, /^Take ₹/).click();
  await expect(page.getByText("Enter the reference of the payment")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Divya Selvam");
  // The refusals above.
  complaints.length = 0;
});
