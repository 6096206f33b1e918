import { type DeskPayment, type DeskReceipt, Refusal } from "@shoreline/contract";
import { paymentMethodName } from "@shoreline/domain/payment";
import { and, desc, eq, sql } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { due, sale } from "../../db/tables/due.ts";
import { payment as paid } from "../../db/tables/payment.ts";
import { formatDay, formatMoney } from "../../format.ts";
import { findLearner } from "../account/queries.ts";
import { findOpenCharge } from "../due/charges.ts";
import { dueKind, findGoingBack, lockDue } from "../due/queries.ts";
import { settleDue, settleWaiting } from "../due/settle.ts";
import { hasCourse } from "../enrolment/owned.ts";
import { hasBought } from "../enrolment/queries.ts";
import { limitDemoMails } from "../inbox/change.ts";
import { takeAtDesk } from "../payment/desk.ts";
import { readInstitute } from "../site/queries.ts";
import { recordChange } from "../staff/audit.ts";
import { findOpenDrawer, putIntoDrawer } from "./drawer.ts";
import { findDeskSale, lockAttempt } from "./queries.ts";
import { findReceiptOf, issueReceipt } from "./receipt.ts";

type Taken = { dueId: string; payment: DeskPayment; attemptId: string };

export async function takeLater(ctx: StaffCtx, taken: Taken) {
  await settleOnline(ctx, taken.dueId);
  return ctx.db.transaction(async (tx) => {
    await lockAttempt(tx, taken.attemptId);
    const before = await findReceiptOf(tx, taken.attemptId);
    if (before && before.dueId !== taken.dueId)
      throw new Refusal("INVALID_INPUT", { fields: { attemptId: "This attempt paid another instalment" } });
    if (before && before.method !== taken.payment.method) throw new Refusal("ATTEMPT_USED");
    const receipt = before ?? (await takeDue(tx, ctx, taken));
    const held = await lockDue(tx, taken.dueId);
    const found = held && (await findDeskSale(tx, eq(sale.id, held.sale.id)));
    if (!found) throw new Refusal("UNKNOWN_DUE");
    return { sale: found, receipt };
  });
}

/** What was paid online a moment ago counts first, so that nobody pays twice. */
async function settleOnline(ctx: StaffCtx, dueId: string): Promise<void> {
  const [found] = await ctx.db
    .select({ sale })
    .from(due)
    .innerJoin(sale, eq(sale.id, due.saleId))
    .where(eq(due.id, dueId));
  if (!found?.sale.learnerId) return;
  const { learnerId, courseId, purchaseId } = found.sale;
  await settleWaiting(ctx, { learnerId, dueId });
  if (!purchaseId) await hasCourse(ctx, { learnerId, courseId });
}

/** Cheques of two banks may have the same number, and card machines count slips from the beginning. */
const hasOwnReference = (method: DeskPayment["method"]) => method === "upi" || method === "bank transfer";

/** A company pays for several learners with one transfer, so staff may go on once they have seen it. */
async function refuseUsed(tx: Db, reference: string): Promise<void> {
  const [used] = await tx
    .select()
    .from(paid)
    .where(and(sql`lower(${paid.reference}) = lower(${reference})`, sql`${paid.reference} <> ''`))
    .orderBy(desc(paid.firstSeenAt))
    .limit(1);
  if (!used) return;
  const day = formatDay(used.firstSeenAt, await readInstitute(tx));
  const text = `This reference was used on ${day} for ${formatMoney(used)}`;
  throw new Refusal("REFERENCE_USED", { fields: { "payment.isReferenceKnown": text } });
}

/**
 * Takes the payment of a due: order, purchase, invoice, receipt and cash in one transaction. Of two desks that do so at once the
 * second waits for the sale, finds the due paid, and is refused: nothing of its money is booked.
 */
export async function takeDue(tx: Db, ctx: StaffCtx, { dueId, payment, attemptId }: Taken): Promise<DeskReceipt> {
  const { staff, clock } = ctx;
  const now = clock.now();
  const { method } = payment;
  const held = await lockDue(tx, dueId);
  if (!held?.sale.learnerId) throw new Refusal("UNKNOWN_DUE");
  const { sale: agreed, due: part, dues } = held;
  if (agreed.state === "waiting") throw new Refusal("SALE_WAITS");
  if (agreed.state === "withdrawn") throw new Refusal("SALE_NOT_OPEN");
  if (part.state !== "open") throw new Refusal("DUE_SETTLED");
  if ((await findOpenCharge(tx, part.id))?.state === "sent") throw new Refusal("DUE_UNDER_WAY");
  // Somebody has asked for a refund that ends the course.
  if (await findGoingBack(tx, agreed.purchaseId)) throw new Refusal("SALE_NOT_OPEN");
  const { learnerId, courseId } = agreed;
  const who = learnerId ? await findLearner(tx, learnerId) : null;
  if (who?.email) await limitDemoMails(ctx);
  if (!agreed.purchaseId && (await hasBought(tx, { learnerId: learnerId as string, courseId })))
    throw new Refusal("LEARNER_HAS_COURSE");
  const drawer = method === "cash" ? await findOpenDrawer(tx, { desk: payment.desk, now }) : null;
  const reference = method === "cash" ? "" : payment.reference;
  if (!payment.isReferenceKnown && hasOwnReference(method)) await refuseUsed(tx, reference);
  const { order, providerPaymentId } = await takeAtDesk(tx, {
    ...{ kind: dueKind, itemId: part.id, learnerId: learnerId as string, amountInPaise: part.amountInPaise },
    ...{ details: {}, method, reference, staffId: staff.id, attemptId, now },
  });
  const settled = await settleDue(tx, order, now);
  // The course was refunded in this moment: nothing of this payment is stored.
  if (!settled) throw new Refusal("DUE_SETTLED");
  const receipt = await issueReceipt(tx, ctx, {
    sale: agreed,
    due: part,
    dues,
    providerPaymentId,
    payment,
    ...settled,
  });
  if (drawer)
    await putIntoDrawer(tx, {
      ...{ drawerId: drawer.id, amountInPaise: part.amountInPaise, providerPaymentId, staffId: staff.id, now },
      reason: `Receipt ${receipt.number}`,
    });
  await recordChange(tx, ctx, {
    ...{ action: "Took a payment", kind: "payment", thingId: agreed.id, thing: receipt.number },
    after: { amountInPaise: part.amountInPaise, method: paymentMethodName(method), reference, part: part.number },
  });
  return receipt;
}
