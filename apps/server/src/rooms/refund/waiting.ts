import type { Waiting } from "@shoreline/contract";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { isCurrentPurchase } from "../../db/current-purchase.ts";
import { course } from "../../db/tables/course.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { refund } from "../../db/tables/refund.ts";
import { cashDrawer } from "../../db/tables/sale.ts";
import { drawerDay } from "../sale/drawer.ts";
import { isAllCredited } from "./queries.ts";
import { listDisputes, listFlags, listRefunds } from "./shapes.ts";

/** Each list is the beginning of a short index. */
export async function readWaiting({ db, clock }: Pick<StaffCtx, "db" | "clock">): Promise<Waiting> {
  const today = await drawerDay(db, clock.now());
  return {
    flags: await listFlags(db, sql`not payment_flag.is_settled`),
    refunds: await listRefunds(db, sql`refund.state in ('asked', 'approved', 'sent', 'failed')`),
    ended: await listEnded(db),
    disputes: await listDisputes(db, sql`dispute.state in ('open', 'under review')`),
    lost: await listDisputes(db, sql`dispute.state = 'lost' and dispute.decision is null`),
    drawers: await db
      .select({ drawerId: cashDrawer.id, desk: cashDrawer.desk })
      .from(cashDrawer)
      .where(and(isNull(cashDrawer.closedAt), eq(cashDrawer.day, today)))
      .orderBy(asc(cashDrawer.desk)),
  };
}

/** Somebody gave all of the money back elsewhere, and nobody has said yet whether the course goes with it. */
async function listEnded(db: StaffCtx["db"]): Promise<Waiting["ended"]> {
  const rows = await db
    .selectDistinctOn([purchase.id], { refundId: refund.id, purchaseId: purchase.id, course: course.name })
    .from(refund)
    .innerJoin(purchase, eq(purchase.id, refund.purchaseId))
    .innerJoin(course, eq(course.id, purchase.courseId))
    .where(
      and(
        // As the index `refund_elsewhere` says it.
        ...[isNull(refund.attemptId), isNull(refund.approvedBy), sql`refund.state = 'done'`],
        ...[isCurrentPurchase, isAllCredited(purchase.id)],
      ),
    )
    .limit(100);
  if (rows.length === 0) return [];
  const ids = rows.map(({ refundId }) => refundId);
  const refunds = await listRefunds(db, inArray(refund.id, ids));
  return refunds.flatMap((one) => {
    const row = rows.find(({ refundId }) => refundId === one.refundId);
    return row ? [{ ...one, course: row.course, purchaseId: row.purchaseId }] : [];
  });
}
