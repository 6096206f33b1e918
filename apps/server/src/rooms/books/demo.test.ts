import { bookMonthOf, monthsBetween } from "@shoreline/domain/books";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { changeDemo } from "../../content/demo-command.ts";
import { learner } from "../../db/tables/account.ts";
import { invoice } from "../../db/tables/enrolment.ts";
import { payment, paymentFlag } from "../../db/tables/payment.ts";
import { creditNote, refund, settlement } from "../../db/tables/refund.ts";
import { cashDrawer, receipt } from "../../db/tables/sale.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { newLearner } from "../../test/learner.ts";
import { newStaff } from "../../test/staff.ts";
import { peopleOfPlaces } from "../seating/demo.ts";
import { demoHappenings } from "./demo-sales.ts";

const institute = await testInstitute();
const { db } = institute;
const months = monthsBetween(bookMonthOf(new Date(testDay.getTime() - 47 * 86_400_000)), bookMonthOf(testDay));

test("invented sales fill the books of the last weeks, every kind of them, and nobody is told", async () => {
  institute.mails.length = 0;
  const lines = await changeDemo(db, ["sales"], testDay);
  const sold = demoHappenings.filter(({ what }) => ["online", "desk", "next part"].includes(what));
  expect(lines).toEqual([`${sold.length} invented invoices of the last weeks are in the books. Nobody was told.`]);
  const numbers = (await db.select({ serial: invoice.serial }).from(invoice).orderBy(invoice.serial)).map(
    ({ serial }) => serial,
  );
  expect(numbers).toEqual(sold.map((_, at) => at + 1));
  expect(await db.$count(refund)).toBe(1);
  expect(await db.$count(creditNote)).toBe(1);
  expect(await db.$count(paymentFlag)).toBe(1);
  expect(await db.$count(cashDrawer, sql`closed_at is not null`)).toBe(5);
  expect(await db.$count(settlement)).toBeGreaterThan(10);
  await institute.runJobs();
  expect(institute.mails).toEqual([]);
  expect(institute.messages).toEqual([]);
});

test("every month adds up, and what was settled matches", async () => {
  const owner = await newStaff(institute, ["owner"]);
  for (const month of months) {
    const { net, days } = await owner.books.month({ month });
    expect(net.documents).toBeGreaterThan(0);
    expect(
      days.reduce((sum, { invoicesInPaise, creditNotesInPaise }) => sum + invoicesInPaise - creditNotesInPaise, 0),
    ).toBe(net.totalInPaise);
    const { differences } = await owner.books.settlements({ month });
    expect(differences).toEqual([]);
  }
  const waiting = await owner.refund.waiting({});
  expect(waiting.flags).toHaveLength(1);
});

test("a second time is refused, and so is keeping them as the institute's own", async () => {
  await expect(changeDemo(db, ["sales"], testDay)).rejects.toThrow("already");
  await expect(changeDemo(db, ["keep"])).rejects.toThrow("invented sales");
});

test("nothing of them is left after the demo, and the count of invoices begins again", async () => {
  await newLearner(institute);
  const people = new Set([...demoHappenings.map(({ name }) => name), ...peopleOfPlaces]).size;
  expect((await changeDemo(db, ["remove", "--yes"])).join("\n")).toContain(`${people}  learners\n`);
  for (const table of [invoice, creditNote, payment, refund, settlement, receipt, cashDrawer])
    expect(await db.$count(table)).toBe(0);
  expect(await db.$count(learner)).toBe(1);
  for (const counter of [sql`invoice_counter`, sql`document_counter`])
    expect((await db.execute(sql`select from ${counter}`)).rowCount).toBe(0);
});
