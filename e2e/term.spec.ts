import type { APIRequestContext, Page } from "@playwright/test";
import { query } from "./database.ts";
import { buyCourse, newLearner, signIn } from "./learner.ts";
import { enterAs, openOther, signInAs } from "./staff.ts";
import { expect, test } from "./test.ts";

/** Far ahead, so that no other journey plans classes around these days off. */
const firstDay = dayIn(298);
const daysOff = { [dayIn(299)]: "Founders' day", [dayIn(301)]: "Rain holiday" };

/** In India: 2027-09-12. */
function dayIn(days: number): string {
  const at = new Date(Date.now() + days * 86_400_000);
  return new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Kolkata" }).format(at);
}

/** As the console writes it: 12 Sep 2027. */
function written(day: string): string {
  const parts = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-GB", parts).format(new Date(day)).replace("Sept", "Sep");
}

async function addDayOff(page: Page, [day, name]: [string, string]): Promise<void> {
  await query("delete from holiday where day = $1", [day]);
  await page.goto(`/staff/class-settings?year=${day.slice(0, 4)}`);
  await page.getByLabel("Day", { exact: true }).fill(written(day));
  await page.getByLabel("What for").fill(name);
  await page.getByRole("button", { name: "Add the day" }).click();
  await expect(page.getByText(`${written(day)} is without classes.`)).toBeVisible();
}

type Kind = { batchTime: string; batchType: string };

/** The desk sells the course in this batch, paid by UPI. */
async function sellAtDesk(page: Page, sold: Kind & { batchId: string; mobileNumber: string }): Promise<void> {
  const { today } = await (await page.request.get("/api/staff/sales/desk")).json();
  const { priceInPaise: price } = await (await page.request.get("/api/staff/courses/course?courseId=angular")).json();
  const answer = await page.request.post("/api/staff/sales", {
    data: {
      ...{ ...sold, courseId: "angular", expectedPriceInPaise: price, attemptId: crypto.randomUUID() },
      dues: [{ amountInPaise: price, dueOn: today }],
      payment: { method: "upi", reference: `7411${sold.mobileNumber.slice(-8)}` },
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

async function order(request: APIRequestContext, token: string, batch: Kind & { batchId: string }) {
  const { price } = await (await request.get("/api/course/angular")).json();
  const data = { amount: price * 100, courseId: "angular", ...batch };
  return request.post("/api/payment/order", { data, headers: { authorization: `Bearer ${token}` } });
}

/** The first class began ten minutes ago. Its trainer has no other one then. */
async function beginFirstClass(batchId: string): Promise<string> {
  const [first] = await query("select id, trainer_id from live_class where batch_id = $1 and number = 1", [batchId]);
  await query(
    `update live_class set trainer_id = null where trainer_id = $1 and batch_id <> $2
       and class_period(starts_at, minutes) && class_period(now() - interval '10 minutes', 60)`,
    [first?.trainer_id, batchId],
  );
  await query("update live_class set starts_at = now() - interval '10 minutes' where id = $1", [first?.id]);
  return String(first?.id);
}

/** All classes are over, and everybody was there. */
async function endTerm(batchId: string): Promise<void> {
  await query(
    `update live_class set trainer_id = null, starts_at = now() - interval '2 hours' - number * interval '1 day', finished_at = now()
     where batch_id = $1`,
    [batchId],
  );
  await query(
    "update batch set starts_at = now() - interval '30 days', ends_at = now() - interval '1 hour' where id = $1",
    [batchId],
  );
  await query(
    "update purchase set purchased_at = now() - interval '40 days' where id in (select purchase_id from batch_place where batch_id = $1)",
    [batchId],
  );
  await query(
    `insert into attendance (class_id, learner_id, first_joined_at, last_joined_at)
     select c.id, p.learner_id, c.starts_at, c.starts_at from live_class c
     join batch_place placed on placed.batch_id = c.batch_id join purchase p on p.id = placed.purchase_id
     where c.batch_id = $1 on conflict do nothing`,
    [batchId],
  );
}

test("a term: planned around two days off, sold at the desk and online, moved, called on a phone without a network, certified", async ({
  page,
  browser,
  complaints,
}) => {
  test.slow();
  const [atDesk, online, tooLate] = [
    await newLearner(page.request),
    await newLearner(page.request),
    await newLearner(page.request),
  ];
  const [joel] = await query("select id from staff where name = 'Joel Antony' and is_demo");

  await enterAs(page, "owner");
  for (const off of Object.entries(daysOff)) await addDayOff(page, off);
  await page.goto("/staff/batches/new?courseId=angular");
  await page.getByLabel("First day", { exact: true }).fill(written(firstDay));
  for (const name of ["Tuesday", "Thursday", "Saturday", "Sunday"]) await page.getByRole("checkbox", { name }).check();
  await page.getByLabel("Time", { exact: true }).fill("05:40");
  await page.getByLabel("Trainer").selectOption(String(joel?.id));
  await page.getByLabel("Seats, empty for no limit").fill("2");
  await page.getByLabel("Sold as").selectOption({ label: "9:00 to 10:00 AM, weekdays" });
  for (const name of Object.values(daysOff))
    await expect(page.getByRole("row", { name: new RegExp(`${name}: moved on.*Skipped`) })).toBeVisible();
  await page.getByRole("button", { name: "Open with 20 classes" }).click();
  await expect(page.getByText("0 of 2", { exact: true })).toBeVisible();
  const batchId = /batches\/([\w-]{36})/.exec(page.url())?.[1] ?? "";
  const [kind] = (await query(`select batch_time as "batchTime", batch_type as "batchType" from batch where id = $1`, [
    batchId,
  ])) as [Kind];

  await sellAtDesk(page, { ...kind, batchId, mobileNumber: atDesk.mobileNumber });
  await buyCourse(page.request, { token: online.token, courseId: "angular", ...kind, batchId });
  expect((await (await order(page.request, tooLate.token, { ...kind, batchId })).json()).code).toBe("BATCH_FULL");
  await expect
    .poll(() => query("select count(*)::int as taken from batch_place where batch_id = $1", [batchId]))
    .toEqual([{ taken: 2 }]);

  await page.goto(`/staff/timetable?day=${firstDay}&trainer=${joel?.id}`);
  await page
    .locator(`[data-slot^="${joel?.id} ${firstDay} "]`)
    .getByRole("button", { name: /Angular/ })
    .first()
    .click();
  await page.getByRole("dialog", { name: "Angular" }).getByRole("button", { name: "Move…" }).click();
  await page.getByRole("dialog").getByLabel("Time").fill("06:40");
  await page.getByRole("dialog").getByRole("radio", { name: "This and the 19 after it" }).check();
  await page.getByRole("dialog", { name: "Move 20 classes" }).getByRole("button", { name: "Move and tell 3" }).click();
  await expect(page.getByText("20 classes are moved. 2 learners will be told.")).toBeVisible();

  const learner = await openOther(browser);
  const { origin } = new URL(page.url());
  await signIn(learner.page, online.token);
  const told = () =>
    query(
      `select n.title from notification n join learner l on l.id = n.learner_id
       where l.mobile_number = $1 and n.title like '%new time'`,
      [online.mobileNumber],
    );
  await expect.poll(told, { timeout: 60_000 }).toEqual([{ title: "Angular: 20 classes have a new time" }]);
  await learner.page.goto(`${origin}/dashboard/schedule/angular`);
  await expect(learner.page.getByText("6:40 AM").first()).toBeVisible();

  const classId = await beginFirstClass(batchId);
  const phone = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const trainer = await phone.newPage();
  await signInAs(trainer, "trainer", origin);
  await trainer.goto(`${origin}/staff/classes/${classId}`);
  const roll = trainer.getByRole("region", { name: "Roll-call" });
  await expect(roll).toContainText("0 of 2 marked");
  await phone.setOffline(true);
  await roll.getByRole("button", { name: "Mark the rest present" }).click();
  await expect(roll).toContainText("2 marks are kept on this phone");
  await phone.setOffline(false);
  await expect(roll).not.toContainText("kept on this phone");
  await phone.close();
  await expect(async () => {
    await learner.page.goto(`${origin}/dashboard/schedule/angular`);
    await expect(learner.page.getByText("Attended").first()).toBeVisible({ timeout: 3000 });
  }).toPass();

  await query(
    `insert into class_settings (id, content, version) values ('classes', '{"issuesAutomatically": false}', 1)
     on conflict (id) do update set content = class_settings.content || '{"issuesAutomatically": false}',
       version = class_settings.version + 1`,
  );
  await endTerm(batchId);
  await page.goto(`/staff/certificates?courseId=angular&batchId=${batchId}`);
  await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
  await page.getByRole("button", { name: "See the names and issue" }).click();
  await page.getByRole("button", { name: "Issue and tell 2 learners" }).click();
  await expect(page.getByRole("dialog", { name: "2 certificates issued" })).toBeVisible();
  await learner.page.goto(`${origin}/dashboard/certificate`);
  await expect(learner.page.getByText(/OCNST\d{5}, earned on/)).toBeVisible();
  await learner.close();
  expect(complaints).toEqual([]);
});
