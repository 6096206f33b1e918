import { isDisputeNews, nextCheckAt, retryCheckAt } from "@shoreline/domain/payment";
import { nextRefundState, type RefundEvent } from "@shoreline/domain/refund";
import { and, asc, eq, inArray, lte } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { dispute, refund } from "../../db/tables/refund.ts";
import { formatDate, formatMoney } from "../../format.ts";
import type { PayloadOf } from "../../jobs/job.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import type { ProviderRefund } from "../../ports.ts";
import type { reportDispute } from "../payment/jobs.ts";
import { markFlagged } from "../payment/settle.ts";
import { readInstitute } from "../site/queries.ts";
import { finishRefund, tellStaff } from "./finish.ts";
import { sendRefund } from "./jobs.ts";
import { disputeNews } from "./mails.ts";
import { addRefund, findInvoiceOf, lockPayment, type RefundRow, updateRefund } from "./queries.ts";

const eventOf = { pending: "send", processed: "finish", failed: "fail" } as const satisfies Record<string, RefundEvent>;

/**
 * What the provider says about a refund: by webhook, as the answer to our request, or when we ask. It may come late, twice, in any
 * order, and before our own answer is stored. A refund that we do not know was made in the provider's dashboard.
 */
export async function applyRefund({ db, clock, sellers }: Deps, seen: ProviderRefund): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const held = await lockPayment(tx, seen.paymentId);
    // Webhooks for orders that are not ours end before: the report about this payment is still under way.
    if (!held) throw new Error("A refund of a payment that we have not seen yet.");
    const { order, paid } = held;
    // The report about the payment, or what it buys, is still under way: the job runs again later.
    const known = await findRefund(tx, seen);
    if (!paid.capturedAt || (!known && order.state === "paid" && order.kind !== null))
      throw new Error("A refund of a payment that is not settled yet.");
    const row = known ?? (await addElsewhere(tx, { seen, orderId: order.id, now }));
    // Nobody has said yet what this money is for: now staff decide about the rest.
    if (!known && order.state === "paid")
      await markFlagged(tx, order, { providerPaymentId: seen.paymentId, reason: "of which some went back", now });
    const state = nextRefundState(row.state, eventOf[seen.status]);
    if (state === null) {
      if (row.providerRefundId === null) await updateRefund(tx, { id: row.id, providerRefundId: seen.id });
      return;
    }
    const refund = await updateRefund(tx, {
      ...{ id: row.id, state, providerRefundId: seen.id },
      ...(state === "failed" ? { failure: "The provider or the bank refused it.", nextCheckAt: null } : {}),
    });
    if (state === "done") await finishRefund(tx, { refund, order, sellers, now });
    if (state === "failed") await tellStaff(tx, { refund, order, sellers, news: "failed" });
  });
}

/** By the provider's id; by ours while we do not have the provider's. */
async function findRefund(tx: Db, { id, refundId, paymentId }: ProviderRefund): Promise<RefundRow | null> {
  const [known] = await tx.select().from(refund).where(eq(refund.providerRefundId, id));
  if (known || !refundId) return known ?? null;
  const [ours] = await tx
    .select()
    .from(refund)
    .where(and(eq(refund.id, refundId), eq(refund.providerPaymentId, paymentId)));
  return ours?.providerRefundId === null ? ours : null;
}

type Elsewhere = { seen: ProviderRefund; orderId: string; now: Date };

async function addElsewhere(tx: Db, { seen, orderId, now }: Elsewhere): Promise<RefundRow> {
  const { paymentId: providerPaymentId, amount, id } = seen;
  const invoiced = await findInvoiceOf(tx, { orderId, providerPaymentId });
  return addRefund(tx, {
    ...{ orderId, providerPaymentId, amountInPaise: amount, providerRefundId: id, way: "source", state: "approved" },
    ...{ reason: "Made in the provider's dashboard", endsAccess: false, askedAt: now },
    ...{ purchaseId: invoiced?.purchase?.id ?? null, nextCheckAt: nextCheckAt({ checks: 0, now }) },
  });
}

const perRun = 50;

/** Asks the provider about refunds that it has not finished. The time of the next check is stored before this one. */
export async function reconcileAll(deps: Deps): Promise<void> {
  for (const row of await claimDue(deps.db, deps.clock.now())) {
    try {
      if (row.state === "approved")
        await enqueue(deps.db, sendRefund, { refundId: row.id }, { key: `refund:${row.id}` });
      else
        for (const seen of await deps.payments.refundsOf(row.providerPaymentId))
          if (seen.id === row.providerRefundId) await applyRefund(deps, seen);
    } catch (error) {
      deps.log.warn({ refundId: row.id, err: error }, "a refund could not be reconciled");
    }
  }
}

async function claimDue(db: Db, now: Date): Promise<RefundRow[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(refund)
      .where(and(lte(refund.nextCheckAt, now), inArray(refund.state, ["approved", "sent"]), eq(refund.way, "source")))
      .orderBy(asc(refund.nextCheckAt))
      .limit(perRun)
      .for("update", { skipLocked: true });
    for (const { id, checks: before } of due) {
      const checks = before + 1;
      const next = nextCheckAt({ checks, now }) ?? retryCheckAt({ checks, now });
      await tx.update(refund).set({ checks, nextCheckAt: next }).where(eq(refund.id, id));
    }
    return due;
  });
}

/** Staff answer a dispute in the provider's dashboard; here they see it, and how long they have. */
export async function applyDispute(
  { db }: Deps,
  { id, paymentId, amount, reason, status, respondBy, openedAt, at }: PayloadOf<typeof reportDispute>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const held = await lockPayment(tx, paymentId);
    if (!held) throw new Error("A dispute about a payment that we have not seen yet.");
    const changedAt = new Date(at);
    const [known] = await tx.select().from(dispute).where(eq(dispute.providerDisputeId, id));
    if (known && !isDisputeNews(known, { state: status, changedAt })) return;
    const values = {
      ...{ amountInPaise: amount, reason, state: status, changedAt },
      respondBy: respondBy === null ? null : new Date(respondBy),
    };
    await tx
      .insert(dispute)
      .values({
        ...{ providerDisputeId: id, providerPaymentId: paymentId, orderId: held.order.id },
        ...{ ...values, openedAt: new Date(openedAt) },
      })
      .onConflictDoUpdate({ target: dispute.providerDisputeId, set: values });
    const institute = await readInstitute(tx);
    const data = {
      ...{ state: status, reason, paymentId, disputeId: id },
      amount: formatMoney({ amountInPaise: amount, currency: held.paid.currency }),
      respondBy: values.respondBy && formatDate(values.respondBy, institute),
    };
    await enqueue(tx, sendMail, mailOf(disputeNews, { to: institute.email, data }));
  });
}
