import type { APIRequestContext, Page } from "@playwright/test";
import { enterAs, openOther } from "./staff.ts";
import { expect, test } from "./test.ts";

/** Somebody sends the form of the enquiry popup. */
async function enquire(request: APIRequestContext): Promise<string> {
  const letters = [...crypto.randomUUID().replace(/[^a-f]/g, "")].slice(0, 6).join("") || "abc";
  const name = `Asha ${letters}xyz`;
  const mobileNumber = `8${String(Math.floor(Math.random() * 1e9)).padStart(9, "0")}`;
  const email = `asha${letters}${mobileNumber}@example.com`;
  const data = {
    name,
    email,
    mobileNumber,
    selectedCoruse: "Python",
    otherCourseName: "",
    description: "In the evening?",
  };
  expect((await request.post("/api/enquiry", { data })).ok()).toBe(true);
  return name;
}

const panel = (page: Page, name: string) => page.getByRole("complementary", { name });

test("an enquiry is called back and enrolled, on a phone", async ({ page, request, complaints }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const name = await enquire(request);
  await enterAs(page, "front desk");
  await page.getByRole("link", { name: /^New enquiries/ }).click();
  await page.getByRole("link", { name }).click();
  const lead = panel(page, name);
  await expect(lead).toContainText("In the evening?");
  // The phone would dial: here is none.
  await page.route(/^tel:/, (route) => route.abort());
  await lead.getByRole("link", { name: "Call" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Outcome of the call").fill("Comes on Saturday to see a class.");
  await dialog.getByRole("button", { name: "Save the call" }).click();
  await expect(lead).toContainText("Comes on Saturday to see a class.");
  await expect(lead.getByRole("button", { name: "Contacted", pressed: true })).toBeVisible();
  await lead.getByRole("button", { name: "Enrolled" }).click();
  await expect(lead.getByRole("button", { name: "Enrolled", pressed: true })).toBeVisible();
  await page.goto("/staff/leads?status=enrolled");
  await expect(page.getByRole("link", { name })).toBeVisible();
  expect(complaints.splice(0).filter((one) => !one.includes("tel:"))).toEqual([]);
});

test("two people change one lead: the second sees both and chooses, and nothing is overwritten silently", async ({
  page,
  browser,
  request,
  complaints,
  baseURL: baseUrl = "",
}) => {
  const name = await enquire(request);
  const { page: other, close, complaints: others } = await openOther(browser);
  await enterAs(page, "front desk");
  await enterAs(other, "counsellor", baseUrl);
  for (const [one, base] of [
    [page, ""],
    [other, baseUrl],
  ] as const) {
    await one.goto(`${base}/staff/leads?words=${encodeURIComponent(name)}`);
    await one.getByRole("link", { name }).click();
    await expect(panel(one, name)).toContainText("In the evening?");
  }
  await panel(page, name).getByRole("button", { name: "Visiting" }).click();
  await expect(panel(page, name).getByRole("button", { name: "Visiting", pressed: true })).toBeVisible();
  await panel(other, name).getByRole("button", { name: "Contacted" }).click();
  const dialog = other.getByRole("dialog", { name: `${name} was changed` });
  await expect(dialog).toContainText("Visiting");
  await expect(dialog).toContainText("Contacted");
  await dialog.getByRole("button", { name: "Save these" }).click();
  await expect(dialog).toHaveCount(0);
  for (const list of [complaints, others]) expect(list.splice(0).filter((one) => !one.includes("409"))).toEqual([]);
  await close();
});

test("the search finds a lead by its number from anywhere, with the keyboard alone", async ({ page, request }) => {
  const name = await enquire(request);
  await enterAs(page, "counsellor");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill(name);
  await expect(page.getByRole("option", { name: new RegExp(name) })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(panel(page, name)).toBeVisible();
});
