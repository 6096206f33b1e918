import type { TodayEntry } from "@shoreline/contract";
import { and, desc, eq, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { cutPage, inTime, isBefore } from "../../db/cursor.ts";
import { paymentFlag, paymentOrder } from "../../db/tables/payment.ts";
import { formatMoney } from "../../format.ts";
import type { Wanted } from "./page.ts";

export async function listPayments({ db }: StaffCtx, { after, size }: Wanted) {
  const byTime = inTime(sql`${paymentFlag.flaggedAt}`);
  const rows = await db
    .select({
      ...{ id: paymentFlag.id, key: byTime.key, reason: paymentFlag.reason, at: paymentFlag.flaggedAt },
      ...{ amountInPaise: paymentOrder.amountInPaise, currency: paymentOrder.currency },
    })
    .from(paymentFlag)
    .innerJoin(paymentOrder, eq(paymentOrder.id, paymentFlag.orderId))
    .where(and(sql`not ${paymentFlag.isSettled}`, after ? isBefore(byTime, paymentFlag.id, after) : undefined))
    .orderBy(desc(paymentFlag.flaggedAt), desc(paymentFlag.id))
    .limit(size + 1);
  const { page, next } = cutPage(rows, size);
  const entries = page.map(
    ({ id, reason, at, ...money }): TodayEntry => ({
      ...{ entryId: id, kind: "payment", text: `${formatMoney(money)}: ${reason}` },
      ...{ number: null, reason: null, at: at.toISOString() },
    }),
  );
  return { entries, next };
}
