import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
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

/** A job of the hour, at any hour: it runs only by day otherwise. */
const run = (chargeId: unknown) =>
  query("select graphile_worker.add_job('due.take', json_build_object('chargeId', $1::text))", [chargeId]);

/** Part 2 is announced, then two days pass, and its day has come. */
async function reachDayOf(token: string | undefined): Promise<void> {
  const [charge] = await query(
    `insert into mandate_charge (mandate_id, due_id, amount_in_paise, charge_on, state, planned_at)
     select m.id, d.id, d.amount_in_paise, d.due_on, 'planned', now() from due d join mandate m on m.sale_id = d.sale_id
     where d.link_token = $1 returning id`,
    [token],
  );
  await run(charge?.id);
  const isAnnounced = async () =>
    (await query("select 1 from mandate_charge where id = $1 and order_id is not null", [charge?.id])).length;
  await expect.poll(isAnnounced).toBe(1);
  await query(
    `update mandate_charge set announced_at = now() - interval '2 days', charge_on = ${today} where id = $1`,
    [charge?.id],
  );
  await query(
    `update gateway_record set data = jsonb_set(data, '{notification,payment_after}', '0')
     where id = (select o.provider_order_id from payment_order o join mandate_charge c on c.order_id = o.id where c.id = $1)`,
    [charge?.id],
  );
  await run(charge?.id);
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, fullPage: true });
  }
  await page.emulateMedia({ colorScheme: "light" });
}

test("a parent lets the later parts be taken: part 2 is paid by itself, and the learner stops it", async ({
  page,
  browser,
  baseURL: baseUrl = "",
}) => {
  const { token, mobileNumber } = await newLearner(page.request);
  const { saleId, tokens } = await agree(mobileNumber);
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, baseURL: baseUrl });
  await closeEnquiryPopup(context, baseUrl);
  const phone = await context.newPage();
  const complaints = collectComplaints(phone);
  await phone.goto(`/pay/${tokens[0]}`);
  const tick = phone.getByRole("checkbox", { name: "Pay the later parts automatically on their days" });
  // The first touch is the tick; it stays when the scripts come.
  await tick.check();
  await isAlive(phone);
  await expect(tick).toBeChecked();
  await expect(phone.getByText("You can stop it at any time")).toBeVisible();
  await expect(phone.getByText(/^₹2,000 on /)).toHaveCount(2);
  expect((await axe(phone).analyze()).violations).toEqual([]);
  await picture(phone, "pay-360");
  await phone.getByRole("button", { name: "Pay ₹2,000" }).click();
  const checkout = phone.getByRole("dialog", { name: /Payment to/ });
  await checkout.getByRole("button", { name: /^Pay ₹/ }).click();
  await expect(phone.getByText(/^Paid on .*Thank you\.$/)).toBeVisible();
  const stateOf = async () => (await query("select state from mandate where sale_id = $1", [saleId]))[0]?.state;
  await expect.poll(stateOf).toBe("active");
  await phone.goto(`/pay/${tokens[1]}`);
  await expect(phone.getByText(/It will be taken automatically on /)).toBeVisible();

  await reachDayOf(tokens[1]);
  await expect(async () => {
    await phone.reload();
    await expect(phone.getByText(/^Paid on .*Thank you\.$/)).toBeVisible({ timeout: 1000 });
  }).toPass();
  expect(complaints).toEqual([]);
  await context.close();

  await signIn(page, token);
  await page.goto("/dashboard/purchasehistory");
  const plan = page.getByRole("table").getByRole("region", { name: "Instalments of React" });
  await expect(plan).toContainText("₹4,000 paid, ₹2,000 to pay");
  await expect(plan).toContainText("taken automatically on");
  await picture(page, "history-1280");
  await plan.getByRole("button", { name: /^Stop automatic payments/ }).click();
  await plan.getByRole("button", { name: "Yes, stop" }).click();
  await expect(plan.getByText(/Automatic payments are on/)).toBeHidden();
  await expect(plan).not.toContainText("taken automatically on");
  expect((await axe(page).analyze()).violations).toEqual([]);
  expect(await stateOf()).toBe("ended");
});

test("the desk sees that the bank did not pay, and stops automatic payments", async ({ page }) => {
  const { mobileNumber } = await newLearner(page.request);
  const { saleId, tokens } = await agree(mobileNumber);
  const placed = await page.request.post("/api/payment/order", {
    data: { amount: part, dueToken: tokens[0], automatic: true },
  });
  const { order_id, key } = await placed.json();
  await page.request.post(`/dev/gateway/checkout/${order_id}/pay`, { data: { key, method: "upi" } });
  const tokenOf = async () =>
    (await query("select provider_token_id as token from mandate where sale_id = $1 and state = 'active'", [saleId]))[0]
      ?.token;
  await expect.poll(tokenOf).toBeTruthy();
  const bank = { key, charge: "insufficient_funds" };
  await page.request.post(`/dev/gateway/dashboard/tokens/${await tokenOf()}`, { data: bank });
  await reachDayOf(tokens[1]);
  const failed = async () =>
    (
      await query("select c.state from mandate_charge c join due d on d.id = c.due_id where d.sale_id = $1", [saleId])
    )[0]?.state;
  await expect.poll(failed).toBe("failed");

  await enterAs(page, "front desk");
  await page.goto(`/staff/dues/${saleId}`);
  await expect(
    page.getByText(/Automatic payments are on.*Part 2 could not be taken: insufficient funds\./),
  ).toBeVisible();
  await expect(page.getByText(/Notice that it could not be taken/)).toBeVisible();
  await picture(page, "staff-1280");
  await page.setViewportSize({ width: 360, height: 740 });
  await picture(page, "staff-360");
  await page.getByRole("button", { name: "Stop automatic payments" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Stop automatic payments" }).click();
  await expect(page.getByText(/Automatic payments have ended\. Stopped by /)).toBeVisible();
  expect((await axe(page).analyze()).violations).toEqual([]);
});
