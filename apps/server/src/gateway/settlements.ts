import { and, asc, gte, inArray, lt, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../db/connect.ts";
import { gatewayRecord } from "../db/tables/gateway.ts";
import { parseAs } from "./orders.ts";
import type { Payment, Refund } from "./records.ts";

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

/** Everything that was paid out in a month, as the provider reports it: payments, and refunds that were taken off. */
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
        inArray(gatewayRecord.kind, ["payment", "refund"]),
        gte(gatewayRecord.at, new Date(paidFrom)),
        lt(gatewayRecord.at, new Date(latest)),
        sql`(${gatewayRecord.data} ->> 'captured' = 'true' or ${gatewayRecord.data} ->> 'status' = 'processed')`,
      ),
    )
    .orderBy(asc(gatewayRecord.at), asc(gatewayRecord.id))
    .offset(skip)
    .limit(count);
  const items = rows.map(({ data }) => reconOf(data as Payment | Refund));
  return { entity: "collection", count: items.length, items };
}

/** Payments from before this moment have been paid out. */
function lastSettledDay(now: Date): number {
  const inIndia = now.getTime() + indianTimeMs - hourOfDay * 3_600_000;
  return (Math.floor(inIndia / dayMs) - settledAfterDays + 1) * dayMs - indianTimeMs;
}

function reconOf(entity: Payment | Refund) {
  const paidDay = Math.floor((entity.created_at * 1000 + indianTimeMs) / dayMs);
  const settledAt = (paidDay + settledAfterDays) * dayMs - indianTimeMs + hourOfDay * 3_600_000;
  return {
    ...{ entity_id: entity.id, type: entity.entity, amount: entity.amount, currency: entity.currency },
    ...(entity.entity === "payment" ? paymentAmounts(entity) : refundAmounts(entity)),
    ...{ on_hold: false, settled: true, created_at: entity.created_at, settled_at: settledAt / 1000 },
    ...{ settlement_id: `setl_${paidDay}Local`, settlement_utr: `UTR${paidDay}` },
  };
}

function paymentAmounts({ amount, order_id, method, ...payment }: Payment) {
  const fee = Number(payment.fee ?? 0);
  return { ...{ debit: 0, credit: amount - fee, fee, tax: Number(payment.tax ?? 0) }, ...{ order_id, method } };
}

/** The provider gives no fee back, and takes none for a refund at normal speed. */
function refundAmounts({ amount, payment_id }: Refund) {
  return { debit: amount, credit: 0, fee: 0, tax: 0, payment_id };
}
