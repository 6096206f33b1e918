import type { Operation } from "./history.ts";
import type { Query } from "./postgres.ts";

/** Who paid has the course once, with one invoice; invoices are numbered without gaps; nothing needs a decision. */
export async function auditMoney(query: Query, operations: Operation[]): Promise<string[]> {
  const faults: string[] = [];
  const orders = await query<{ order_id: string; state: string | null; purchases: number; invoices: number }>(
    `select paid.order_id, payment_order.state, count(distinct purchase.id)::int as purchases, count(invoice.id)::int as invoices
     from (select distinct order_id from gateway_record where kind = 'payment' and data ->> 'status' = 'captured') paid
     left join payment_order on provider_order_id = paid.order_id
     left join purchase on purchase.order_id = payment_order.id
     left join invoice on invoice.purchase_id = purchase.id
     group by paid.order_id, payment_order.state`,
  );
  for (const { order_id, state, purchases, invoices } of orders)
    if (state !== "spent" || purchases !== 1 || invoices !== 1)
      faults.push(`order ${order_id} is paid, is ${state}, and has ${purchases} purchases and ${invoices} invoices`);
  const paid = new Set(orders.map(({ order_id }) => order_id));
  for (const { kind, key, outcome } of operations)
    if (kind === "payment" && outcome === "acknowledged" && !paid.has(key)) faults.push(`payment of ${key} is lost`);
  const unpaid = await query<{ id: string }>(
    `select purchase.id from purchase join payment_order on payment_order.id = purchase.order_id
     where provider_order_id not in (select order_id from gateway_record where kind = 'payment' and data ->> 'status' = 'captured')`,
  );
  for (const { id } of unpaid) faults.push(`purchase ${id} was never paid`);
  const years = await query<{ year: string; count: number; first: number; last: number; counter: number }>(
    `select invoice.financial_year as year, count(*)::int as count, min(serial)::int as first, max(serial)::int as last,
       max(invoice_counter.last)::int as counter
     from invoice join invoice_counter using (financial_year) group by 1`,
  );
  for (const { year, count, first, last, counter } of years)
    if (first !== 1 || last !== count || counter !== last)
      faults.push(`invoices of ${year}: ${count} from ${first} to ${last}, and the counter is at ${counter}`);
  const [flags] = await query<{ count: number }>("select count(*)::int as count from payment_flag");
  if (flags?.count) faults.push(`${flags.count} payments are flagged`);
  return faults;
}
