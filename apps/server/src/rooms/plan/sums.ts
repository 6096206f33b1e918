import { and, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { isCurrentPurchase } from "../../db/current-purchase.ts";
import { due, sale } from "../../db/tables/due.ts";
import { defineJob } from "../../jobs/job.ts";
import { inSteps, rowsPerStep } from "../../steps.ts";

export const keepDueSums = defineJob("plan.keep-sums", {});

/**
 * Nothing of a sale that waits or was withdrawn, nor of a course that went back, nor of a deleted account. When another column decides
 * as well, the triggers must name it (migration 0042).
 */
export const isOutstanding = and(
  eq(due.state, "open"),
  inArray(sale.state, ["open", "bought"]),
  isNotNull(sale.learnerId),
  or(isNull(sale.purchaseId), isCurrentPurchase),
);

const outstandingOfChanged = sql`select due.id as due_id, due.sale_id, due.due_on, due.amount_in_paise
  from due join sale on sale.id = due.sale_id left join purchase on purchase.id = sale.purchase_id
  where ${isOutstanding} and due.sale_id in (select sale_id from changed)`;

/** What is outstanding by day: the sums, with what has changed since they were made. One statement: between two a job might add it up. */
export async function sumByDay(db: Db) {
  const { rows } = await db.execute<{ dueOn: string; count: number; amountInPaise: string }>(sql`
    with changed as materialized (select distinct sale_id from due_change),
    parts as (
      select due_on, dues, amount_in_paise from due_sum
      union all
      select due_on, -1, -amount_in_paise from due_owed where sale_id in (select sale_id from changed)
      union all
      select due_on, 1, amount_in_paise from (${outstandingOfChanged}) outstanding
    )
    select due_on::text as "dueOn", sum(dues)::int as count, sum(amount_in_paise) as "amountInPaise" from parts
    group by due_on having sum(dues) <> 0`);
  return rows.map((row) => ({ ...row, amountInPaise: Number(row.amountInPaise) }));
}

/** Only this job writes sums, one at a time: nobody who pays waits for another. */
export async function updateDueSums({ db }: Pick<Deps, "db">): Promise<void> {
  await inSteps(() => db.transaction(addChanges));
}

/** What changes at this moment is not seen here, and is still among the changes afterwards. */
async function addChanges(tx: Db) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('sums of dues', 0))`);
  const { rows } = await tx.execute(sql`
    with taken as (
      delete from due_change where id in (select id from due_change order by id limit ${rowsPerStep}) returning id, sale_id
    ), changed as (select distinct sale_id from taken),
    before as (select due_on, amount_in_paise from due_owed where sale_id in (select sale_id from changed)),
    now as (${outstandingOfChanged}),
    gone as (delete from due_owed where sale_id in (select sale_id from changed) and due_id not in (select due_id from now)),
    kept as (
      insert into due_owed (due_id, sale_id, due_on, amount_in_paise) select due_id, sale_id, due_on, amount_in_paise from now
      on conflict (due_id) do update set due_on = excluded.due_on, amount_in_paise = excluded.amount_in_paise
    ), summed as (
      insert into due_sum (due_on, dues, amount_in_paise)
      select due_on, sum(dues), sum(amount) from (
        select due_on, -1, -amount_in_paise from before union all select due_on, 1, amount_in_paise from now) parts (due_on, dues, amount)
      group by due_on
      on conflict (due_on) do update set dues = due_sum.dues + excluded.dues, amount_in_paise = due_sum.amount_in_paise + excluded.amount_in_paise
    )
    select id from taken`);
  await tx.execute(sql`delete from due_sum where dues = 0`);
  return rows;
}
