import { axe } from "./axe.ts";
import { expect, stopClock, test } from "./test.ts";

type Outbox = { to: string; subject?: string; text: string }[];

test("the chatbot answers from the greeting to the end, and keeps its lines on another page", async ({ page }) => {
  await page.goto("/");
  const toggle = page.getByRole("button", { name: "Ask about courses" });
  await toggle.click();
  const bot = page.getByRole("region", { name: "Course information" });
  await bot.getByRole("button", { name: "Lets start" }).click();
  await bot.getByRole("button", { name: "Courses and durations" }).click();
  await bot.getByRole("button", { name: "Data Analyst" }).click();
  await expect(bot.getByText(/Data Analyst.*6 months/)).toBeVisible();
  await expect(bot.getByRole("link", { name: "0413 000 0000" })).toBeVisible();
  expect((await axe(page).analyze()).violations).toEqual([]);

  await page.reload();
  await toggle.click();
  await expect(bot.getByText(/Data Analyst.*6 months/)).toBeVisible();
  await bot.getByRole("button", { name: "End conversation" }).click();
  await expect(bot.getByRole("button", { name: "End conversation" })).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(bot).toBeHidden();
  await expect(toggle).toBeFocused();
});

test("the enquiry popup opens, closes with Escape, opens again after a minute, and not after it was sent", async ({
  page,
  context,
  request,
}) => {
  await context.clearCookies();
  await page.clock.install();
  await page.goto("/services");
  const popup = page.getByRole("dialog", { name: "Course Enquiry" });
  await expect(popup).toBeVisible({ timeout: 10_000 });
  await stopClock(page);
  await page.keyboard.press("Escape");
  await page.clock.runFor(1500);
  await expect(popup).toBeHidden();
  await page.clock.runFor(55_000);
  await expect(popup).toBeHidden();
  await page.clock.runFor(6000);
  await expect(popup).toBeVisible();

  await popup.getByRole("button", { name: "Submit" }).click();
  await expect(popup.getByText("Invalid name")).toBeVisible();
  await popup.getByLabel("Name").fill("Kavya Raman");
  await popup.getByLabel("E-mail").fill("kavya.popup@example.com");
  await popup.getByLabel("Mobile number").pressSequentially("98765x432101");
  await expect(popup.getByLabel("Mobile number")).toHaveValue("9876543210");
  await popup.getByLabel("Course").selectOption("Others");
  await popup.getByLabel("Course name").fill("Rust");
  await popup.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Your enquiry has been sent.")).toBeVisible();
  await page.clock.runFor(2000);
  await expect(popup).toBeHidden();
  const [cookie] = (await context.cookies()).filter(({ name }) => name === "isAlert");
  expect(cookie?.value).toBe("1");
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(360 * 24 * 3600);
  const outbox = async () => (await (await request.get("/dev/outbox.json")).json()) as Outbox;
  await expect.poll(async () => (await outbox()).filter(({ to }) => to === "kavya.popup@example.com").length).toBe(1);
});

test("an enquiry that cannot be sent says so and keeps what was typed", async ({ page, context, complaints }) => {
  await context.clearCookies();
  await page.goto("/services");
  const popup = page.getByRole("dialog", { name: "Course Enquiry" });
  await expect(popup).toBeVisible({ timeout: 10_000 });
  await page.route("**/api/enquiry", (route) => route.abort());
  await popup.getByLabel("Name").fill("Kavya Raman");
  await popup.getByLabel("E-mail").fill("kavya@example.com");
  await popup.getByLabel("Mobile number").fill("9876543210");
  await popup.getByLabel("Course").selectOption("Python");
  await popup.getByRole("button", { name: "Submit" }).click();
  await expect(popup.getByRole("status")).toContainText("our website cannot be reached just now");
  await popup.getByRole("button", { name: "Stop trying" }).click();
  await expect(popup.getByRole("alert").getByText("somthing wrong")).toBeVisible();
  await expect(popup.getByLabel("Name")).toHaveValue("Kavya Raman");
  complaints.length = 0;
});

test("without a network the offline page is shown", async ({ page, context, complaints }) => {
  await page.goto("/");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  // Its scripts do not load.
  await page.goto("/services", { waitUntil: "load" });
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Learn software/);
  complaints.length = 0;
});
