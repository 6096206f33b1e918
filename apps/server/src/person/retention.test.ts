import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { invoice } from "../db/tables/enrolment.ts";
import { contactEnquiry } from "../db/tables/lead.ts";
import { paymentOrder } from "../db/tables/payment.ts";
import { retentionRules } from "../house.ts";
import { rowsPerStep } from "../steps.ts";
import { failingAt } from "../test/flaky.ts";
import { testDay } from "../test/global-setup.ts";
import { testInstitute } from "../test/institute.ts";
import { countJobs } from "../test/owner.ts";
import { eraseOverdue, readRetention } from "./retention.ts";

const institute = await testInstitute();
const { db, deps } = institute;
const many = 4 * rowsPerStep;
const periods = await readRetention(db);
const decadesLater = new Date(testDay.getTime() + 30 * 365 * 86_400_000);
const erase = (rules = retentionRules) => eraseOverdue(db, { rules, periods, now: decadesLater });

const namedInvoices = () => db.$count(invoice, sql`content -> 'buyer' ->> 'name' <> ''`);
const namedOrders = () => db.$count(paymentOrder, sql`details ? 'email'`);

test("invoices lose their buyers step by step: a failure keeps what is done, and the next run does the rest", async () => {
  await db.execute(sql`
    insert into invoice (number, financial_year, serial, content, issued_at)
    select 'X' || n, '1990', n, '{"buyer": {"name": "Asha", "state": "Kerala"}}', ${testDay.toISOString()}::timestamptz
    from generate_series(1, ${many}::int) n`);
  const failing = failingAt(deps, 3).db;
  await expect(eraseOverdue(failing, { rules: retentionRules, periods, now: decadesLater })).rejects.toThrow("lost");
  expect(await namedInvoices()).toBe(2 * rowsPerStep);
  await erase();
  expect(await namedInvoices()).toBe(0);
  expect(await countJobs(institute, "invoice.remove-file")).toBe(many);
  expect(await db.$count(invoice, sql`content -> 'buyer' ->> 'state' = 'Kerala'`)).toBe(many);
});

test("orders lose their buyers in steps, also where paid ones lie between the unpaid", async () => {
  await db.execute(sql`
    insert into payment_order (provider_order_id, amount_in_paise, currency, state, details, created_at)
    select 'order_' || n, 100, 'INR', case when n % 2 = 0 then 'paid' else 'created' end, '{"email": "asha@example.com", "x": "1"}',
      ${testDay.toISOString()}::timestamptz + n % 7 * interval '1 second'
    from generate_series(1, ${many}::int) n`);
  const unpaidOnly = { ...periods, invoices: 12 * 100 };
  await eraseOverdue(db, { rules: retentionRules, periods: unpaidOnly, now: decadesLater });
  expect(await namedOrders()).toBe(many / 2);
  expect(await db.$count(paymentOrder, sql`details ? 'email' and state = 'created'`)).toBe(0);
  await Promise.all([erase(), erase()]);
  expect(await namedOrders()).toBe(0);
});

test("a kind of data that cannot be erased does not keep the others, and the job fails", async () => {
  await db.execute(sql`
    insert into contact_enquiry (enquiry_for, full_name, mobile_number, email, query, sent_at)
    select 'x', 'Asha', '9876543210', 'asha@example.com', 'x', ${testDay.toISOString()}::timestamptz
    from generate_series(1, ${2 * rowsPerStep}::int)`);
  const broken = { period: "enquiries" as const, erase: () => Promise.reject(new Error("No rights.")) };
  await expect(erase([broken, ...retentionRules])).rejects.toThrow("No rights.");
  expect(await db.$count(contactEnquiry)).toBe(0);
});
