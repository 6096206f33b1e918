import type { APIRequestContext, Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { query } from "./database.ts";
import { buyCourse, newLearner, signIn } from "./learner.ts";
import { openOther, signInAs } from "./staff.ts";
import { expect, test } from "./test.ts";

const day = 86_400_000;
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
  await page.emulateMedia({ colorScheme: "light" });
};

const expectNoAxeFindings = async (page: Page) => expect((await axe(page).analyze()).violations).toEqual([]);

/** Nothing is wider than the screen. */
const expectNoSideways = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

type Batch = { batchTime: string; from: number; seats: number | null };

/** Replaces the batches of a demo course that no other journey uses. Returns the ids of the new ones. */
async function replaceBatches(courseId: string, batches: Batch[]): Promise<string[]> {
  const isOfCourse = "course_id = (select id from course where course_id = $1)";
  await query(`delete from batch_place where batch_id in (select id from batch where ${isOfCourse})`, [courseId]);
  await query(`delete from batch where ${isOfCourse}`, [courseId]);
  const ids: string[] = [];
  for (const { batchTime, from, seats } of batches) {
    const starts = Date.now() + from * day;
    const [batch] = await query(
      `insert into batch (course_id, batch_time, batch_type, starts_at, ends_at, seats)
       select id, $2, 'week-days', $3, $4, $5 from course where course_id = $1 returning id`,
      [courseId, batchTime, new Date(starts), new Date(starts + 40 * day), seats],
    );
    for (let n = 0; n < 40; n++)
      await query(
        `insert into live_class (batch_id, number, starts_at, minutes, topic, trainer_name, meeting_url, changed_at)
         values ($1, $2, $3, 60, $4, 'Joel Antony', '', now())`,
        [batch?.id, n + 1, new Date(starts + n * day), `Topic ${n + 1}`],
      );
    ids.push(String(batch?.id));
  }
  return ids;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function readPlace(request: APIRequestContext, token: string, courseId: string) {
  return (await request.post(`/api/place/${courseId}`, { data: {}, headers: bearer(token) })).json();
}

test("a full batch: join the waiting list, staff free a seat, the offer is taken by paying", async ({
  page,
  browser,
}) => {
  const courseId = "mean";
  const [batchId] = await replaceBatches(courseId, [{ batchTime: "9-10", from: 9, seats: 1 }]);
  const holder = await newLearner(page.request);
  await buyCourse(page.request, { token: holder.token, courseId, batchTime: "9-10", batchType: "week-days" });
  await expect.poll(async () => (await readPlace(page.request, holder.token, courseId)).batch?.batchId).toBe(batchId);

  const me = await newLearner(page.request);
  await signIn(page, me.token);
  await page.setViewportSize({ width: 360, height: 800 });
  const path = `/dashboard/viewdetails/${courseId}`;
  await expect(async () => {
    await page.goto(path);
    await expect(page.getByText(/is full$/)).toBeVisible({ timeout: 3000 });
  }).toPass();
  await page.getByRole("button", { name: "Join the waiting list" }).click();
  await expect(page.getByText(/You are number 1 on the waiting list/)).toBeVisible();
  await expectNoAxeFindings(page);
  await expectNoSideways(page);
  await shoot(page, "waiting");

  const desk = await openOther(browser);
  await signInAs(desk.page, "front desk");
  await desk.page.goto("/staff/places?tab=pauses");
  await desk.page.getByRole("button", { name: "Pause a course" }).click();
  const dialog = desk.page.getByRole("dialog", { name: "Pause a course" });
  await dialog.getByLabel("Mobile number of the learner").fill(holder.mobileNumber);
  await dialog.getByRole("button", { name: "Find the learner" }).click();
  await dialog.getByLabel("Reason").fill("Called: exams until spring");
  await expectNoAxeFindings(desk.page);
  await dialog.getByRole("button", { name: "Pause the course" }).click();
  await expect(desk.page.getByText("The course is paused, and the learner is told.")).toBeVisible();
  await expect(desk.page.getByText(/Called: exams until spring/)).toBeVisible();
  await desk.page.goto("/staff/places?tab=waiting");
  await expect(desk.page.getByText(/Offered until/).first()).toBeVisible();
  await expectNoAxeFindings(desk.page);
  await desk.page.setViewportSize({ width: 360, height: 800 });
  await expectNoSideways(desk.page);
  await shoot(desk.page, "staff-waiting");
  await desk.close();

  await page.goto(path);
  await expect(page.getByText("A seat is free for you:")).toBeVisible();
  await expect(page.getByText("1 seat left")).toBeVisible();
  await shoot(page, "offered");
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole("button", { name: "Enroll Now" }).click();
  await page.getByRole("button", { name: /^Pay ₹/ }).click();
  await expect.poll(async () => (await readPlace(page.request, me.token, courseId)).batch?.batchId).toBe(batchId);
  const left = await query("select state from waiting_place where batch_id = $1", [batchId]);
  expect(left).toEqual([{ state: "taken" }]);
});

test("a learner asks for another batch, staff accept, and schedule, calendar and notification follow", async ({
  page,
  browser,
}) => {
  const courseId = "python-fullstack";
  const [from, to] = await replaceBatches(courseId, [
    { batchTime: "9-10", from: 6, seats: 20 },
    { batchTime: "1-2", from: 8, seats: 5 },
    { batchTime: "3-4", from: 10, seats: 0 },
  ]);
  const me = await newLearner(page.request);
  await buyCourse(page.request, { token: me.token, courseId, batchTime: "9-10", batchType: "week-days" });
  await expect.poll(async () => (await readPlace(page.request, me.token, courseId)).batch?.batchId).toBe(from);
  await signIn(page, me.token);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`/dashboard/schedule/${courseId}`);
  await page.getByRole("link", { name: "Change or pause" }).click();
  await page.getByRole("button", { name: "Ask for another batch" }).click();
  const dialog = page.getByRole("dialog", { name: "Ask for another batch" });
  await dialog.getByRole("button", { name: "Send the request" }).click();
  await expect(dialog.getByText("Choose a batch")).toBeVisible();
  await expect(dialog.getByRole("radio", { name: /full/ })).toBeDisabled();
  await dialog.getByRole("radio", { name: /1:00 to 2:00 PM/ }).check();
  await dialog.getByLabel("Why").fill("A new job in the mornings");
  await expectNoAxeFindings(page);
  await shoot(page, "ask");
  await page.setViewportSize({ width: 360, height: 800 });
  await dialog.getByRole("button", { name: "Send the request" }).click();
  await expect(page.getByText("We have your request, and answer you here.")).toBeVisible();
  await expectNoAxeFindings(page);
  await expectNoSideways(page);
  await shoot(page, "asked");

  const desk = await openOther(browser);
  await signInAs(desk.page, "counsellor");
  await desk.page.goto("/staff/places");
  const entry = desk.page.getByRole("listitem").filter({ hasText: "A new job in the mornings" });
  await expect(entry.getByText("Keeps the rules")).toBeVisible();
  await expectNoAxeFindings(desk.page);
  await shoot(desk.page, "staff-requests");
  await expectNoSideways(desk.page);
  await entry.getByRole("button", { name: /^Accept/ }).click();
  await desk.page.getByLabel("Answer, if you like").fill("See you in the afternoon.");
  await desk.page.getByRole("button", { name: "Move the learner" }).click();
  await expect(desk.page.getByText("The learner is in the other batch, and is told.")).toBeVisible();
  expect(desk.complaints).toEqual([]);
  await desk.close();

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/dashboard/schedule/${courseId}`);
  await expect(page.getByText("We have moved you.")).toBeVisible();
  await expect(page.getByText("Our answer: “See you in the afternoon.”")).toBeVisible();
  expect((await readPlace(page.request, me.token, courseId)).batch.batchId).toBe(to);
  const [first] = await query("select id from live_class where batch_id = $1 and number = 1", [to]);
  const feed = await page.request.post("/api/schedule/calendar", { data: {}, headers: bearer(me.token) });
  const { url } = await feed.json();
  expect(await (await page.request.get(new URL(url).pathname)).text()).toContain(`class-${first?.id}`);
  await page.goto("/dashboard/notification");
  await expect(page.getByText(/you are in another batch now/)).toHaveCount(1);
});

test("pause and resume: no classes meanwhile, then the chosen batch", async ({ page }) => {
  const courseId = "java-fullstack";
  const [from, to] = await replaceBatches(courseId, [
    { batchTime: "9-10", from: 6, seats: 1 },
    { batchTime: "1-2", from: 12, seats: 3 },
  ]);
  const me = await newLearner(page.request);
  await buyCourse(page.request, { token: me.token, courseId, batchTime: "9-10", batchType: "week-days" });
  await expect.poll(async () => (await readPlace(page.request, me.token, courseId)).batch?.batchId).toBe(from);
  await signIn(page, me.token);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`/dashboard/schedule/${courseId}`);
  await page.getByRole("button", { name: "Pause this course" }).click();
  const dialog = page.getByRole("dialog", { name: "Pause this course" });
  await dialog.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(dialog.getByText("Choose a day")).toBeVisible();
  await dialog.getByLabel(/^Until/).fill(new Date(Date.now() + 60 * day).toISOString().slice(0, 10));
  await dialog.getByLabel("Why").fill("Exams");
  await expectNoAxeFindings(page);
  await shoot(page, "pause");
  await page.setViewportSize({ width: 360, height: 800 });
  await dialog.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Your course is paused" })).toBeVisible();
  await expect(page.getByText(/are being planned/)).toHaveCount(0);
  await expectNoAxeFindings(page);
  await expectNoSideways(page);
  await shoot(page, "paused");
  await page.setViewportSize({ width: 360, height: 800 });
  await page.getByRole("radio", { name: /1:00 to 2:00 PM/ }).check();
  await page.getByRole("button", { name: "Resume the course" }).click();
  await expect(page.getByText("Welcome back. Your classes are below.")).toBeVisible();
  await expect(page.getByText("Topic 1", { exact: true }).first()).toBeVisible();
  expect((await readPlace(page.request, me.token, courseId)).batch.batchId).toBe(to);
});

test("an owner changes the rules; a trainer sees neither the page nor the calls", async ({
  page,
  browser,
  complaints,
}) => {
  await signInAs(page, "owner");
  await page.goto("/staff/class-settings/places");
  await page.getByLabel(/offered to the next in line/).fill("zero");
  await page.getByRole("button", { name: "Save the rules" }).click();
  await expect(page.getByText("Enter a whole number")).toBeVisible();
  // The browser reports the refused call.
  complaints.length = 0;
  await page.getByLabel(/offered to the next in line/).fill("24");
  await page.getByRole("button", { name: "Save the rules" }).click();
  await expect(page.getByText("The rules are saved.")).toBeVisible();
  await expectNoAxeFindings(page);
  await shoot(page, "staff-rules");
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoSideways(page);
  const trainer = await openOther(browser);
  await signInAs(trainer.page, "trainer");
  for (const path of ["", "/requests", "/waiting", "/pauses"])
    expect((await trainer.page.request.get(`/api/staff/places${path}`)).status()).toBe(403);
  await trainer.page.goto("/staff/places");
  await expect(trainer.page.getByRole("heading", { name: "Places", exact: true })).toHaveCount(0);
  await trainer.close();
});
