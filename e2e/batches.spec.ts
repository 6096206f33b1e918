import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { query } from "./database.ts";
import { newLearner, signIn } from "./learner.ts";
import { enterAs, openOther, signInAs } from "./staff.ts";
import { expect, isAlive, test } from "./test.ts";

const dayMs = 86_400_000;
/** 2026-11-24, in India. */
const dayIn = (days: number) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Kolkata" }).format(new Date(Date.now() + days * dayMs));
/** 24 Nov 2026 */
const written = (day: string) =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" })
    .format(new Date(day))
    .replace("Sept", "Sep");
const offerIn = (page: Page) => page.locator("form [data-kind]");

async function addHoliday(page: Page, day: string, name: string): Promise<void> {
  await page.goto(`/staff/class-settings?year=${day.slice(0, 4)}`);
  await page.getByLabel("Day", { exact: true }).fill(written(day));
  await page.getByLabel("What for").fill(name);
  await page.getByRole("button", { name: "Add the day" }).click();
  await expect(page.getByText(`${written(day)} is without classes.`)).toBeVisible();
}

type Form = { courseId: string; pattern: object[]; trainerId?: string | null; name?: string };

/** Opens a batch with the call of the page. */
async function openBatch(page: Page, { trainerId = null, name = "", ...form }: Form): Promise<string> {
  const data = {
    ...{
      ...form,
      name,
      trainerId,
      from: dayIn(2),
      batchTime: "3-4",
      batchType: "week-days",
      roomId: null,
      seats: null,
    },
    ...{ meetingUrl: "", makesMeetings: false, joinUntil: null, attemptId: randomUUID() },
  };
  const answer = await page.request.post("/api/staff/batches", { data });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()).batchId;
}

test("a batch is planned from a syllabus without two days off, opened, and offered on the course's page", async ({
  page,
  browser,
}) => {
  const days = [dayIn(3), dayIn(4)] as const;
  await query("delete from holiday where day = any($1)", [days]);
  await enterAs(page, "owner");
  await addHoliday(page, days[0], "Boat race");
  await addHoliday(page, days[1], "Harbour day");

  await page.goto("/staff/batches/new?courseId=ui-ux");
  await page.getByLabel("First day", { exact: true }).fill(written(dayIn(1)));
  for (const name of ["Tuesday", "Thursday", "Saturday", "Sunday"]) await page.getByRole("checkbox", { name }).check();
  await page.getByLabel("Time", { exact: true }).fill("10:10");
  await page.getByLabel("Seats, empty for no limit").fill("7");
  await expect(page.getByLabel("Sold as")).toHaveValue("10-11 week-days");
  const aside = page.getByRole("complementary", { name: "Plan summary" });
  await expect(aside.getByText("Boat race")).toBeVisible();
  await expect(aside.getByText("Harbour day")).toBeVisible();
  await expect(page.getByRole("row", { name: /Harbour day: moved on.*Skipped/ })).toBeVisible();
  expect((await axe(page).analyze()).violations).toEqual([]);
  await page.getByRole("button", { name: /^Open with \d+ classes$/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "UI/UX Design" })).toBeVisible();
  await expect(page.getByText("Mon, Tue, Wed, Thu, Fri, Sat, Sun 10:10 AM", { exact: true })).toBeVisible();
  await expect(page.getByText("0 of 7")).toBeVisible();
  expect((await axe(page).analyze()).violations).toEqual([]);

  const visitor = await openOther(browser);
  await expect(async () => {
    await visitor.page.goto("/onlinecourses/viewdetails/ui-ux");
    await isAlive(visitor.page);
    await visitor.page.getByLabel("Batch time").selectOption("10-11");
    await expect(offerIn(visitor.page)).toContainText("7 seats left", { timeout: 3000 });
  }).toPass();
  await expect(offerIn(visitor.page)).toContainText("Starts");
  await expect(offerIn(visitor.page)).toContainText("Mon, Tue, Wed, Thu, Fri, Sat, Sun 10:10 AM IST");
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("a course is found by its name, by keys and on a small screen", async ({ page, complaints }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAs(page, "owner");
  await page.goto("/staff/batches/new?courseId=java");
  const field = page.getByRole("combobox", { name: "Course", exact: true });
  await expect(field).toHaveValue(/^Java/);
  await field.click();
  const options = page.getByRole("listbox", { name: "Course" }).getByRole("option");
  await expect(options.first()).toBeVisible();
  expect((await axe(page).analyze()).violations).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await field.fill("cobol");
  await expect(page.getByText("No course found for “cobol”.")).toBeVisible();
  await field.fill("sq");
  await expect(options).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("SQL");
  await page.goto("/staff/batches?state=running");
  const filter = page.getByRole("combobox", { name: "Course", exact: true });
  await filter.fill("react");
  await page.getByRole("option", { name: "React.js" }).click();
  await expect(page).toHaveURL(/courseId=react/);
  await page.reload();
  await expect(filter).toHaveValue("React.js");
  await filter.click();
  await page.getByRole("listbox", { name: "Courses" }).getByRole("option", { name: "all" }).click();
  await expect(page).not.toHaveURL(/courseId/);
  expect(complaints).toEqual([]);
});

test("a trainer's clash is shown while planning and refused with its reason; a draft keeps the plan", async ({
  page,
  complaints,
}) => {
  await signInAs(page, "owner");
  const [trainer] = await query("select id from staff where name = 'Vikram Nair' and is_demo");
  const pattern = [{ weekday: 2, from: "05:15", classes: 1 }];
  await openBatch(page, { courseId: "c-cpp", pattern, trainerId: String(trainer?.id) });
  await page.goto("/staff/batches/new?courseId=java");
  for (const name of ["Monday", "Wednesday", "Friday"]) await page.getByRole("checkbox", { name }).uncheck();
  await page.getByRole("checkbox", { name: "Tuesday" }).check();
  await page.getByLabel("Time", { exact: true }).fill("05:30");
  await page.getByLabel("Sold as").selectOption({ label: "9:00 to 10:00 AM, weekdays" });
  await page.getByLabel("Trainer").selectOption({ label: "Vikram Nair" });
  await expect(page.getByText(/Vikram Nair teaches C.* then\./).first()).toBeVisible();
  await page.getByRole("button", { name: /^Open with/ }).click();
  await expect(page.getByText("A trainer or a room has another class then.")).toBeVisible();
  await expect(page.getByText(/Vikram Nair teaches C.* then: Tuesday/)).toBeVisible();
  for (const complaint of complaints.splice(0)) expect(complaint).toContain("409");
  await page.getByLabel("Name for staff, if it needs one").fill("Early birds");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("The draft is saved. Nobody was told.")).toBeVisible();
  await page.goto("/staff/batches?state=draft");
  await page
    .getByRole("row", { name: /Early birds/ })
    .getByRole("link")
    .click();
  await expect(page.getByLabel("Name for staff, if it needs one")).toHaveValue("Early birds");
  await page.getByRole("button", { name: "Remove the draft" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove the draft" }).click();
  await expect(page.getByText("The draft is removed.")).toBeVisible();
});

test("a batch with a learner is cancelled; the learner is told once and waits", async ({ page, browser }) => {
  const desk = await openOther(browser);
  await signInAs(desk.page, "front desk");
  const batchId = await openBatch(desk.page, {
    ...{ courseId: "flutter", name: "Noon group", pattern: [{ weekday: 3, from: "12:05", classes: 1 }] },
  });
  const { token, mobileNumber } = await newLearner(page.request);
  await query(
    `with bought as (
       insert into purchase (learner_id, course_id, batch_time, batch_type, purchased_at)
       select l.id, b.course_id, b.batch_time, b.batch_type, now() from learner l, batch b
       where l.mobile_number = $1 and b.id = $2 returning id
     ) insert into batch_place (purchase_id, batch_id, placed_at) select id, $2, now() from bought`,
    [mobileNumber, batchId],
  );
  await desk.page.goto(`/staff/batches/${batchId}`);
  await expect(desk.page.getByRole("heading", { name: "Learners" })).toBeVisible();
  await desk.page.getByRole("button", { name: "Cancel the batch" }).click();
  const dialog = desk.page.getByRole("dialog");
  await expect(dialog.getByText("1 learner will be told, once")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel the batch and tell 1" }).click();
  await expect(dialog.getByText("Say why, in a few words")).toBeVisible();
  await dialog.getByLabel("Reason, which learners read too").fill("The trainer is away for a month.");
  await dialog.getByRole("button", { name: "Cancel the batch and tell 1" }).click();
  await expect(desk.page.getByText("The batch is cancelled: 1 learner told.")).toBeVisible();
  await expect(desk.page.getByText("Nobody has a place in this batch.")).toBeVisible();
  await desk.close();

  await signIn(page, token);
  await expect(async () => {
    await page.goto("/dashboard/notification");
    await expect(page.getByText(/your batch is cancelled/).first()).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(page.getByText(/your batch is cancelled/)).toHaveCount(1);
});

for (const width of [360, 1280])
  test(`the pages of batches and class settings fit in a window of ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 780 });
    await signInAs(page, "owner");
    const [batch] = await query(
      "select id from batch where cancelled_at is null and starts_at < now() and ends_at > now() order by id limit 1",
    );
    const pages: [string, string | RegExp][] = [
      ["/staff/batches", "Batches"],
      ["/staff/batches/new", "Plan a batch"],
      [`/staff/batches/${batch?.id}`, /./],
      [`/staff/batches/${batch?.id}/change`, /^Change/],
      [`/staff/batches/${batch?.id}/split`, /^Split/],
      ["/staff/class-settings", "Class settings"],
      ["/staff/class-settings/rooms", "Class settings"],
      ["/staff/class-settings/trainers", "Class settings"],
    ];
    for (const [path, name] of pages) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      await expect(page.locator("[data-loading]")).toHaveCount(0);
      await expect(page.getByRole("heading", { level: 2 }).or(page.getByRole("table")).first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
      expect((await axe(page).analyze()).violations, path).toEqual([]);
    }
  });

test("a trainer and a counsellor see what their role allows", async ({ page, browser }) => {
  await signInAs(page, "counsellor");
  await page.goto("/staff/batches");
  await expect(page.getByRole("heading", { level: 1, name: "Batches" })).toBeVisible();
  await expect(page.getByRole("table")).toBeVisible();
  await expect(page.getByRole("link", { name: "Plan a batch" })).toHaveCount(0);
  const trainer = await openOther(browser);
  await signInAs(trainer.page, "trainer");
  expect((await trainer.page.request.get("/api/staff/batches")).status()).toBe(403);
  await trainer.close();
});
