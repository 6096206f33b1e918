import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../db/connect.ts";
import { gatewayRecord } from "../db/tables/gateway.ts";
import { parseAs } from "./orders.ts";
import type { Payment } from "./records.ts";

const dayMs = 86_400_000;
const indianTimeMs = 5.5 * 3_600_000;
/** What people pay on one day is in the bank two days later, at nine in the morning in India. */
const settledAfterDays = 2;
const hourOfDay = 9;

const reconForm = z.object({
  year: z.coerce.number().int().min(2000).max(2100),
  month: z.coerce.number().int().min(1).max(12),
  count: z.coerce.number().int().min(1).max(1000).default(10),
  skip: z.coerce.number().int().min(0).default(0),
});

/** Everything that was paid out in a month, as the provider reports it. */
export async function listRecon(db: Db, query: Record<string, string>, now: Date) {
  const { year, month, count, skip } = parseAs(reconForm, query);
  const paidFrom = Date.UTC(year, month - 1, 1) - indianTimeMs - settledAfterDays * dayMs;
  const paidUntil = Date.UTC(year, month, 1) - indianTimeMs - settledAfterDays * dayMs;
  const latest = Math.min(paidUntil, lastSettledDay(now));
  const rows = await db
    .select({ data: gatewayRecord.data })
    .from(gatewayRecord)
    .where(
      and(
        eq(gatewayRecord.kind, "payment"),
        gte(gatewayRecord.at, new Date(paidFrom)),
        lt(gatewayRecord.at, new Date(latest)),
        sql`${gatewayRecord.data} ->> 'captured' = 'true'`,
      ),
    )
    .orderBy(asc(gatewayRecord.at), asc(gatewayRecord.id))
    .offset(skip)
    .limit(count);
  const items = rows.map(({ data }) => reconOf(data as Payment));
  return { entity: "collection", count: items.length, items };
}

/** Payments from before this moment have been paid out. */
function lastSettledDay(now: Date): number {
  const inIndia = now.getTime() + indianTimeMs - hourOfDay * 3_600_000;
  return (Math.floor(inIndia / dayMs) - settledAfterDays + 1) * dayMs - indianTimeMs;
}

function reconOf(payment: Payment) {
  const paidDay = Math.floor((payment.created_at * 1000 + indianTimeMs) / dayMs);
  const settledAt = (paidDay + settledAfterDays) * dayMs - indianTimeMs + hourOfDay * 3_600_000;
  const fee = Number(payment.fee ?? 0);
  return {
    ...{ entity_id: payment.id, type: "payment", debit: 0, credit: payment.amount - fee, amount: payment.amount },
    ...{ currency: payment.currency, fee, tax: Number(payment.tax ?? 0), on_hold: false, settled: true },
    ...{ created_at: payment.created_at, settled_at: settledAt / 1000, settlement_id: `setl_${paidDay}Local` },
    ...{ settlement_utr: `UTR${paidDay}`, order_id: payment.order_id, method: payment.method },
  };
}
