import type { SettlementMonth } from "@shoreline/contract";
import { boundsOf } from "@shoreline/domain/books";
import { sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import type { Bounds } from "./documents.ts";

const mostSettlements = 500;
const mostDifferences = 100;

/** A settlement takes a few days: what was paid since then is not missing yet. */
const settledAfterMs = 7 * 86_400_000;

/** What the bank got in a month, and whether it is what we sold. */
export async function readSettlements({ db, clock }: StaffCtx, { month }: { month: string }): Promise<SettlementMonth> {
  const bounds = boundsOf(month);
  const late = new Date(clock.now().getTime() - settledAfterMs);
  const [settlements, differences, days] = await Promise.all([
    listSettlements(db, bounds),
    listDifferences(db, { ...bounds, late }),
    listDays(db, bounds),
  ]);
  const isMore = differences.length > mostDifferences;
  return { month, settlements, days, differences: differences.slice(0, mostDifferences), isMore };
}

const within = (column: ReturnType<typeof sql>, { begins, ends }: Bounds) =>
  sql`${column} >= ${begins.toISOString()}::timestamptz and ${column} < ${ends.toISOString()}::timestamptz`;

/** The lines of the settlements of a month, with what we know of each: null when we do not. */
const lines = (bounds: Bounds) => sql`
  select l.provider_settlement_id, l.entity_id, l.kind, s.settled_at,
    (case when l.kind = 'payment' then l.credit_in_paise::bigint + l.fee_in_paise
      when l.kind = 'refund' then l.debit_in_paise::bigint - l.fee_in_paise
      when r.id is not null then l.debit_in_paise::bigint - l.credit_in_paise
      else l.credit_in_paise::bigint - l.debit_in_paise end)::float8 as theirs,
    (case l.kind when 'payment' then p.amount_in_paise else r.amount_in_paise end)::float8 as ours,
    case l.kind when 'payment' then p.order_id else r.order_id end as order_id,
    exists (select from settlement_line other where other.entity_id = l.entity_id and other.kind = l.kind
      and other.provider_settlement_id <> l.provider_settlement_id) as is_twice
  from settlement s join settlement_line l using (provider_settlement_id)
  left join payment p on l.kind = 'payment' and p.provider_payment_id = l.entity_id and p.captured_at is not null
  -- A dispute that was given up is a refund under the dispute's id, and a correction in the settlement.
  left join refund r on l.kind <> 'payment' and r.provider_refund_id = l.entity_id
  where ${within(sql`s.settled_at`, bounds)}`;

async function listSettlements(db: Db, bounds: Bounds): Promise<SettlementMonth["settlements"]> {
  const { rows } = await db.execute<SettlementMonth["settlements"][number]>(sql`
    select s.provider_settlement_id as "settlementId", s.utr, s.settled_at as "settledAt", s.amount_in_paise::float8 as "amountInPaise",
      s.fee_in_paise::float8 as "feeInPaise", s.fee_tax_in_paise::float8 as "feeTaxInPaise", count(*)::int as lines,
      count(*) filter (where l.ours is distinct from l.theirs or l.is_twice)::int as unmatched
    from (${lines(bounds)}) l join settlement s using (provider_settlement_id)
    group by s.provider_settlement_id order by s.settled_at desc, s.provider_settlement_id limit ${mostSettlements}`);
  return rows.map((row) => ({ ...row, settledAt: new Date(row.settledAt).toISOString() }));
}

const indianDay = (column: ReturnType<typeof sql>) => sql`((${column} at time zone 'Asia/Kolkata')::date)::text`;

/** One row, also for what is in no settlement, or in two by mistake. */
const settledOf = (id: ReturnType<typeof sql>, kind: "payment" | "refund") => sql`
  select coalesce(sum(fee_in_paise), 0) as fee, coalesce(sum(credit_in_paise::bigint - debit_in_paise), 0) as bank
  from settlement_line where entity_id = ${id} and (kind = 'payment') = ${kind === "payment"}`;

/** By the day on which people paid or got money back: what the provider kept of it, and what the bank has. */
async function listDays(db: Db, bounds: Bounds): Promise<SettlementMonth["days"]> {
  const { rows } = await db.execute<SettlementMonth["days"][number]>(sql`
    select day, sum(paid)::float8 as "paidInPaise", sum(back)::float8 as "refundedInPaise", sum(fee)::float8 as "feeInPaise",
      sum(bank)::float8 as "bankInPaise", (sum(paid) - sum(back) - sum(fee) - sum(bank))::float8 as "openInPaise"
    from (
      select ${indianDay(sql`p.captured_at`)} as day, p.amount_in_paise as paid, 0 as back,
        l.fee, l.bank
      from payment p
      join payment_order o on o.id = p.order_id and o.channel <> 'desk'
      cross join lateral (${settledOf(sql`p.provider_payment_id`, "payment")}) l
      where ${within(sql`p.captured_at`, bounds)}
      union all
      select ${indianDay(sql`r.done_at`)}, 0, r.amount_in_paise, l.fee, l.bank
      from refund r
      cross join lateral (${settledOf(sql`r.provider_refund_id`, "refund")}) l
      where r.state = 'done' and r.way = 'source' and ${within(sql`r.done_at`, bounds)}
    ) money group by 1 order by 1`);
  return rows;
}

/** What does not match: money that never came, came and is not known here, has another amount, or came twice. */
async function listDifferences(
  db: Db,
  { late, ...bounds }: Bounds & { late: Date },
): Promise<SettlementMonth["differences"]> {
  const { rows } = await db.execute<SettlementMonth["differences"][number]>(sql`
    select * from (
      select 'not settled' as kind, p.provider_payment_id as "entityId", p.order_id as "orderId", p.captured_at as at,
        p.amount_in_paise as "ourInPaise", 0 as "theirInPaise"
      from payment p join payment_order o on o.id = p.order_id and o.channel <> 'desk'
      where ${within(sql`p.captured_at`, bounds)} and p.captured_at < ${late.toISOString()}::timestamptz
        and not exists (select 1 from settlement_line l where l.entity_id = p.provider_payment_id and l.kind = 'payment')
      union all
      select case when l.kind = 'adjustment' and l.ours is null then 'correction' when l.ours is null then 'unknown ' || l.kind
          when l.ours = l.theirs then 'settled twice' else 'another amount' end,
        l.entity_id, l.order_id, l.settled_at, coalesce(l.ours, 0), l.theirs
      from (${lines(bounds)}) l
      where l.ours is distinct from l.theirs or l.is_twice
    ) found order by at desc, "entityId" limit ${mostDifferences + 1}`);
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}
