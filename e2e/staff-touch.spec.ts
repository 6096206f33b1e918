import { query } from "./database.ts";
import { enterAs } from "./staff.ts";
import { taughtClass } from "./teaching.ts";
import { expect, test } from "./test.ts";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

const shots = process.env.SHOTS;

test("on a phone the keys of a long form and what came of it are in sight, and hints about keys are not", async ({
  page,
}) => {
  const { classId } = await taughtClass(page.request, { trainer: "Joel Antony", names: ["Asha Menon", "Binu Das"] });
  await enterAs(page, "trainer");
  await page.goto(`/staff/classes/${classId}`);
  await page.getByRole("button", { name: "Set homework" }).click();
  const form = page.getByRole("dialog", { name: "Set homework" });
  const key = form.getByRole("button", { name: "Set the homework" });
  await expect(key).toBeInViewport({ ratio: 1 });
  await form.getByLabel("Title").fill("Loops");
  await form.getByLabel("What to do").fill("Write a program.");
  for (const _ of [1, 2, 3]) await form.getByRole("button", { name: "Add a line" }).click();
  await expect(key).toBeInViewport({ ratio: 1 });
  const bottomOf = async (part: typeof key) => part.evaluate((one) => one.getBoundingClientRect().bottom);
  // Nothing of the form shows below its keys.
  expect((await bottomOf(form)) - (await bottomOf(key))).toBeLessThan(20);
  if (shots) await page.screenshot({ path: `${shots}/dialog.png` });
  await form.getByRole("button", { name: "Remove line 3" }).click();
  await form.getByRole("button", { name: "Remove line 2" }).click();
  await form.getByRole("button", { name: "Remove line 1" }).click();
  await key.click();
  await expect(page.getByText("The homework is set.")).toBeInViewport();

  const [homework] = await query("select id from homework where class_id = $1", [classId]);
  await page.goto(`/staff/homework/${homework?.id}`);
  await page.getByRole("link", { name: "Asha Menon" }).click();
  await expect(page.getByText("Giving back asks for another version")).toBeVisible();
  await expect(page.getByText("Ctrl and Enter grades.")).toBeHidden();
});

test("on a phone the tab of the class settings that is open is in sight", async ({ page }) => {
  await enterAs(page, "owner");
  await page.goto("/staff/class-settings/progress");
  const tabs = page.getByRole("navigation", { name: "Class settings" });
  await expect(tabs.getByRole("link", { name: "Falling behind" })).toBeInViewport({ ratio: 1 });
  if (shots) await page.screenshot({ path: `${shots}/tabs.png` });
});
