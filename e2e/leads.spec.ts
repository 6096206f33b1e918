import type { APIRequestContext, Locator, Page } from "@playwright/test";
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

const pipelineOf = (name: string) => `/staff/leads?show=pipeline&words=${encodeURIComponent(name)}`;

/** The middle of something on the screen. */
async function middleOf(what: Locator): Promise<{ x: number; y: number }> {
  const box = await what.boundingBox();
  if (!box) throw new Error("It is not on the screen");
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height, 200) / 2 };
}

test("a card is dragged to another column, Lost asks for the reason, and the toast takes it back", async ({
  page,
  request,
}) => {
  const name = await enquire(request);
  await enterAs(page, "counsellor");
  await page.goto(pipelineOf(name));
  const columnOf = (status: string) => page.getByRole("region", { name: status, exact: true });
  const dragTo = async (status: string) => {
    const [from, to] = [await middleOf(page.getByRole("link", { name })), await middleOf(columnOf(status))];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 8 });
    await page.mouse.up();
  };
  await expect(columnOf("New").getByRole("link", { name })).toBeVisible();
  await dragTo("Visiting");
  await expect(columnOf("Visiting").getByRole("link", { name })).toBeVisible();
  await dragTo("Lost");
  const dialog = page.getByRole("dialog", { name: `${name} is lost` });
  await dialog.getByLabel("No time").check();
  await dialog.getByRole("button", { name: "Move to Lost" }).click();
  await expect(columnOf("Lost").getByRole("link", { name })).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(columnOf("Visiting").getByRole("link", { name })).toBeVisible();
  await expect(page.getByRole("complementary")).toHaveCount(0);
});

test.describe("by finger", () => {
  test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

  test("a card that a finger rests on is dragged to the tab of another status", async ({ page, request }) => {
    const name = await enquire(request);
    await enterAs(page, "front desk");
    await page.goto(pipelineOf(name));
    const card = page.getByRole("listitem").filter({ has: page.getByRole("link", { name }) });
    const touch = await page.context().newCDPSession(page);
    const send = (type: "touchStart" | "touchMove" | "touchEnd", points: { x: number; y: number }[]) =>
      touch.send("Input.dispatchTouchEvent", { type, touchPoints: points });
    const [from, to] = [await middleOf(card), await middleOf(page.getByRole("button", { name: /^Contacted \d/ }))];
    await send("touchStart", [from]);
    await expect(card).toHaveAttribute("data-dragged", "true");
    await send("touchMove", [{ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }]);
    await send("touchMove", [to]);
    await send("touchEnd", []);
    await expect(page.getByText(`${name} is in Contacted now.`)).toBeVisible();
  });
});

test.describe("from abroad", () => {
  test.use({ timezoneId: "America/New_York" });

  test("a colleague in another time zone reads and plans calls in the institute's time", async ({ page, request }) => {
    const name = await enquire(request);
    await enterAs(page, "counsellor");
    await expect(page.getByText("All times are in the institute’s time zone (IST).")).toBeVisible();
    await page.goto(`/staff/leads?words=${encodeURIComponent(name)}`);
    await page.getByRole("link", { name }).click();
    const lead = panel(page, name);
    await lead.getByRole("button", { name: "Change the next call" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Next call (IST)").fill("2090-01-02T10:00");
    await dialog.getByRole("button", { name: "Plan the call" }).click();
    await expect(lead).toContainText(/Mon 2 Jan 2090, 10:00.AM IST/);
    const leadId = new URL(page.url()).searchParams.get("lead");
    const stored = await page.request.get(`/api/staff/inbox/lead/${leadId}`);
    expect(await stored.json()).toMatchObject({ nextCallAt: "2090-01-02T04:30:00.000Z" });
  });
});
