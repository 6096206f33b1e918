import { axe } from "./axe.ts";
import { enterAs } from "./staff.ts";
import { expect, test } from "./test.ts";

test("a day is typed with the day first, or chosen from a calendar by keys alone", async ({ page }) => {
  await enterAs(page, "owner");
  await page.goto("/staff/reports?from=2026-11-02&until=2026-11-16");
  const from = page.getByLabel("From", { exact: true });
  await expect(from).toHaveValue("2 Nov 2026");
  await from.press("Tab");
  await expect(page.getByRole("button", { name: "From: calendar" })).toBeFocused();
  await page.keyboard.press("Enter");
  const calendar = page.getByRole("dialog", { name: "From" });
  await expect(calendar.getByRole("button", { name: "Monday 2 November 2026" })).toBeFocused();
  expect((await axe(page).analyze()).violations).toEqual([]);
  await page.keyboard.press("ArrowUp");
  await expect(calendar.getByRole("button", { name: "Monday 26 October 2026" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/from=2026-10-26&until=2026-11-16/);
  await expect(calendar).toBeHidden();
  await expect(page.getByRole("button", { name: "From: calendar" })).toBeFocused();
  await from.fill("5/10/2026");
  await from.press("Enter");
  await expect(page).toHaveURL(/from=2026-10-05/);
  await expect(from).toHaveValue("5 Oct 2026");
});

test("in the dialog of the filters Escape closes the calendar first, and a wrong day is not sent", async ({ page }) => {
  await enterAs(page, "owner");
  await page.goto("/staff/leads");
  await page.getByRole("button", { name: "Add filter" }).click();
  const dialog = page.getByRole("dialog", { name: "Filter the leads" });
  const since = dialog.getByRole("textbox", { name: "Received since" });
  await dialog.getByRole("button", { name: "Received since: calendar" }).click();
  const calendar = page.getByRole("dialog", { name: "Received since" });
  await expect(calendar).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(calendar).toBeHidden();
  await expect(dialog).toBeVisible();
  await since.fill("11/17/2026");
  await since.press("Enter");
  await expect(dialog.getByText("Enter a day such as 17 Nov 2026")).toBeVisible();
  await since.fill("17/11/2026");
  await dialog.getByRole("button", { name: "Show these leads" }).click();
  await expect(page).toHaveURL(/from=2026-11-17/);
});
