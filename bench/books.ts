// The books of one month, alone and among a million orders: they are read from an index, so both take about the same time.
import type { Pool } from "pg";
import type { Db } from "../apps/server/src/db/connect.ts";
import { listDocuments } from "../apps/server/src/rooms/books/documents.ts";
import { readMonth } from "../apps/server/src/rooms/books/month.ts";
import { stopAll } from "./product.mjs";
import { withDatabase } from "./query.ts";

const months = 24;
const perMonth = 41_667;
const rounds = 7;
const month = "2026-11";
const bounds = { begins: new Date("2026-10-31T18:30:00Z"), ends: new Date("2026-11-30T18:30:00Z") };

/** Invoices of a month that is so many months back, and a credit note for each twentieth. */
const fill = (back: number) => [
  `insert into payment_order (provider_order_id, amount_in_paise, currency, state, created_at)
   select 'order_' || ${back} || '_' || n, 2599900, 'INR', 'spent', timestamptz '2026-11-01 00:00+05:30' - interval '${back} months' + n * interval '62 seconds'
   from generate_series(1, ${perMonth}) n`,
  `insert into invoice (number, financial_year, serial, order_id, content, issued_at)
   select 'B' || ${back} || '/' || row_number() over (order by created_at), 'year ${back}', row_number() over (order by created_at), id,
     jsonb_build_object('number', provider_order_id, 'issuedOn', created_at::date, 'totalInPaise', amount_in_paise,
       'institute', '{"name": "Sea School", "gstin": "34AAACS1234A1Z5", "state": "Puducherry", "stateCode": "34", "address": ["14 Lighthouse Street", "Puducherry 605001"], "email": "hello@example.com", "phone": "+91 90000 00000"}'::jsonb,
       'buyer', '{"name": "Kavya Raman", "email": "kavya@example.com", "mobile": "+91 9000000000", "state": "Tamil Nadu", "country": "India"}'::jsonb,
       'placeOfSupply', jsonb_build_object('code', (30 + abs(hashtext(id::text)) % 8)::text, 'name', 'A state'),
       'lines', jsonb_build_array(jsonb_build_object('description', 'Online course: Course ' || abs(hashtext(provider_order_id)) % 12, 'sac', '999293', 'quantity', 1, 'amountInPaise', 2203305)),
       'tax', '{"ratePercent": 18, "cgstInPaise": 198297, "sgstInPaise": 198298, "igstInPaise": 0}'::jsonb,
       'payment', '{"method": "UPI", "reference": "pay_x", "paidOn": "2026-11-17"}'::jsonb, 'amountInWords', 'Rupees Twenty-Five Thousand Nine Hundred Ninety-Nine Only'),
     created_at
   from payment_order where provider_order_id like 'order\\_${back}\\_%'`,
  `insert into credit_note (number, financial_year, serial, invoice_id, content, issued_at)
   select 'C' || number, financial_year, serial, id, content, issued_at from invoice where financial_year = 'year ${back}' and serial % 20 = 0`,
];

async function timesOf({ db, pool }: { db: Db; pool: Pool }): Promise<Map<string, number>> {
  await pool.query("vacuum analyze");
  const works = {
    "a month, all figures": () => readMonth(db, month),
    "a page of documents": () => listDocuments(db, bounds),
  };
  const times = new Map<string, number>();
  for (const [title, work] of Object.entries(works)) {
    const measured: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const begun = performance.now();
      await work();
      measured.push(performance.now() - begun);
    }
    times.set(title, measured.sort((a, b) => a - b)[rounds >> 1] ?? 0);
  }
  return times;
}

await withDatabase(async (opened) => {
  for (const statement of fill(0)) await opened.pool.query(statement);
  const alone = await timesOf(opened);
  for (let back = 1; back < months; back++) for (const statement of fill(back)) await opened.pool.query(statement);
  const among = await timesOf(opened);
  const all = (months * perMonth).toLocaleString("en-IN");
  console.log(`\n| books of ${perMonth} invoices | ms alone | ms among ${all} | ratio |\n| --- | ---: | ---: | ---: |`);
  for (const [title, ms] of among) {
    const before = alone.get(title) ?? 0;
    console.log(`| ${[title, before.toFixed(0), ms.toFixed(0), (ms / before).toFixed(1)].join(" | ")} |`);
  }
  const { rows } = await opened.pool.query(
    `explain (costs off) select sum(total_in_paise), sum(cgst_in_paise), sum(igst_in_paise) from invoice
     where issued_at >= $1 and issued_at < $2 group by place_code, rate_percent`,
    [bounds.begins, bounds.ends],
  );
  console.log(`\nWhat the sums are read from:\n\n${rows.map((row) => row["QUERY PLAN"]).join("\n")}`);
});
await stopAll();
