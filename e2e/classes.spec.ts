import { axe } from "./axe.ts";
import { query } from "./database.ts";
import { signIn } from "./learner.ts";
import { enterAs, openOther, signInAs } from "./staff.ts";
import { taughtClass } from "./teaching.ts";
import { expect, test } from "./test.ts";
import { newTrainer } from "./trainer.ts";

/** The browser says so of every call while it is offline. */
const isOfflineNews = (text: string) => /ERR_INTERNET_DISCONNECTED|Failed to fetch|ERR_FAILED/.test(text);

/** Chromium lets the last call of a page that is left through, although it is offline. */
function refuseCalls() {
  const call = window.fetch;
  window.fetch = (...args) =>
    localStorage.getItem("no-network") ? Promise.reject(new TypeError("Failed to fetch")) : call(...args);
}

test("a trainer calls the roll on a phone without a network, reloads, and the marks go up by themselves", async ({
  page,
  context,
  complaints,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { classId, learners } = await taughtClass(page.request, {
    trainer: "Joel Antony",
    names: ["Asha Menon", "Binu Das", "Chitra Nair"],
  });
  await enterAs(page, "trainer");
  await page.goto(`/staff/classes/${classId}`);
  const roll = page.getByRole("region", { name: "Roll-call" });
  const mark = (name: string, text: string) =>
    roll.getByRole("group", { name, exact: true }).getByRole("radio", { name: text });
  await expect(roll).toContainText("0 of 3 marked");
  await expect
    .poll(() => page.evaluate(async () => (await caches.match("/staff/classes/kept")) !== undefined))
    .toBe(true);
  await expect
    .poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.active)))
    .toBe(true);

  await page.addInitScript(refuseCalls);
  await page.evaluate(refuseCalls);
  await page.evaluate(() => localStorage.setItem("no-network", "yes"));
  await context.setOffline(true);
  await mark("Asha Menon", "Present").click();
  await mark("Binu Das", "Late").click();
  await mark("Chitra Nair", "Present").click();
  await mark("Chitra Nair", "Absent").click();
  await expect(roll).toContainText("4 marks are kept on this phone");
  await expect(roll).toContainText("3 of 3 marked");
  const box = await mark("Asha Menon", "Late").boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(48);

  await page.reload();
  await expect(roll).toContainText("4 marks are kept on this phone");
  await expect(roll.getByRole("group", { name: "Chitra Nair" }).getByRole("radio", { name: "Absent" })).toBeChecked();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const isStored = async () =>
    (await query("select count(*)::int as n from attendance where class_id = $1", [classId]))[0]?.n;
  expect(await isStored()).toBe(0);

  await page.evaluate(() => localStorage.removeItem("no-network"));
  await context.setOffline(false);
  await expect(roll).not.toContainText("kept on this phone");
  expect(await isStored()).toBe(2);
  await page.reload();
  await expect(roll.getByRole("group", { name: "Binu Das" }).getByRole("radio", { name: "Late" })).toBeChecked();
  expect((await axe(page).analyze()).violations).toEqual([]);

  await page.getByRole("button", { name: "Finish class" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Finish class" }).click();
  await expect(page.getByText("The class is finished.", { exact: true })).toBeVisible();
  await mark("Chitra Nair", "Present").click();
  await page.getByLabel("Reason").fill("Came ten minutes late");
  await page.getByRole("button", { name: "Correct the mark" }).click();
  await expect(roll.getByRole("group", { name: "Chitra Nair" }).getByRole("radio", { name: "Present" })).toBeChecked();
  await expect.poll(isStored).toBe(3);
  await roll.getByRole("button", { name: "Chitra Nair" }).click();
  await expect(page.getByRole("dialog")).toContainText("Reason: Came ten minutes late");
  await page.keyboard.press("Escape");

  const token = learners[0]?.token;
  const seen = await page.request.post("/api/schedule/view/react", { data: { token } });
  expect((await seen.json()).schedules[1]).toMatchObject({ isAttended: true });
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !isOfflineNews(text)));
});

test("marks outlast a sign-out, and go up when the same person signs in again", async ({
  page,
  context,
  complaints,
}) => {
  const { classId } = await taughtClass(page.request, { trainer: "Joel Antony", names: ["Asha Menon"] });
  await enterAs(page, "trainer");
  await page.goto(`/staff/classes/${classId}`);
  const roll = page.getByRole("region", { name: "Roll-call" });
  await expect(roll).toContainText("0 of 1 marked");
  await page.route("**/roll", (route) => route.abort());
  await roll.getByRole("radio", { name: "Present" }).click();
  await expect(roll).toContainText("1 mark is kept on this phone");
  await page.request.post("/api/staff/sign-out", { data: {} });
  await page.reload();
  await expect(page).toHaveURL(/sign-in/);
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /^class-page|^staff-me/.test(key))),
  ).toEqual([]);
  await page.unroute("**/roll");
  await signInAs(page, "trainer");
  await page.goto("/staff/today");
  await expect
    .poll(async () => (await query("select count(*)::int as n from attendance where class_id = $1", [classId]))[0]?.n)
    .toBe(1);
  await context.clearCookies();
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/ERR_FAILED|Failed to fetch|401/.test(text)));
});

test("a trainer writes to the batch and sets homework; the learner finds both beside the class; another trainer is refused", async ({
  page,
  browser,
  complaints,
}) => {
  const { classId, learners } = await taughtClass(page.request, { trainer: "Joel Antony", names: ["Asha Menon"] });
  await enterAs(page, "trainer");
  await page.goto("/staff/classes");
  expect((await axe(page).analyze()).violations).toEqual([]);
  await page.goto(`/staff/classes/${classId}`);
  const section = (name: string) => page.getByRole("region", { name });
  await section("Note to the batch").getByLabel("Note").fill("Bring your laptop tomorrow.");
  await section("Note to the batch").getByRole("button", { name: "Send to 1" }).click();
  await expect(page.getByText("The note went to 1 learner.")).toBeVisible();
  await section("Homework").getByRole("button", { name: "Set homework" }).click();
  const homework = page.getByRole("dialog", { name: "Set homework" });
  await homework.getByLabel("Title").fill("Exercise 3");
  await homework.getByLabel("What to do").fill("All parts.");
  await homework.getByRole("button", { name: "Set the homework" }).click();
  await expect(section("Homework")).toContainText("Done by 0 of 1");
  await section("Material").getByRole("button", { name: "Add material" }).click();
  const material = page.getByRole("dialog", { name: "Add material" });
  await material.getByText("Link", { exact: true }).click();
  await material.getByLabel("Name").fill("Slides");
  await material.getByLabel("Link", { exact: true }).last().fill("https://files.example/slides.pdf");
  await material.getByRole("button", { name: "Add the link" }).click();
  await expect(section("Material").getByRole("link", { name: "Slides" })).toBeVisible();

  const other = await openOther(browser);
  await other.page.setViewportSize({ width: 360, height: 740 });
  await signIn(other.page, learners[0]?.token ?? "");
  await other.page.goto("/dashboard/schedule/react");
  const shown = other.page.getByRole("main");
  await expect(shown).toContainText("Bring your laptop tomorrow.");
  await expect(shown.getByRole("link", { name: "Exercise 3" })).toBeVisible();
  await expect(shown.getByRole("link", { name: "1 material" })).toBeVisible();
  expect(await other.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await other.page.goto("/dashboard/notification");
  await expect(other.page.getByText("Bring your laptop tomorrow.")).toBeVisible();
  expect(other.complaints).toEqual([]);
  await other.close();

  const { classId: theirs } = await taughtClass(page.request, { trainer: "Sanjay Raman", names: ["Binu Das"] });
  await page.goto(`/staff/classes/${theirs}`);
  await expect(page.getByRole("heading", { name: "Class not found" })).toBeVisible();
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/400|404/.test(text)));
});

test("the front desk chooses a substitute, who then teaches the class", async ({ page }) => {
  const { classId } = await taughtClass(page.request, { trainer: "Sanjay Raman", names: ["Asha Menon"] });
  const { name } = await newTrainer("Anitha");
  await enterAs(page, "front desk");
  await page.goto(`/staff/classes/${classId}`);
  await page.getByRole("button", { name: "Substitute" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Who teaches instead").selectOption({ label: name });
  expect((await axe(page).analyze()).violations).toEqual([]);
  await dialog.getByRole("button", { name: "Change and tell 1" }).click();
  await expect(page.getByText("Somebody else teaches this class now.")).toBeVisible();
  await expect(page.getByText(`Trainer: ${name}.`)).toBeVisible();
});
