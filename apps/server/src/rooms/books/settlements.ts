import { Refusal } from "@shoreline/contract";
import { sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { settlement, settlementLine } from "../../db/tables/refund.ts";
import type { SettlementLine } from "../../ports.ts";
import { recordChange } from "../staff/audit.ts";
import { readSettlementFile, settlementLineKey } from "./settlement-file.ts";

const linesAtOnce = 500;

/** All lines of a file, or none if one of them is wrong. The same file again changes nothing. */
export async function importSettlements(ctx: StaffCtx, { text, fileName }: { text: string; fileName: string }) {
  const { lines, faults } = readSettlementFile(text);
  if (faults.length > 0) return { faults, settlements: 0, lines: 0, changed: 0 };
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

async function store(ctx: StaffCtx, given: SettlementLine[], source: Record<string, string>) {
  // A line that stands twice in a report is one.
  const lines = [...new Map(given.map((line) => [settlementLineKey(line), line])).values()];
  const bySettlement = Map.groupBy(lines, ({ settlementId }) => settlementId);
  return ctx.db.transaction(async (tx) => {
    await storeSettlements(tx, bySettlement, ctx.clock.now());
    const changed = await storeLines(tx, lines);
    const counts = { settlements: bySettlement.size, lines: lines.length, changed };
    await recordChange(tx, ctx, {
      ...{ action: "Imported settlements", kind: "payment", thingId: "settlements", thing: "Settlements" },
      after: { ...source, ...counts },
    });
    return counts;
  });
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

/** Returns how many lines were not known, or were different. */
async function storeLines(tx: Db, lines: SettlementLine[]): Promise<number> {
  let changed = 0;
  const rows = lines.map(({ settlementId, utr: _, settledAt: __, ...line }) => ({
    ...{ providerSettlementId: settlementId, ...line },
  }));
  for (let from = 0; from < rows.length; from += linesAtOnce) {
    const step = rows.slice(from, from + linesAtOnce);
    const { rowCount } = await tx
      .insert(settlementLine)
      .values(step)
      .onConflictDoUpdate({
        target: [settlementLine.providerSettlementId, settlementLine.entityId],
        set: {
          ...{ kind: sql`excluded.kind`, creditInPaise: sql`excluded.credit_in_paise` },
          ...{ debitInPaise: sql`excluded.debit_in_paise`, feeInPaise: sql`excluded.fee_in_paise` },
          feeTaxInPaise: sql`excluded.fee_tax_in_paise`,
        },
        setWhere: sql`(settlement_line.kind, settlement_line.credit_in_paise, settlement_line.debit_in_paise,
          settlement_line.fee_in_paise, settlement_line.fee_tax_in_paise) is distinct from (excluded.kind,
          excluded.credit_in_paise, excluded.debit_in_paise, excluded.fee_in_paise, excluded.fee_tax_in_paise)`,
      });
    changed += rowCount ?? 0;
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
  return changed;
}
