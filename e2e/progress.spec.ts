import type { Page } from "@playwright/test";
import { query } from "./database.ts";
import { signIn } from "./learner.ts";
import { enterAs, openOther } from "./staff.ts";
import { taughtClass } from "./teaching.ts";
import { expect, test } from "./test.ts";
import { expectToLookWell } from "./windows.ts";

/** Six classes were held. Asha was in all of them, Binu in the first one only, and has two homework that are overdue. */
async function runningBatch(page: Page) {
  const names = ["Asha Menon", "Binu Das"];
  const { classId, learners } = await taughtClass(page.request, { trainer: "Joel Antony", names });
  const [run] = await query("select batch_id from live_class where id = $1", [classId]);
  const batchId = String(run?.batch_id);
  await query("update batch set name = $2 where id = $1", [batchId, `Evening ${batchId.slice(0, 6)}`]);
  await query(
    `insert into live_class (batch_id, number, starts_at, minutes, topic, trainer_name, recording_url, changed_at)
     select $1, n, now() - (n - 1) * interval '1 day', 60, 'Topic ' || n, 'Joel Antony', case n when 5 then 'https://films.example/5' else '' end, now()
     from generate_series(4, 8) n`,
    [batchId],
  );
  const idOf = async (at: number) =>
    String((await query("select id from learner where mobile_number = $1", [learners[at]?.mobileNumber]))[0]?.id);
  const [asha, binu] = [await idOf(0), await idOf(1)];
  await query(
    `insert into attendance (learner_id, class_id, first_joined_at, last_joined_at)
     select who.id::uuid, c.id, c.starts_at, c.starts_at from live_class c, unnest(array[$2, $3]) with ordinality who(id, place)
     where c.batch_id = $1 and c.starts_at < now() - interval '1 hour' and (who.place = 1 or c.number = 8)`,
    [batchId, asha, binu],
  );
  await query(
    `insert into homework (batch_id, title, text, due_on, set_at)
     select $1, 'Exercise ' || n, 'Do it.', current_date - 3, now() from generate_series(1, 2) n`,
    [batchId],
  );
  await query(
    `insert into homework_work (homework_id, learner_id, state, changed_at) select id, $2, 'done', now() from homework where batch_id = $1`,
    [batchId, asha],
  );
  return { batchId, learners, asha, binu };
}

test("a learner sees where they stand in a course", async ({ page }) => {
  test.setTimeout(180_000);
  const { learners } = await runningBatch(page);
  await signIn(page, learners[1]?.token ?? "");
  await page.goto("/dashboard/mycourses");
  const card = page.getByRole("listitem").filter({ hasText: "React.js Full Package Course" });
  await expect(card).toContainText("Homework: 2 overdue");
  await expect(card).toContainText("The certificate is out of reach");
  await expectToLookWell(page, "my-courses");
  await page.setViewportSize({ width: 360, height: 800 });
  const learn = card.getByRole("link", { name: "Learn React.js", exact: true });
  expect((await learn.boundingBox())?.width).toBeGreaterThan(250);
  await card.getByRole("link", { name: "Homework: 2 overdue" }).click();
  await expect(page.getByRole("link", { name: "Exercise 1" })).toBeVisible();
  const parts = page.getByRole("navigation", { name: "Parts of the course" });
  await page.goto("/dashboard/learn/react?part=questions");
  await expect(parts.getByRole("link", { name: "Questions" })).toBeInViewport({ ratio: 1 });
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/tabs-360.png` });
  await page.goto("/dashboard/mycourses");
  await learn.click();
  await expect(parts.getByRole("link", { name: "Progress" })).toHaveAttribute("aria-current", "page");
  const classes = page.getByRole("region", { name: "Classes" });
  await expect(classes).toContainText("1 of 6 classes attended, 2 to come");
  await expect(classes).toContainText("You missed 5 classes");
  await expect(classes.getByRole("link", { name: "Watch the recording of class 5" })).toHaveAttribute(
    "href",
    "https://films.example/5",
  );
  await expect(page.getByRole("region", { name: "Certificate" })).toContainText("more classes");
  const homework = page.getByRole("region", { name: "Homework" });
  await expect(homework).toContainText("2 overdue");
  await expectToLookWell(page, "learn-progress");
  await homework.getByRole("link", { name: "See the homework" }).click();
  await expect(page.getByRole("link", { name: "Exercise 1" })).toBeVisible();
});

test("a trainer sees who falls behind and writes to them; they are told once", async ({
  page,
  browser,
  complaints,
}) => {
  test.setTimeout(240_000);
  const { batchId, learners, asha, binu } = await runningBatch(page);
  await enterAs(page, "trainer");
  await page.locator(`a[href="/staff/progress?batchId=${batchId}"]`).click();
  await expect(page.getByRole("heading", { level: 1, name: "Progress" })).toBeVisible();
  const row = page.getByRole("row", { name: /Binu Das/ });
  await expect(row).toContainText("1 of 6 classes attended, 5 classes missed in a row, 2 pieces of homework overdue");
  await expect(page.getByRole("row", { name: /Asha Menon/ })).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: "Choose Binu Das" })).toBeChecked();
  await expectToLookWell(page, "staff-progress");
  await page.getByRole("link", { name: /^All/ }).click();
  await expect(page.getByRole("row", { name: /Asha Menon.*6 of 6/ })).toBeVisible();
  await expect(page.getByRole("checkbox", { name: "Choose Asha Menon" })).not.toBeChecked();
  await page.getByLabel("Order").selectOption("name");
  await expect(page.locator("tbody tr").first()).toContainText("Asha Menon");
  await expectToLookWell(page, "staff-progress-all");

  await page.getByRole("button", { name: "Write to them" }).click();
  const dialog = page.getByRole("dialog", { name: "Write to 1 learner" });
  await expect(dialog).toContainText("Binu Das will get a mail");
  await dialog.getByLabel("Text").fill("");
  await dialog.getByRole("button", { name: "Send to 1 learner" }).click();
  await expect(dialog).toContainText("Write a text");
  await dialog.getByLabel("Text").fill("Please come on Monday.");
  await expectToLookWell(page, "staff-message");
  // The answer is lost on the way; the same form again sends nothing twice.
  await page.route("**/api/staff/progress/batch/*/message", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole("button", { name: "Send to 1 learner" }).click();
  await expect(dialog.getByRole("alert")).not.toBeEmpty();
  await page.unroute("**/api/staff/progress/batch/*/message");
  await dialog.getByRole("button", { name: "Send to 1 learner" }).click();
  await expect(page.getByText("The message to 1 learner is on its way.")).toBeVisible();
  complaints.length = 0;
  const told = async (learnerId: string) =>
    (
      await query(
        "select count(*)::int as n from notification where learner_id = $1 and title like 'React%how are you%'",
        [learnerId],
      )
    )[0]?.n;
  await expect.poll(() => told(binu)).toBe(1);
  expect(await told(asha)).toBe(0);

  await page.getByRole("link", { name: "Binu Das" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Binu Das" })).toBeVisible();
  await expect(page.getByText("Falls behind: 1 of 6 classes attended")).toBeVisible();
  await expect(page.getByRole("region", { name: "Classes missed" })).toContainText("Topic 5");
  await expectToLookWell(page, "staff-learner");

  const me = await openOther(browser);
  await signIn(me.page, learners[1]?.token ?? "");
  await me.page.goto("/dashboard/notification");
  await expect(me.page.getByText("Please come on Monday.")).toBeVisible();
  expect(me.complaints).toEqual([]);
  await me.close();
});

test("an owner changes the rule; who may not see a batch is told so", async ({ page, browser, complaints }) => {
  test.setTimeout(180_000);
  const { batchId } = await runningBatch(page);
  await enterAs(page, "owner");
  await page.goto(`/staff/batches/${batchId}`);
  await expect(page.getByText("1 learner falls behind")).toBeVisible();
  await page.goto("/staff/class-settings");
  await page.getByRole("link", { name: "Falling behind" }).click();
  const field = page.getByLabel("Missed so many classes in a row");
  const before = await field.inputValue();
  await field.fill("many");
  await page.getByRole("button", { name: "Save the rule" }).click();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  complaints.length = 0;
  await field.fill("");
  await expectToLookWell(page, "staff-rule");
  await page.getByRole("button", { name: "Save the rule" }).click();
  await expect(page.getByText("The rule is saved.")).toBeVisible();
  await page.goto(`/staff/progress?batchId=${batchId}`);
  const row = page.getByRole("row", { name: /Binu Das/ });
  await expect(row).toContainText("2 pieces of homework overdue");
  await expect(row).not.toContainText("missed in a row");
  await page.getByRole("link", { name: "Change the rule" }).click();
  await field.fill(before);
  await page.getByRole("button", { name: "Save the rule" }).click();
  await expect(page.getByText("The rule is saved.")).toBeVisible();

  const other = await openOther(browser);
  await enterAs(other.page, "accountant");
  await other.page.goto(`/staff/progress?batchId=${batchId}`);
  await expect(other.page.getByRole("row", { name: /Binu Das/ })).toHaveCount(0);
  await expect(other.page.getByRole("main")).toContainText(/not|permission|right/i);
  await enterAs(other.page, "trainer");
  await other.page.goto(`/staff/progress?batchId=${crypto.randomUUID()}`);
  await expect(other.page.getByText("This batch was not found.")).toBeVisible();
  await other.close();
});
