import { randomBytes } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { query } from "./database.ts";
import { newLearner, signIn } from "./learner.ts";
import { enterAs } from "./staff.ts";
import { closeEnquiryPopup, collectComplaints, expect, isAlive, test } from "./test.ts";

const part = 200_000;
/** The institute's day. */
const today = "(now() at time zone 'Asia/Kolkata')::date";

/** What the desk agreed: React in three parts of ₹2,000, the first of them due today. */
async function agree(mobileNumber: string): Promise<{ saleId: string; tokens: string[] }> {
  const [sale] = await query(
    `insert into sale (learner_id, course_id, batch_time, batch_type, list_price_in_paise, state, made_at)
     select l.id, c.id, '9-10', 'week-days', $3, 'open', now() from learner l, course c
     where l.mobile_number = $1 and c.course_id = $2 returning id`,
    [mobileNumber, "react", 3 * part],
  );
  const tokens = [0, 1, 2].map(() => randomBytes(32).toString("base64url"));
  for (const [n, token] of tokens.entries())
    await query(
      `insert into due (sale_id, number, amount_in_paise, due_on, link_token)
       values ($1, $2, $3, ${today} + $4::int, $5)`,
      [sale?.id, n + 1, part, n * 30, token],
    );
  return { saleId: String(sale?.id), tokens };
}

/** The phone of somebody who pays: no account, a narrow screen. */
async function payersPhone(browser: Browser, baseUrl: string) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: baseUrl });
  await closeEnquiryPopup(context, baseUrl);
  const page = await context.newPage();
  return { page, complaints: collectComplaints(page), close: () => context.close() };
}

async function payAt(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Pay ₹2,000" }).click();
  const checkout = page.getByRole("dialog", { name: /Payment to/ });
  await checkout.getByRole("button", { name: /^Pay ₹/ }).click();
  await expect(page.getByText(/^Paid on .*Thank you\.$/)).toBeVisible();
}

test("a parent pays the first part on a phone, and the learner's Purchase History shows the plan", async ({
  page,
  browser,
  baseURL: baseUrl = "",
}) => {
  const { token, mobileNumber } = await newLearner(page.request);
  const { tokens } = await agree(mobileNumber);
  const phone = await payersPhone(browser, baseUrl);
  await phone.page.goto(`/pay/${tokens[0]}`);
  await expect(phone.page.getByRole("heading", { level: 1 })).toContainText("React");
  await expect(phone.page.getByText("1 of 3")).toBeVisible();
  await expect(phone.page.getByText("Raman")).toBeHidden();
  expect((await axe(phone.page).analyze()).violations).toEqual([]);
  await payAt(phone.page);
  await expect(phone.page.getByText(/^Invoice SA\/.* was mailed to the learner\.$/)).toBeVisible();
  await phone.page.reload();
  await expect(phone.page.getByText(/^Paid on/)).toBeVisible();
  await expect(phone.page.getByRole("button", { name: /^Pay/ })).toBeHidden();
  expect(phone.complaints).toEqual([]);
  const wrong = await phone.page.goto("/pay/no-such-link");
  expect(wrong?.status()).toBe(404);
  await expect(phone.page.getByRole("heading", { name: "This payment link is not valid" })).toBeVisible();
  await phone.close();

  await signIn(page, token);
  await page.goto("/dashboard/purchasehistory");
  const plan = page.getByRole("table").getByRole("region", { name: "Instalments of React" });
  await expect(plan.getByRole("listitem").first()).toContainText(/Part 1₹2,000paid on .*Paid/);
  await expect(plan).toContainText("₹2,000 paid, ₹4,000 to pay");
  await plan.getByRole("link", { name: "Pay ₹2,000 for React" }).click();
  await expect(page).toHaveURL(`/pay/${tokens[1]}`);
  await isAlive(page);
  await payAt(page);
  await page.goto("/dashboard/purchasehistory");
  await expect(page.getByRole("table").getByRole("button", { name: /^Invoice 2/ })).toBeVisible();
  const download = page.waitForEvent("download");
  await page
    .getByRole("table")
    .getByRole("button", { name: /^Invoice 2/ })
    .click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
});

test("an overdue part holds the classes, every screen says so, and paying opens them at once", async ({
  page,
  browser,
  baseURL: baseUrl = "",
  complaints,
}) => {
  const { token, mobileNumber } = await newLearner(page.request);
  const { saleId, tokens } = await agree(mobileNumber);
  const phone = await payersPhone(browser, baseUrl);
  await phone.page.goto(`/pay/${tokens[0]}`);
  await payAt(phone.page);
  // Three weeks later, as the daily job would find it: the second part is overdue, and a class runs.
  await query(`update due set due_on = ${today} - 20 where link_token = $1`, [tokens[1]]);
  await query("update sale set restricted_at = now() where id = $1", [saleId]);
  const [bought] = await query(
    `update purchase set state = 'suspended', state_since = now(), purchased_at = now() - interval '30 days'
     where id = (select purchase_id from sale where id = $1) returning id, course_id`,
    [saleId],
  );
  const [batch] = await query(
    `insert into batch (course_id, batch_time, batch_type, starts_at, ends_at)
     values ($1, '9-10', 'week-days', now() - interval '400 days', now() + interval '2 hours') returning id`,
    [bought?.course_id],
  );
  await query(
    `insert into batch_place (purchase_id, batch_id, placed_at) values ($1, $2, now())
     on conflict (purchase_id) do update set batch_id = excluded.batch_id`,
    [bought?.id, batch?.id],
  );
  await query(
    `insert into live_class (batch_id, number, starts_at, minutes, topic, trainer_name, meeting_url, changed_at)
     values ($1, 1, now() - interval '5 minutes', 60, 'Hooks', 'Joel Antony', 'https://meet.example.com/hooks', now())`,
    [batch?.id],
  );

  await signIn(page, token);
  await page.goto("/dashboard/mycourses");
  await expect(page.getByText("On hold", { exact: true })).toBeVisible();
  await page.goto("/dashboard/schedule/react");
  const strip = page.getByRole("region", { name: "Overdue fees" });
  await expect(strip).toContainText("₹2,000 for React.js has been overdue since");
  await page.getByRole("button", { name: "Join Hooks" }).first().click();
  await expect(page.getByRole("alert").filter({ hasText: "Your classes are on hold" })).toContainText(
    "₹2,000 has been overdue since",
  );
  complaints.length = 0; // The browser reports the status of the refusal.
  expect((await axe(page).analyze()).violations).toEqual([]);

  await phone.page.goto(`/pay/${tokens[1]}`);
  await expect(phone.page.getByText("Overdue")).toBeVisible();
  await payAt(phone.page);
  await phone.close();
  await page.reload();
  await expect(page.getByRole("button", { name: "Join Hooks" }).first()).toBeVisible();
  await expect(strip).toBeHidden();
  const headers = { authorization: `Bearer ${token}` };
  const { schedules } = await (await page.request.post("/api/schedule/view/react", { headers, data: {} })).json();
  expect(schedules).toMatchObject([{ topic: "Hooks", zoomLink: "https://meet.example.com/hooks" }]);
});

test("the desk finds an overdue part, sends its link, and gives more time", async ({ page }) => {
  const { mobileNumber } = await newLearner(page.request);
  const { tokens } = await agree(mobileNumber);
  await query(`update due set due_on = ${today} - 2 where link_token = $1`, [tokens[0]]);
  await enterAs(page, "front desk");
  await page.goto(`/staff/dues?words=${mobileNumber}`);
  const row = page.getByRole("row").filter({ hasText: "React" }).first();
  await expect(row).toContainText("2 days late");
  await row.getByRole("link", { name: "Kavya Raman" }).click();
  await page.getByRole("button", { name: "Send the link of part 1" }).click();
  const dialog = page.getByRole("dialog", { name: "Send the payment link" });
  await expect(dialog).toContainText("Kavya Raman gets the link to pay ₹2,000 at kavya@example.com.");
  expect((await axe(page).analyze()).violations).toEqual([]);
  await dialog.getByRole("button", { name: "Send by e-mail" }).click();
  await expect(page.getByText("The link is on its way to kavya@example.com.")).toBeVisible();
  await expect
    .poll(async () => JSON.stringify(await (await page.request.get("/dev/outbox.json")).json()))
    .toContain(`/pay/${tokens[0]}`);
  await page.getByRole("button", { name: "Give more time" }).click();
  await page.getByRole("dialog", { name: "Give more time" }).getByRole("button", { name: "Give more time" }).click();
  await expect(page.getByText("The learner has more time.")).toBeVisible();
  await expect(page.getByText(/Joining is not restricted before/)).toBeVisible();
  await expect(page.getByRole("button", { name: /Write off/ })).toBeHidden();
});
