import { axe } from "./axe.ts";
import { query } from "./database.ts";
import { buyCourse, newLearner } from "./learner.ts";
import { enterAs } from "./staff.ts";
import { expect, test } from "./test.ts";

const heading = "entity_id,type,debit,credit,amount,currency,fee,tax,settled_at,settlement_id,settlement_utr\n";

const fileOf = (text: string) => ({ name: "recon.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

test("the accountant imports a settlement report, and sees what the bank got and what does not match", async ({
  page,
}) => {
  const { token, mobileNumber } = await newLearner(page.request);
  await buyCourse(page.request, { token, courseId: "sql", batchTime: "1-2", batchType: "week-days" });
  // Other journeys sell too: in a month of its own this payment is the only one.
  const [paid] = await query(
    `update payment set captured_at = '2021-05-10T06:00:00Z' from payment_order o join learner l on l.id = o.learner_id
     where o.id = payment.order_id and l.mobile_number = $1 returning provider_payment_id as id`,
    [mobileNumber],
  );
  const paymentId = String(paid?.id);
  await enterAs(page, "accountant");
  await page.goto("/staff/books?month=2021-05");
  await page.getByRole("navigation", { name: "Books" }).getByRole("link", { name: "Settlements" }).click();
  await expect(page).toHaveURL("/staff/books/settlements?month=2021-05");
  await expect(page.getByRole("row", { name: /In no settlement after seven days/ })).toContainText(paymentId);

  await page.getByRole("button", { name: "Fetch from the provider" }).click();
  await expect(page.getByText("The provider has settled nothing in this month yet.")).toBeVisible();

  const input = page.getByLabel("Settlement report as CSV");
  const line = `${paymentId},payment,0,5857.42,5999.00,INR,141.58,21.60,12/05/2021 09:00:00,setl_e2e${paymentId.slice(-8)},UTRE2E\n`;
  await input.setInputFiles(fileOf(`${heading}${line.replace("12/05/2021", "31/02/2021")}`));
  await expect(page.getByRole("alert").filter({ hasText: "nothing was imported" })).toContainText(
    "Line 2: settled_at is not a date.",
  );
  await expect(page.getByText("The provider's report of this month is not here yet.")).toBeVisible();

  await input.setInputFiles(fileOf(`${heading}${line}${line}`));
  await expect(page.getByText("Imported 1 line of 1 settlement.")).toBeVisible();
  await expect(page.getByText("nothing was imported")).toBeHidden();
  const settled = page.getByRole("row", { name: /UTRE2E/ });
  await expect(settled).toContainText("1 line, all match");
  await expect(settled).toContainText("₹5,857.42");
  await expect(page.getByText("Everything that was settled matches our payments and refunds.")).toBeVisible();
  await expect(page.getByRole("row", { name: /^10 May 2021/ })).toContainText("₹0.00");
  await expect(page.getByText("The bank has everything")).toBeVisible();
  await input.setInputFiles(fileOf(`${heading}${line}`));
  await expect(page.getByText("Nothing new: all of this was imported before.")).toBeVisible();
  expect((await axe(page).analyze()).violations).toEqual([]);

  const strange = line.replace("5857.42", "5000.00");
  await input.setInputFiles(fileOf(`${heading}${strange}`));
  const difference = page.getByRole("row", { name: /Another amount/ });
  await expect(difference).toContainText("₹5,141.58");
  for (const width of [320, 360, 1280]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const shots = process.env.SHOTS;
    if (shots) await page.screenshot({ path: `${shots}/settlements-${width}.png`, fullPage: true });
  }
  await difference.getByRole("link", { name: paymentId }).click();
  await expect(page.getByRole("complementary", { name: "Payment" })).toContainText("The bank got ₹5,000");
});
