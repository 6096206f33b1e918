import { nextRefundState } from "@shoreline/domain/refund";
import { eq } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import { refund } from "../../db/tables/refund.ts";
import { type ProviderRefund, RefundRefused } from "../../ports.ts";
import { tellStaff } from "./finish.ts";
import { lockRefund, type RefundRow, updateRefund } from "./queries.ts";
import { applyRefund } from "./report.ts";

/**
 * Has the provider give the money back. If an earlier answer was lost, the provider has the refund already: so we look there first,
 * and the provider knows our id too. A second call gives nothing twice.
 */
export async function sendToProvider(deps: Deps, refundId: string): Promise<void> {
  const [row] = await deps.db.select().from(refund).where(eq(refund.id, refundId));
  if (row?.state !== "approved" || row.way !== "source") return;
  let seen: ProviderRefund;
  try {
    seen = (await findAtProvider(deps, row)) ?? (await createAtProvider(deps, row));
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error;
    return markRefused(deps, row.id, error.message);
  }
  await applyRefund(deps, seen);
}

async function findAtProvider(
  { payments }: Deps,
  { id, providerPaymentId }: RefundRow,
): Promise<ProviderRefund | null> {
  const made = await payments.refundsOf(providerPaymentId);
  return made.find(({ refundId }) => refundId === id) ?? null;
}

function createAtProvider({ payments }: Deps, { id, providerPaymentId, amountInPaise }: RefundRow) {
  return payments.refund({ paymentId: providerPaymentId, amount: amountInPaise, refundId: id });
}

/** Staff decide again. */
async function markRefused({ db, sellers }: Deps, id: string, failure: string): Promise<void> {
  await db.transaction(async (tx) => {
    const held = await lockRefund(tx, id);
    if (!held || nextRefundState(held.refund.state, "fail") !== "failed") return;
    const failed = await updateRefund(tx, { id, state: "failed", failure, nextCheckAt: null });
    await tellStaff(tx, { refund: failed, order: held.order, sellers, news: "failed" });
  });
}
