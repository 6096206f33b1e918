import type { Locator, Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { query } from "./database.ts";
import { newLearner, signIn } from "./learner.ts";
import { enterAs, openOther } from "./staff.ts";
import { expect, test } from "./test.ts";
import { newTrainer } from "./trainer.ts";
import { expectToFit } from "./windows.ts";

const shots = process.env.SHOTS;
const shoot = async (page: Page, name: string) => {
  if (!shots) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${shots}/${name}-${page.viewportSize()?.width}-${colorScheme}.png` });
  }
  await page.emulateMedia({ colorScheme: "light" });
};
const expectNoAxeFindings = async (page: Page) => expect((await axe(page).analyze()).violations).toEqual([]);

const dayMs = 86_400_000;

/** The Monday after the next: its week has no class yet that runs or is over. */
function mondayAhead(): string {
  const now = new Date(Date.now() + 5.5 * 3_600_000);
  const toMonday = (8 - now.getUTCDay()) % 7 || 7;
  return new Date(now.getTime() + toMonday * dayMs).toISOString().slice(0, 10);
}
const later = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
/** In India it is half past five later. */
const at = (day: string, hour: number) => new Date(Date.parse(day) + hour * 3_600_000 - 5.5 * 3_600_000);

type Given = {
  courseId: string;
  trainer: { id: string; name: string };
  starts: Date[];
  learners?: string[];
  called?: string;
};

async function newBatch({
  courseId,
  trainer,
  starts,
  learners = [],
  called = "Batch",
}: Given): Promise<{ batchId: string; name: string }> {
  const name = `${called} ${crypto.randomUUID().slice(0, 6)}`;
  const [batch] = await query(
    `insert into batch (course_id, batch_time, batch_type, starts_at, ends_at, trainer_id, name, meeting_url, seats)
     select id, '9-10', 'week-days', $2, $3, $4, $5, 'https://meet.jit.si/x', $6 from course where course_id = $1 returning id`,
    // Full, or learners of another journey would be placed in it.
    [
      ...[courseId, starts[0], new Date((starts.at(-1)?.getTime() ?? 0) + 3_600_000), trainer.id, name],
      Math.max(learners.length, 1),
    ],
  );
  for (const mobileNumber of learners) {
    const [bought] = await query(
      `insert into purchase (learner_id, course_id, batch_time, batch_type, purchased_at)
       select l.id, c.id, '9-10', 'week-days', now() from learner l, course c
       where l.mobile_number = $1 and c.course_id = $2 returning id`,
      [mobileNumber, courseId],
    );
    await query("insert into batch_place (purchase_id, batch_id, placed_at) values ($1, $2, now())", [
      bought?.id,
      batch?.id,
    ]);
  }
  for (const [index, startsAt] of starts.entries())
    await query(
      `insert into live_class (batch_id, number, starts_at, minutes, topic, trainer_name, trainer_id, changed_at)
       values ($1, $2, $3, 60, $4, $5, $6, now())`,
      [batch?.id, index + 1, startsAt, `Topic ${index + 1}`, trainer.name, trainer.id],
    );
  return { batchId: String(batch?.id), name };
}

const slot = (page: Page, rowId: string, day: string, hour: number) =>
  page.locator(`[data-slot="${rowId} ${day} ${hour}"]`);

async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await to.scrollIntoViewIfNeeded();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error("Both are on the page.");
  await page.mouse.move(start.x + 20, start.y + 8);
  await page.mouse.down();
  await page.mouse.move(start.x + 40, start.y + 14, { steps: 3 });
  // A quick hand: the pointer is let go before the page has drawn where it is.
  const moved = page.mouse.move(end.x + end.width / 2, end.y + end.height / 2);
  await Promise.all([moved, page.mouse.up()]);
}

test("a class is dragged to another day and undone; a series moves by keys, and the learner sees it", async ({
  page,
  browser,
  complaints,
}) => {
  const monday = mondayAhead();
  const { token, mobileNumber } = await newLearner(page.request);
  const meera = await newTrainer("Meera");
  const starts = [0, 1, 2, 3].map((days) => at(later(monday, days), 9));
  const { name, batchId } = await newBatch({ courseId: "python", trainer: meera, starts, learners: [mobileNumber] });
  await enterAs(page, "owner");
  await page.goto(`/staff/timetable?day=${monday}&trainer=${meera.id}`);
  const block = (day: string, hour: number) => slot(page, meera.id, day, hour).getByRole("button", { name });
  await expect(block(monday, 9)).toBeVisible();
  await expectToFit(page, { widths: [1280], axeAt: { light: 1280, dark: 1280 } });
  await page.setViewportSize({ width: 1280, height: 900 });
  await shoot(page, "timetable");

  await drag(page, block(monday, 9), slot(page, meera.id, later(monday, 4), 11));
  const dialog = page.getByRole("dialog", { name: "Move one class" });
  await expect(dialog.getByRole("heading", { name: "Who will be told" })).toBeVisible();
  await expectNoAxeFindings(page);
  await shoot(page, "timetable-move");
  await dialog.getByRole("button", { name: "Move and tell 2" }).click();
  await expect(page.getByText("The class is moved. 1 learner will be told.")).toBeVisible();
  await expect(block(later(monday, 4), 11)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("The classes are where they were. Nobody is told.")).toBeVisible();
  await expect(block(monday, 9)).toBeVisible();

  await block(monday, 9).focus();
  await page.keyboard.press("m");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText(/Enter drops it, Escape puts it back/)).toBeVisible();
  await page.keyboard.press("Enter");
  await dialog.getByRole("radio", { name: "This and the 3 after it" }).check();
  const series = page.getByRole("dialog", { name: "Move 4 classes" });
  await series.getByLabel("A note for the mail, if you like").fill("Meera travels in the mornings.");
  await series.getByRole("button", { name: "Move and tell 2" }).click();
  await expect(page.getByText("4 classes are moved. 1 learner will be told.")).toBeVisible();
  for (const days of [0, 1, 2, 3]) await expect(block(later(monday, days), 11)).toBeVisible();

  const learner = await openOther(browser);
  const { origin } = new URL(page.url());
  await signIn(learner.page, token);
  const told = () =>
    query(
      `select n.title from notification n join learner l on l.id = n.learner_id
       where l.mobile_number = $1 and n.title like '%classes have a new time'`,
      [mobileNumber],
    );
  await expect.poll(told, { timeout: 60_000 }).toEqual([{ title: "Python: 4 classes have a new time" }]);
  await learner.page.goto(`${origin}/dashboard/notification`);
  await expect(learner.page.getByText("Python: 4 classes have a new time")).toBeVisible();
  await learner.page.goto(`${origin}/dashboard/schedule/python`);
  await learner.page.getByRole("button", { name: "Add to my calendar" }).click();
  const { pathname } = new URL(await learner.page.getByLabel(/Your calendar address/).inputValue());
  const feed = await (await page.request.get(pathname)).text();
  for (const days of [0, 1, 2, 3]) expect(feed).toContain(`DTSTART:${later(monday, days).replaceAll("-", "")}T053000Z`);
  await learner.close();
  expect(await query("select count(*)::int as count from class_change where batch_id = $1", [batchId])).toEqual([
    { count: 3 },
  ]);
  expect(complaints).toEqual([]);
});

test("a clash is explained with a link to the other class, and nothing moves", async ({ page }) => {
  const monday = later(mondayAhead(), 7);
  const joel = await newTrainer("Joel");
  const first = await newBatch({ courseId: "sql", trainer: joel, starts: [at(monday, 9)] });
  const second = await newBatch({ courseId: "java", trainer: joel, starts: [at(monday, 11)] });
  await enterAs(page, "front desk");
  await page.goto(`/staff/timetable?day=${monday}&trainer=${joel.id}`);
  await slot(page, joel.id, monday, 9).getByRole("button", { name: first.name }).click();
  const opened = page.getByRole("dialog", { name: "SQL" });
  await expect(opened.getByRole("link", { name: first.name })).toHaveAttribute(
    "href",
    `/staff/batches/${first.batchId}`,
  );
  await expect(opened.getByRole("link", { name: "Open the class" })).toHaveAttribute("href", /^\/staff\/classes\/./);
  await opened.getByRole("button", { name: "Move…" }).click();
  const dialog = page.getByRole("dialog", { name: "Move one class" });
  await expect(dialog.getByText("Choose another day, time, trainer or room.")).toBeVisible();
  await dialog.getByLabel("Time").fill("11:00");
  await expect(dialog.getByText("This clashes with another class")).toBeVisible();
  await expect(dialog.getByText(`${joel.name} teaches Java`)).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Move/ })).toBeDisabled();
  await expectNoAxeFindings(page);
  await shoot(page, "timetable-clash");
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(dialog.getByText("This clashes with another class")).toBeInViewport();
  await expect(dialog.getByRole("button", { name: /^Move/ })).toBeInViewport();
  await shoot(page, "timetable-clash");
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole("link", { name: "Show that class" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("dialog", { name: "Java" })).toContainText(second.name);
});

test("on a phone a day is a list, and a class is moved and cancelled from it", async ({ page }) => {
  const monday = later(mondayAhead(), 14);
  const farida = await newTrainer("Farida");
  const { name } = await newBatch({
    courseId: "sql",
    trainer: farida,
    starts: [at(monday, 10), at(later(monday, 1), 10)],
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await enterAs(page, "owner");
  await page.goto(`/staff/timetable?day=${monday}&trainer=${farida.id}`);
  const list = page.getByRole("region", { name: farida.name });
  await expect(list.getByRole("button", { name })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectNoAxeFindings(page);
  await shoot(page, "timetable");
  await list.getByRole("button", { name: "Move…" }).click();
  const dialog = page.getByRole("dialog", { name: "Move one class" });
  await dialog.getByLabel("Time").fill("14:00");
  await expect(dialog.getByRole("row", { name: /^To .*, 2:00 PM/ })).toBeVisible();
  // What does not change is not said.
  await expect(dialog.getByRole("row", { name: /^From .*10:00 AM/ })).not.toContainText(farida.name);
  await shoot(page, "timetable-move");
  await dialog.getByRole("button", { name: "Move and tell 1" }).click();
  await expect(page.getByText("The class is moved.")).toBeVisible();
  await expect(list.getByRole("button", { name: /2:00 PM/ })).toBeVisible();
  await page.getByRole("navigation", { name: "Day" }).getByRole("link").nth(1).click();
  await list.getByRole("button", { name }).click();
  await page.getByRole("button", { name: "Cancel the class…" }).click();
  await page
    .getByRole("dialog", { name: "Cancel one class" })
    .getByRole("button", { name: "Cancel and tell 1" })
    .click();
  await expect(page.getByText("The class is cancelled.")).toBeVisible();
});

test("a trainer sees the timetable and moves nothing; the month shows its days", async ({ page }) => {
  const monday = later(mondayAhead(), 21);
  const sanjay = await newTrainer("Sanjay");
  const { name } = await newBatch({
    ...{ courseId: "sql", trainer: sanjay, starts: [at(monday, 9)] },
    called: "The long evening batch of the college in Villupuram",
  });
  await enterAs(page, "trainer");
  await page.goto(`/staff/timetable?day=${monday}&trainer=${sanjay.id}`);
  await page.getByRole("button", { name }).click();
  const dialog = page.getByRole("dialog", { name: "SQL" });
  await expect(dialog.getByRole("button", { name: "Move…" })).toBeDisabled();
  await expect(dialog.getByRole("button", { name: "Open the class" })).toBeDisabled();
  await expect(dialog.getByText("Somebody else teaches this class.")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("navigation", { name: "Period" }).getByRole("link", { name: "Month" }).click();
  const day = page.getByRole("list", { name: "Month" }).locator("> li").filter({ hasText: name });
  await expect(day.getByRole("button", { name })).toBeVisible();
  // A long name is cut: it does not run over the next day.
  expect(await day.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expect(page.getByRole("link", { name: "By room" })).toBeHidden();
  await expectNoAxeFindings(page);
  await shoot(page, "timetable-month");
});

test("a proposal is asked for, one line is changed, and it is accepted", async ({ page }) => {
  const monday = later(mondayAhead(), 28);
  const vikram = await newTrainer("Vikram");
  await query(
    `insert into trainer (staff_id, hours, course_ids, hours_a_week) values ($1, '[]', '["data-science", "java"]', null)`,
    [vikram.id],
  );
  const draft = `Draft ${crypto.randomUUID().slice(0, 6)}`;
  const content = {
    ...{ name: draft, from: monday, pattern: [], batchTime: "9-10", batchType: "week-days", trainerId: vikram.id },
    ...{ roomId: null, meetingUrl: "", makesMeetings: false, seats: null, joinUntil: null },
  };
  await query(
    `insert into batch_draft (course_id, content, changed_at, is_demo)
     select id, $1, now(), true from course where course_id = 'java'`,
    [JSON.stringify(content)],
  );
  await query("update proposal set state = 'dropped' where state in ('asked', 'ready', 'impossible', 'failed')");
  await enterAs(page, "owner");
  await page.goto("/staff/timetable/proposal");
  await expect(page.getByRole("row").filter({ hasText: draft })).toBeVisible();
  await expectNoAxeFindings(page);
  await shoot(page, "proposal-drafts");
  // Other journeys have drafts too, and change or open them meanwhile.
  const others = page.getByRole("row").filter({ hasNotText: draft }).locator('input[name^="chosen "]');
  for (const other of await others.all()) await other.uncheck();
  await page.getByRole("button", { name: "Propose a timetable" }).click();
  const line = page.getByRole("listitem").filter({ hasText: draft });
  await expect(line).toContainText(vikram.name, { timeout: 60_000 });
  await expect(page.getByRole("button", { name: /^Change / })).toHaveCount(1);
  await expect(line).toContainText("Mon, Tue, Wed, Thu and Fri at");
  await line.getByRole("button", { name: "Change" }).click();
  const dialog = page.getByRole("dialog", { name: `Change ${draft}` });
  await dialog.getByLabel("From").fill("16:00");
  await dialog.getByRole("button", { name: "Change the line" }).click();
  await expect(line).toContainText("at 4:00 PM");
  await expectNoAxeFindings(page);
  await shoot(page, "proposal");
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await shoot(page, "proposal");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole("link", { name: "Show it on the timetable" }).click();
  await expect(page).toHaveURL(new RegExp(`day=${monday}`));
  await expect(page.getByText(`${draft}, proposed`).first()).toBeVisible();
  await page.getByRole("link", { name: "Back to the proposal" }).click();
  await page.getByRole("button", { name: /^Accept for/ }).click();
  await expect(page.getByText(/The last proposal was accepted/)).toBeVisible();
  expect(
    await query("select content ->> 'trainerId' as id from batch_draft where content ->> 'name' = $1", [draft]),
  ).toEqual([{ id: vikram.id }]);
});
