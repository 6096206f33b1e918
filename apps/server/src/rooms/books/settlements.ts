import { Refusal, type SettlementMonth } from "@shoreline/contract";
import { boundsOf } from "@shoreline/domain/books";
import { sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { settlement, settlementLine } from "../../db/tables/refund.ts";
import type { SettlementLine } from "../../ports.ts";
import { recordChange } from "../staff/audit.ts";
import type { Bounds } from "./documents.ts";
import { readSettlementFile } from "./settlement-file.ts";

const linesAtOnce = 500;

/** All lines of a file, or none if one of them is wrong. The same file again changes nothing. */
export async function importSettlements(ctx: StaffCtx, { text, fileName }: { text: string; fileName: string }) {
  const { lines, faults } = readSettlementFile(text);
  if (faults.length > 0) return { faults, settlements: 0, lines: 0 };
  return { faults, ...(await store(ctx, lines, { from: "a file", fileName })) };
}

/** What the provider says about a month. */
export async function fetchSettlements(ctx: StaffCtx, { month }: { month: string }) {
  let lines: SettlementLine[];
  try {
    lines = await ctx.payments.settlementsOf(month);
  } catch (error) {
    ctx.log.error({ err: error }, "settlements could not be read");
    throw new Refusal("NO_PROVIDER");
  }
  return store(ctx, lines, { from: "the provider", month });
}

async function store(ctx: StaffCtx, lines: SettlementLine[], source: Record<string, string>) {
  const bySettlement = Map.groupBy(lines, ({ settlementId }) => settlementId);
  await ctx.db.transaction(async (tx) => {
    await storeSettlements(tx, bySettlement, ctx.clock.now());
    await storeLines(tx, lines);
    await recordChange(tx, ctx, {
      ...{ action: "Imported settlements", kind: "payment", thingId: "settlements", thing: "Settlements" },
      after: { ...source, settlements: bySettlement.size, lines: lines.length },
    });
  });
  return { settlements: bySettlement.size, lines: lines.length };
}

/** A later report may have lines of a settlement that an earlier one had not: its sums come from all lines, below. */
async function storeSettlements(tx: Db, bySettlement: Map<string, SettlementLine[]>, now: Date): Promise<void> {
  const rows = [...bySettlement].map(([providerSettlementId, [line]]) => ({
    ...{ providerSettlementId, utr: line?.utr ?? "", settledAt: line?.settledAt ?? now, importedAt: now },
    ...{ amountInPaise: 0, feeInPaise: 0, feeTaxInPaise: 0 },
  }));
  for (let from = 0; from < rows.length; from += linesAtOnce)
    await tx
      .insert(settlement)
      .values(rows.slice(from, from + linesAtOnce))
      .onConflictDoUpdate({
        target: settlement.providerSettlementId,
        set: { utr: sql`excluded.utr`, settledAt: sql`excluded.settled_at`, importedAt: sql`excluded.imported_at` },
      });
}

async function storeLines(tx: Db, lines: SettlementLine[]): Promise<void> {
  const rows = [...new Map(lines.map((line) => [`${line.settlementId} ${line.entityId}`, line])).values()].map(
    ({ settlementId, utr: _, settledAt: __, ...line }) => ({ providerSettlementId: settlementId, ...line }),
  );
  for (let from = 0; from < rows.length; from += linesAtOnce) {
    const step = rows.slice(from, from + linesAtOnce);
    await tx
      .insert(settlementLine)
      .values(step)
      .onConflictDoUpdate({
        target: [settlementLine.providerSettlementId, settlementLine.entityId],
        set: {
          ...{ kind: sql`excluded.kind`, creditInPaise: sql`excluded.credit_in_paise` },
          ...{ debitInPaise: sql`excluded.debit_in_paise`, feeInPaise: sql`excluded.fee_in_paise` },
          feeTaxInPaise: sql`excluded.fee_tax_in_paise`,
        },
      });
    const ids = sql`${`{${step.map(({ entityId }) => entityId).join()}}`}::text[]`;
    await tx.execute(sql`
      update payment set fee_in_paise = line.fee_in_paise, fee_tax_in_paise = line.fee_tax_in_paise
      from settlement_line line
      where line.entity_id = payment.provider_payment_id and line.kind = 'payment' and payment.provider_payment_id = any(${ids})`);
  }
  const settlements = sql`${`{${[...new Set(rows.map((row) => row.providerSettlementId))].join()}}`}::text[]`;
  await tx.execute(sql`
    update settlement set amount_in_paise = summed.amount, fee_in_paise = summed.fee, fee_tax_in_paise = summed.tax
    from (
      select provider_settlement_id as id, sum(credit_in_paise - debit_in_paise) as amount,
        sum(fee_in_paise) as fee, sum(fee_tax_in_paise) as tax
      from settlement_line where provider_settlement_id = any(${settlements}) group by 1
    ) summed
    where settlement.provider_settlement_id = summed.id`);
}

const mostSettlements = 500;
const mostDifferences = 100;

/** A settlement takes a few days: what was paid since then is not missing yet. */
const settledAfterMs = 7 * 86_400_000;

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

async function listSettlements(db: Db, bounds: Bounds): Promise<SettlementMonth["settlements"]> {
  const { rows } = await db.execute<SettlementMonth["settlements"][number]>(sql`
    select s.provider_settlement_id as "settlementId", s.utr, s.settled_at as "settledAt", s.amount_in_paise::float8 as "amountInPaise",
      s.fee_in_paise::float8 as "feeInPaise", s.fee_tax_in_paise::float8 as "feeTaxInPaise", count(*)::int as lines
    from settlement s join settlement_line l using (provider_settlement_id)
    where ${within(sql`s.settled_at`, bounds)}
    group by s.provider_settlement_id order by s.settled_at desc, s.provider_settlement_id limit ${mostSettlements}`);
  return rows.map((row) => ({ ...row, settledAt: new Date(row.settledAt).toISOString() }));
}

/** By the day on which people paid: what they paid online, what of it is in a settlement, and what the provider kept. */
async function listDays(db: Db, bounds: Bounds): Promise<SettlementMonth["days"]> {
  const { rows } = await db.execute<SettlementMonth["days"][number]>(sql`
    select ((p.captured_at at time zone 'Asia/Kolkata')::date)::text as day,
      sum(p.amount_in_paise)::float8 as "paidInPaise",
      coalesce(sum(l.credit_in_paise + l.fee_in_paise), 0)::float8 as "settledInPaise",
      coalesce(sum(l.fee_in_paise), 0)::float8 as "feeInPaise"
    from payment p
    join payment_order o on o.id = p.order_id and o.channel <> 'desk'
    left join settlement_line l on l.entity_id = p.provider_payment_id and l.kind = 'payment'
    where ${within(sql`p.captured_at`, bounds)}
    group by 1 order by 1`);
  return rows;
}

/** What does not match: money that never came, came and is not known here, or has another amount. */
async function listDifferences(
  db: Db,
  { late, ...bounds }: Bounds & { late: Date },
): Promise<SettlementMonth["differences"]> {
  const { rows } = await db.execute<SettlementMonth["differences"][number]>(sql`
    select * from (
      select 'not settled' as kind, p.provider_payment_id as "entityId", p.captured_at as at,
        p.amount_in_paise as "ourInPaise", 0 as "theirInPaise"
      from payment p join payment_order o on o.id = p.order_id and o.channel <> 'desk'
      where ${within(sql`p.captured_at`, bounds)} and p.captured_at < ${late.toISOString()}::timestamptz
        and not exists (select 1 from settlement_line l where l.entity_id = p.provider_payment_id and l.kind = 'payment')
      union all
      select case when p.provider_payment_id is null then 'unknown payment' else 'another amount' end,
        l.entity_id, s.settled_at, coalesce(p.amount_in_paise, 0), l.credit_in_paise + l.fee_in_paise
      from settlement s join settlement_line l using (provider_settlement_id)
      left join payment p on p.provider_payment_id = l.entity_id and p.captured_at is not null
      where ${within(sql`s.settled_at`, bounds)} and l.kind = 'payment'
        and p.amount_in_paise is distinct from l.credit_in_paise + l.fee_in_paise
      union all
      select case when r.id is null then 'unknown refund' else 'another amount' end,
        l.entity_id, s.settled_at, coalesce(r.amount_in_paise, 0), l.debit_in_paise - l.fee_in_paise
      from settlement s join settlement_line l using (provider_settlement_id)
      left join refund r on r.provider_refund_id = l.entity_id
      where ${within(sql`s.settled_at`, bounds)} and l.kind = 'refund'
        and r.amount_in_paise is distinct from l.debit_in_paise - l.fee_in_paise
      union all
      select 'correction', l.entity_id, s.settled_at, 0, l.credit_in_paise - l.debit_in_paise
      from settlement s join settlement_line l using (provider_settlement_id)
      where ${within(sql`s.settled_at`, bounds)} and l.kind = 'adjustment'
    ) found order by at desc, "entityId" limit ${mostDifferences + 1}`);
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}
