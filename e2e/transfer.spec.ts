import type { APIRequestContext, Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { query } from "./database.ts";
import { buyCourse, newLearner, signIn } from "./learner.ts";
import { chooseCourse, enterAs, openOther } from "./staff.ts";
import { expect, test } from "./test.ts";

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
      await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png` });
    }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: "light" });
};

const expectNoAxeFindings = async (page: Page) => expect((await axe(page).analyze()).violations).toEqual([]);

async function openPayment(page: Page, mobileNumber: string): Promise<void> {
  await page.goto(`/staff/payments?words=${mobileNumber}`);
  await page.getByRole("table").getByRole("link").first().click();
  await expect(page.getByRole("complementary", { name: "Payment" })).toBeVisible();
}

/** The desk sells SQL in two parts and takes the first by UPI. */
async function sellInParts(page: Page, mobileNumber: string): Promise<void> {
  const { today, batchTimes } = await (await page.request.get("/api/staff/sales/desk")).json();
  const { priceInPaise: price } = await (await page.request.get("/api/staff/courses/course?courseId=sql")).json();
  const next = new Date(Date.parse(today) + 30 * 86_400_000).toISOString().slice(0, 10);
  const answer = await page.request.post("/api/staff/sales", {
    data: {
      ...{ mobileNumber, courseId: "sql", batchTime: batchTimes[0], batchType: "week-days" },
      ...{ expectedPriceInPaise: price, attemptId: crypto.randomUUID() },
      dues: [
        { amountInPaise: 299_900, dueOn: today },
        { amountInPaise: price - 299_900, dueOn: next },
      ],
      payment: { method: "upi", reference: `6320${mobileNumber.slice(-8)}` },
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** The payment link of what is open of a course. */
async function openLink(mobileNumber: string, courseId: string): Promise<string> {
  const [row] = await query(
    `select d.link_token as token from due d join sale s on s.id = d.sale_id join learner l on l.id = s.learner_id
     join course c on c.id = s.course_id where l.mobile_number = $1 and c.course_id = $2 and d.state = 'open'
     order by d.number`,
    [mobileNumber, courseId],
  );
  return String(row?.token ?? "");
}

async function transferMail(request: APIRequestContext, token: string): Promise<string> {
  const mails = (await (await request.get("/dev/outbox.json")).json()) as { subject: string; text: string }[];
  return mails.find(({ subject, text }) => subject?.startsWith("You have moved") && text.includes(token))?.text ?? "";
}

test("a learner with a plan moves to a dearer course, and a parent pays the difference by link", async ({
  page,
  browser,
  complaints,
}) => {
  const { token, mobileNumber } = await newLearner(page.request);
  await enterAs(page, "owner");
  await sellInParts(page, mobileNumber);
  const oldLink = await openLink(mobileNumber, "sql");
  await openPayment(page, mobileNumber);
  const panel = page.getByRole("complementary", { name: "Payment" });
  await panel.getByRole("button", { name: "Transfer…" }).click();
  const dialog = page.getByRole("dialog", { name: "Transfer Kavya Raman" });
  await dialog.getByRole("radio", { name: "Another course" }).check();
  await chooseCourse(dialog, "Python");
  await expect(dialog.getByText("₹10,000", { exact: true })).toBeVisible();
  await dialog
    .getByRole("radio", { name: /left|Open/ })
    .first()
    .check();
  await dialog.getByText("2 parts").click();
  await dialog.getByLabel("Reason, for the audit log").fill("Wants to program");
  const outcome = dialog.getByRole("region", { name: "What will happen" });
  await expect(outcome).toContainText("₹3,000 that was still due for SQL is cancelled.");
  await expectNoAxeFindings(page);
  await shoot(page, "transfer");
  await dialog.getByRole("button", { name: "Transfer to Python" }).click();
  await expect(page.getByText("Kavya Raman is in Python now. ₹10,000 is still to be paid.")).toBeVisible();
  await expect(panel.getByText("Transferred to Python")).toBeVisible();
  await expect(panel.getByText("transferred", { exact: true })).toBeVisible();
  await expectNoAxeFindings(page);
  await shoot(page, "transferred");
  await panel.getByRole("link", { name: "Python" }).click();
  await expect(panel.getByText("Carried over: ₹2,999")).toBeVisible();
  await expect(panel.getByText("has the course")).toBeVisible();
  await shoot(page, "carried");

  const link = await openLink(mobileNumber, "python");
  await expect.poll(() => transferMail(page.request, link)).toContain("₹2,999 that you paid for SQL counts for Python");
  const parent = await openOther(browser);
  await parent.page.setViewportSize({ width: 360, height: 740 });
  const { origin } = new URL(page.url());
  await parent.page.goto(`${origin}/pay/${oldLink}`);
  await expect(parent.page.getByRole("button", { name: /^Pay/ })).toBeHidden();
  await parent.page.goto(`${origin}/pay/${link}`);
  await parent.page.getByRole("button", { name: "Pay ₹5,000" }).click();
  const checkout = parent.page.getByRole("dialog", { name: /Payment to/ });
  await checkout.getByRole("button", { name: /^Pay ₹/ }).click();
  await expect(parent.page.getByText(/^Paid on .*Thank you\.$/)).toBeVisible();
  expect(parent.complaints).toEqual([]);
  await parent.close();

  const learner = await openOther(browser);
  await signIn(learner.page, token);
  await learner.page.goto("/dashboard/purchasehistory");
  await expect(learner.page.getByRole("row").filter({ hasText: "SQL" }).first()).toContainText("Transferred");
  await expect(learner.page.getByRole("table").getByRole("region", { name: "Instalments of Python" })).toContainText(
    "₹7,999 paid, ₹5,000 to pay",
  );
  await shoot(learner.page, "history");
  await learner.close();
  expect(complaints).toEqual([]);
});

test("a cheaper course: what was paid too much goes back first, then the transfer works", async ({ page }) => {
  const { token, mobileNumber } = await newLearner(page.request);
  await buyCourse(page.request, { token, courseId: "python" });
  await enterAs(page, "accountant");
  await openPayment(page, mobileNumber);
  const panel = page.getByRole("complementary", { name: "Payment" });
  const dialog = page.getByRole("dialog", { name: "Transfer Kavya Raman" });
  await panel.getByRole("button", { name: "Transfer…" }).click();
  await dialog.getByRole("radio", { name: "Another course" }).check();
  await chooseCourse(dialog, "SQL");
  await expect(dialog.getByText("₹7,000 more was paid than the course costs")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Transfer to SQL" })).toBeDisabled();
  await expectNoAxeFindings(page);
  await shoot(page, "transfer-cheaper");
  await dialog.getByRole("button", { name: "Refund ₹7,000" }).click();
  const refund = page.getByRole("dialog", { name: "Refund to Kavya Raman" });
  await expect(refund.getByLabel("Amount, up to ₹12,999")).toHaveValue("7000");
  await refund.getByLabel("Reason, for the books").fill(`Moves to SQL ${mobileNumber}`);
  await refund.getByRole("button", { name: "Ask to refund ₹7,000" }).click();
  await expect(page.getByText("The refund waits for an owner's approval.")).toBeVisible();
  await panel.getByRole("button", { name: "Transfer…" }).click();
  await expect(dialog.getByText("A refund of its money is not finished.")).toBeVisible();

  await enterAs(page, "owner");
  await page.goto("/staff/payments?view=waiting");
  const task = page.getByRole("listitem").filter({ hasText: mobileNumber });
  await task.getByRole("button", { name: "Approve ₹7,000" }).click();
  const approve = page.getByRole("dialog", { name: "Approve this refund?" });
  await approve.getByRole("button", { name: /^Approve/ }).click();
  await expect(page.getByText("The refund is approved.")).toBeVisible();
  await openPayment(page, mobileNumber);
  await expect(async () => {
    await page.reload();
    await expect(panel.getByText("Refunded: ₹7,000")).toBeVisible({ timeout: 3000 });
  }).toPass();
  await panel.getByRole("button", { name: "Transfer…" }).click();
  await dialog.getByRole("radio", { name: "Another course" }).check();
  await chooseCourse(dialog, "SQL");
  await dialog
    .getByRole("radio", { name: /left|Open/ })
    .first()
    .check();
  await dialog.getByLabel("Reason, for the audit log").fill("Python was too hard");
  await dialog.getByRole("button", { name: "Transfer to SQL" }).click();
  await expect(page.getByText("Kavya Raman is in SQL now.")).toBeVisible();
});
