import type { APIRequestContext, Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { query } from "./database.ts";
import { buyCourse, newLearner, signIn } from "./learner.ts";
import { chooseCourse, enterAs, openOther } from "./staff.ts";
import { expect, test } from "./test.ts";

type Outgoing = { subject: string; text: string };

/** Mails about refunds whose text has these words. Learners of the journeys share an address. */
async function refundMails(request: APIRequestContext, words: string): Promise<Outgoing[]> {
  const mails = (await (await request.get("/dev/outbox.json")).json()) as Outgoing[];
  return mails.filter(({ subject, text }) => subject?.startsWith("We have given you") && text.includes(words));
}

const shots = process.env.SHOTS;

async function shoot(page: Page, name: string): Promise<void> {
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
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
}

/** Finds the payments of a learner in the console, and opens the newest. */
async function openPayment(page: Page, mobileNumber: string): Promise<void> {
  await page.goto(`/staff/payments?words=${mobileNumber}`);
  const first = page.getByRole("table").getByRole("link").first();
  await first.click();
  await expect(page.getByRole("complementary", { name: "Payment" })).toBeVisible();
}

test("an owner refunds a course in full: credit note by mail, course gone, and bought again", async ({
  page,
  browser,
  complaints,
}) => {
  const { token, mobileNumber } = await newLearner(page.request);
  await buyCourse(page.request, { token, courseId: "sql" });
  await enterAs(page, "owner");
  await openPayment(page, mobileNumber);
  const panel = page.getByRole("complementary", { name: "Payment" });
  await expect(panel.getByText("Captured: ₹5,999")).toBeVisible();
  await expect(panel.getByText("The provider's fee")).toBeVisible();
  expect((await axe(page).analyze()).violations).toEqual([]);

  await panel.getByRole("button", { name: "Refund up to ₹5,999" }).click();
  const dialog = page.getByRole("dialog", { name: "Refund to Kavya Raman" });
  const outcome = dialog.getByRole("region", { name: "What will happen" });
  await expect(outcome).toContainText("A credit note takes ₹5,999");
  await expect(outcome).toContainText("The learner keeps SQL");
  await dialog.getByLabel("Amount, up to ₹5,999").fill("6000");
  await dialog.getByLabel("Reason, for the books").fill("Moved to Chennai");
  await dialog.getByRole("button", { name: "Refund ₹6,000" }).click();
  await expect(dialog.getByText("This is more than was paid and not given back yet")).toBeVisible();
  expect(complaints.splice(0)).toEqual([expect.stringContaining("status of 400")]);
  await dialog.getByLabel("Amount, up to ₹5,999").fill("5999");
  const message = `All the best ${mobileNumber}`;
  await dialog.getByLabel("For the learner, in the mail").fill(message);
  await dialog.getByLabel("End the access to SQL").check();
  await expect(outcome).toContainText("It can be bought again.");
  expect((await axe(page).analyze()).violations).toEqual([]);
  await dialog.getByRole("button", { name: "Refund ₹5,999" }).click();
  await expect(page.getByText("The refund is on its way.")).toBeVisible();

  await expect.poll(async () => (await refundMails(page.request, message)).length).toBe(1);
  const [mail] = await refundMails(page.request, message);
  const number = /CN\/\d{4}-\d\d\/\d{5}/.exec(mail?.text ?? "")?.[0] ?? "";
  expect(mail?.text).toContain(`Credit note ${number} is attached.`);
  await page.reload();
  await expect(panel.getByText(`Credit note ${number}`).first()).toBeVisible();
  const paper = await page.request.get(
    (await panel.getByRole("link", { name: `Credit note ${number}` }).getAttribute("href")) ?? "",
  );
  expect((await paper.body()).subarray(0, 5).toString()).toBe("%PDF-");

  const learner = await openOther(browser);
  await signIn(learner.page, token);
  await learner.page.goto("/dashboard/mycourses");
  await expect(learner.page.getByRole("heading", { name: "My Courses" })).toBeVisible();
  await expect(learner.page.getByText("SQL Full Package Course")).toBeHidden();
  await learner.page.goto("/dashboard/purchasehistory");
  const row = learner.page.getByRole("row").filter({ hasText: "SQL" });
  await expect(row).toContainText("Refunded");
  const download = learner.page.waitForEvent("download");
  await row.getByRole("button", { name: `Credit note ${number}` }).click();
  expect((await download).suggestedFilename()).toBe(`${number.replaceAll("/", "-")}.pdf`);
  await buyCourse(page.request, { token, courseId: "sql" });
  await learner.page.goto("/dashboard/mycourses");
  await expect(learner.page.getByRole("heading", { name: "SQL Full Package Course" })).toBeVisible();
  expect(learner.complaints).toEqual([]);
  await learner.close();
});

test("the desk asks for a part, an owner approves it, and the learner keeps the course", async ({ page }) => {
  const { token, mobileNumber } = await newLearner(page.request);
  await buyCourse(page.request, { token, courseId: "sql" });
  await enterAs(page, "front desk");
  await openPayment(page, mobileNumber);
  await page.getByRole("button", { name: "Refund up to ₹5,999" }).click();
  const dialog = page.getByRole("dialog", { name: "Refund to Kavya Raman" });
  await dialog.getByLabel("Amount, up to ₹5,999").fill("1000.50");
  await dialog.getByLabel("Reason, for the books").fill(`Two classes fell out ${mobileNumber}`);
  await expect(dialog.getByText("An owner has to approve it first.")).toBeVisible();
  await dialog.getByRole("button", { name: "Ask to refund ₹1,000.50" }).click();
  await expect(page.getByText("The refund waits for an owner's approval.")).toBeVisible();

  await enterAs(page, "owner");
  await page.goto("/staff/payments?view=waiting");
  const task = page.getByRole("listitem").filter({ hasText: mobileNumber });
  await task.getByRole("button", { name: "Approve ₹1,000.50" }).click();
  await page
    .getByRole("dialog", { name: "Approve this refund?" })
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(page.getByText("The refund is approved.")).toBeVisible();
  await openPayment(page, mobileNumber);
  const panel = page.getByRole("complementary", { name: "Payment" });
  await expect(async () => {
    await page.reload();
    await expect(panel.getByText("Refunded: ₹1,000.50")).toBeVisible({ timeout: 3000 });
  }).toPass();
  await expect(panel.getByText("Part refunded")).toBeVisible();
  await expect(panel.getByText("has the course")).toBeVisible();
});

test("a payment for a course already bought is settled: the learner gets another course for it", async ({
  page,
  complaints,
}) => {
  const { token, mobileNumber } = await newLearner(page.request);
  const send = async (path: string, data: object) =>
    (await page.request.post(path, { data, headers: { authorization: `Bearer ${token}` } })).json();
  const orders: { order_id: string; key: string }[] = [];
  for (const batchTime of ["9-10", "1-2"])
    orders.push(await send("/api/payment/order", { amount: 599_900, courseId: "sql", batchTime }));
  for (const { order_id, key } of orders)
    await send(`/dev/gateway/checkout/${order_id}/pay`, { key, method: "upi", outcome: "captured" });
  const second = async () => {
    const ids = orders.map(({ order_id }) => order_id);
    const [row] = await query(
      `select f.provider_payment_id as id from payment_flag f join payment_order o on o.id = f.order_id
       where o.provider_order_id = any($1)`,
      [ids],
    );
    return String(row?.id ?? "");
  };
  await expect.poll(second).toMatch(/^pay_/);
  const paymentId = await second();

  await enterAs(page, "accountant");
  await page.goto("/staff/today/payments");
  await page.getByRole("link", { name: "Decide" }).first().click();
  const task = page.getByRole("listitem").filter({ hasText: paymentId });
  await expect(task).toContainText("A payment for a course already bought");
  expect((await axe(page).analyze()).violations).toEqual([]);
  await task.getByRole("button", { name: "Settle" }).click();
  const dialog = page.getByRole("dialog", { name: "Settle ₹5,999" });
  await dialog.getByLabel("Give a learner a course for it").check();
  await dialog.getByLabel("The learner's phone number").fill(mobileNumber);
  await chooseCourse(dialog, "SQL");
  await dialog.getByLabel("Note, for the books").fill("Wants Excel instead");
  await dialog.getByRole("button", { name: "Settle ₹5,999" }).click();
  await expect(dialog.getByText("This learner has the course already")).toBeVisible();
  expect(complaints.splice(0)).toEqual([expect.stringContaining("status of 400")]);
  await chooseCourse(dialog, "Python");
  await dialog.getByRole("button", { name: "Settle ₹5,999" }).click();
  await expect(page.getByText("₹5,999 is settled.")).toBeVisible();
  await expect(task).toBeHidden();
  expect(await send("/api/purchased/", {})).toHaveLength(2);
});

test("a dispute is lost: an owner gives the fee up, and the learner has no course any more", async ({ page }) => {
  const { token, mobileNumber } = await newLearner(page.request);
  const send = async (path: string, data: object) =>
    (await page.request.post(path, { data, headers: { authorization: `Bearer ${token}` } })).json();
  const { order_id, key } = await send("/api/payment/order", { amount: 599_900, courseId: "sql", batchTime: "9-10" });
  await send(`/dev/gateway/checkout/${order_id}/pay`, { key, method: "upi", outcome: "captured" });
  const paid = async () => {
    const [row] = await query(
      `select p.provider_payment_id as id from payment p join payment_order o on o.id = p.order_id
       where o.provider_order_id = $1 and o.state = 'spent'`,
      [order_id],
    );
    return String(row?.id ?? "");
  };
  await expect.poll(paid).toMatch(/^pay_/);
  const paymentId = await paid();
  const { id } = await send(`/dev/gateway/dashboard/payments/${paymentId}/dispute`, { key, reason: "fraudulent" });
  await send(`/dev/gateway/dashboard/disputes/${id}`, { key, status: "lost" });

  await enterAs(page, "owner");
  const task = page.getByRole("listitem").filter({ hasText: paymentId });
  await expect(async () => {
    await page.goto("/staff/payments?view=waiting");
    await expect(task).toContainText("The bank has taken ₹5,999 back", { timeout: 3000 });
  }).toPass();
  await shoot(page, "lost-dispute");
  await task.getByRole("button", { name: "Decide" }).click();
  const dialog = page.getByRole("dialog", { name: "The bank has taken ₹5,999 back" });
  await dialog.getByLabel("End the access to SQL").check();
  await dialog.getByLabel("Note, for the books").fill("Not worth a court");
  expect((await axe(page).analyze()).violations).toEqual([]);
  await shoot(page, "lost-dispute-decide");
  await dialog.getByRole("button", { name: "Give up ₹5,999" }).click();
  await expect(page.getByText("The fee is given up.")).toBeVisible();
  await expect(task).toBeHidden();
  await openPayment(page, mobileNumber);
  const panel = page.getByRole("complementary", { name: "Payment" });
  await expect(panel.getByText("The fee is given up")).toBeVisible();
  await expect(panel.getByText(/Credit note CN/).first()).toBeVisible();
  expect(await send("/api/purchased/", {})).toMatchObject([{ status: "Refunded" }]);
});

test("on a phone the payments are rows, and one opens as a page", async ({ page }) => {
  const { token, mobileNumber } = await newLearner(page.request);
  await buyCourse(page.request, { token, courseId: "sql" });
  await page.setViewportSize({ width: 360, height: 740 });
  await enterAs(page, "owner");
  await page.goto(`/staff/payments?words=${mobileNumber}`);
  await expect(page.getByRole("table").getByRole("link")).toHaveCount(1);
  expect((await axe(page).analyze()).violations).toEqual([]);
  await openPayment(page, mobileNumber);
  await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();
  expect((await axe(page).analyze()).violations).toEqual([]);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(360);
});
