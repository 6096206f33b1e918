import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { query } from "./database.ts";
import { buyCourse, newLearner } from "./learner.ts";
import { enterAs, openOther } from "./staff.ts";
import { expect, test } from "./test.ts";

async function download(page: Page, button: string) {
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const file = await coming;
  await expect(page.getByText(`The month was saved as ${file.suggestedFilename()}.`)).toBeVisible();
  return { name: file.suggestedFilename(), text: (await readFile(await file.path())).toString("latin1") };
}

type Sold = { id: string; number: string };

async function sell(page: Page): Promise<Sold> {
  const { token, mobileNumber } = await newLearner(page.request);
  await buyCourse(page.request, { token, courseId: "sql", batchTime: "1-2", batchType: "week-days" });
  const [invoice] = await query(
    "select invoice.id, number from invoice join learner on learner.id = learner_id where mobile_number = $1",
    [mobileNumber],
  );
  return invoice as Sold;
}

/** Other journeys sell too: in a month of its own an invoice is the only one. */
async function issueAt(at: string, { id }: Sold): Promise<void> {
  await query("update invoice set issued_at = $1 where id = $2", [at, id]);
}

let notes = 0;

/** A credit note for all of an invoice. */
async function takeBackAt(at: string, { id }: Sold): Promise<string> {
  const serial = Number(process.env.TEST_WORKER_INDEX ?? 0) * 100 + ++notes;
  const number = `SC/2022-23/${String(serial).padStart(5, "0")}`;
  await query(
    `insert into credit_note (number, financial_year, serial, invoice_id, content, issued_at)
     select $1, '2022-23', $2, id, content || jsonb_build_object('number', $1::text), $3 from invoice where id = $4`,
    [number, serial, at, id],
  );
  return number;
}

test("what a learner buys is in the books of the owner, with files for the accountant", async ({ page, browser }) => {
  const invoice = await sell(page);
  const { number } = invoice;
  await enterAs(page, "owner");
  await page.keyboard.press("g");
  await page.keyboard.press("b");
  await expect(page).toHaveURL("/staff/books");
  const row = page.getByRole("row").filter({ hasText: number });
  await expect(row).toContainText("Kavya Raman");
  await expect(row).toContainText("₹5,999.00");

  // The last second of June in India.
  await issueAt("2022-06-30T18:29:59Z", invoice);
  await page.goto("/staff/books?month=2022-06");
  const figures = page.getByRole("list", { name: "In short" });
  await expect(figures.getByRole("listitem").filter({ hasText: "Net" })).toContainText("₹5,999.001 document");
  await expect(page.getByText("Equals net")).toHaveCount(5);
  await page.getByText("Show daily figures").click();
  await expect(page.getByRole("row", { name: /^30 Jun 2022/ })).toContainText("₹5,999.00");
  expect((await axe(page).analyze()).violations).toEqual([]);

  const csv = await download(page, "Download CSV");
  expect(csv.name).toBe("books 2022-06.csv");
  expect(csv.text.trim().split("\r\n")).toHaveLength(2);
  expect(csv.text).toContain(`Invoice,${number},`);
  expect((await download(page, "Download GSTR-1")).text).toMatch(/^PK/);
  expect((await download(page, "Download for Tally")).text).toContain(`REMOTEID="Sales ${number}"`);

  await page.getByRole("link", { name: "Month after: July 2022" }).click();
  await expect(page.getByText("No invoice or credit note was issued in July 2022.")).toBeVisible();

  const note = await takeBackAt("2022-06-30T18:30:00Z", invoice);
  await page.reload();
  await expect(page.getByRole("row").filter({ hasText: note })).toContainText("−₹5,999.00");
  await expect(page.getByText("Equals net")).toHaveCount(5);
  expect((await download(page, "Download CSV")).text).toMatch(
    new RegExp(`Credit note,${note},.*,-5999\\.00,${number},`),
  );

  const { page: other, complaints, close } = await openOther(browser);
  await enterAs(other, "counsellor", new URL(page.url()).origin);
  await other.goto(page.url());
  await expect(other.getByRole("heading", { name: "“Books” is for the owner or accountant" })).toBeVisible();
  const refused = await other.request.get(`${new URL(page.url()).origin}/api/staff/books/2022-06`);
  expect(refused.status()).toBe(403);
  expect(complaints).toEqual([]);
  await close();
});

for (const width of [320, 360])
  test(`the tables of the books are whole in a window of ${width}`, async ({ page }) => {
    const invoice = await sell(page);
    const month = width === 320 ? "2022-09" : "2022-10";
    await issueAt(`${month}-10T06:00:00Z`, invoice);
    await takeBackAt(`${month}-12T06:00:00Z`, invoice);
    await page.setViewportSize({ width, height: 740 });
    await enterAs(page, "accountant");
    await page.goto(`/staff/books?month=${month}`);
    await page.getByText("Show daily figures").click();
    const tables = page.getByRole("main").getByRole("table");
    await expect(tables).toHaveCount(6);
    const cut = await tables.evaluateAll((all) =>
      all
        .flatMap((table) => [table.parentElement as HTMLElement, ...table.querySelectorAll<HTMLElement>("tbody *")])
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
        .map(({ textContent }) => textContent),
    );
    expect(cut).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
