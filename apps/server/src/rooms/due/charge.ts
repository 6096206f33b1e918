import { chargeableFrom, isAgreed } from "@shoreline/domain/mandate";
import { nextCheckAt } from "@shoreline/domain/payment";
import { and, eq } from "drizzle-orm";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { dueNotice, sale } from "../../db/tables/due.ts";
import { purchase } from "../../db/tables/enrolment.ts";
import { mandate, mandateCharge } from "../../db/tables/mandate.ts";
import { paymentOrder } from "../../db/tables/payment.ts";
import type { PayloadOf } from "../../jobs/job.ts";
import { enqueue } from "../../jobs/queue.ts";
import { ChargeRefused } from "../../ports.ts";
import { workOnRow } from "../../steps.ts";
import { findLearner, fullName, numberOf } from "../account/queries.ts";
import { findCourseById } from "../enrolment/queries.ts";
import type { reportFailedCharge } from "../payment/jobs.ts";
import { listPaid, lockOrder, type OrderRow, updateOrder } from "../payment/queries.ts";
import { reconcileOrder } from "../payment/settle.ts";
import { readInstitute } from "../site/queries.ts";
import type { ChargeRow } from "./charges.ts";
import { sendDueNotice, type takeDue } from "./jobs.ts";
import { type MandateRow, readMandate } from "./mandate.ts";
import { dueKind, findGoingBack, lockDue, readDay } from "./queries.ts";
import { readMoneySettings } from "./settings.ts";
import { stateOfDue } from "./state.ts";

type Found = { charge: ChargeRow; mandate: MandateRow; order: OrderRow | null };

/**
 * Does the next step of an attempt: the bank is told, then the money is asked for. Without an answer of the provider the attempt
 * stays as it is, and the next run of the hour goes on. What a killed process has begun is looked up before anything is asked again.
 */
export async function advanceCharge(deps: Deps, { chargeId }: PayloadOf<typeof takeDue>): Promise<void> {
  const found = await findCharge(deps.db, eq(mandateCharge.id, chargeId));
  if (!found) return;
  const { charge, order } = found;
  await workOnRow(deps, { chargeId }, async () => {
    if (charge.state !== "planned" && charge.state !== "sent") return;
    if (!order) return announce(deps, found);
    if (charge.state === "sent" && (await hasPayment(deps, order))) return;
    if (charge.state === "planned" && !(await isTime(deps, charge))) return;
    await readMandate(deps, found.mandate);
    if (await claim(deps, found)) await ask(deps, { ...found, order });
  });
}

async function findCharge(db: Db, which: ReturnType<typeof eq>): Promise<Found | null> {
  const [found] = await db
    .select({ charge: mandateCharge, mandate, order: paymentOrder })
    .from(mandateCharge)
    .innerJoin(mandate, eq(mandate.id, mandateCharge.mandateId))
    .leftJoin(paymentOrder, eq(paymentOrder.id, mandateCharge.orderId))
    .where(which);
  return found ?? null;
}

/** Places the order, whereupon the bank tells the payer. An order whose id we never stored is paid by nobody. */
async function announce({ db, payments, clock }: Deps, { charge, mandate: agreed }: Found): Promise<void> {
  const { id, dueId, amountInPaise } = charge;
  if (!agreed.providerTokenId || agreed.state !== "active") return;
  const now = clock.now();
  const placed = await payments.createOrder({
    ...{ amount: amountInPaise, currency: "INR", receipt: `c${id.replaceAll("-", "")}` },
    notes: { kind: dueKind, itemId: dueId },
    notice: { tokenId: agreed.providerTokenId, chargeableFrom: chargeableFrom(now) },
  });
  await db.transaction(async (tx) => {
    const [held] = await tx.select().from(mandateCharge).where(eq(mandateCharge.id, id)).for("update");
    const [agreedSale] = await tx.select().from(sale).where(eq(sale.id, agreed.saleId));
    if (!held || held.orderId || held.state !== "planned") return;
    const [added] = await tx
      .insert(paymentOrder)
      .values({
        ...{ providerOrderId: placed.id, learnerId: agreedSale?.learnerId ?? null, kind: dueKind, itemId: dueId },
        ...{ amountInPaise, currency: "INR", state: "created", channel: "mandate", createdAt: now },
        // Nobody who opens the payment link gets this order.
        details: { charge: id },
      })
      .returning({ id: paymentOrder.id });
    await tx
      .update(mandateCharge)
      .set({ orderId: added?.id ?? null, announcedAt: now })
      .where(eq(mandateCharge.id, id));
  });
}

async function isTime({ db, clock }: Deps, { chargeOn, announcedAt }: ChargeRow): Promise<boolean> {
  const now = clock.now();
  return chargeOn <= (await readDay(db, now)) && announcedAt !== null && chargeableFrom(announcedAt) <= now;
}

/** The provider has a payment for the order: an answer was lost. Its state is applied as by every other report. */
async function hasPayment(deps: Deps, { providerOrderId }: OrderRow): Promise<boolean> {
  if ((await deps.payments.paymentsOf(providerOrderId)).length === 0) return false;
  await reconcileOrder(deps, providerOrderId);
  return true;
}

/**
 * Stores that the money is asked for, before it is: then a process that dies in between does not ask twice. Holds order and sale, as
 * a payment does. False when the instalment or the mandate is not what it was.
 */
async function claim({ db, clock }: Deps, { charge, mandate: { id: mandateId }, order }: Found): Promise<boolean> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const locked = await lockOrder(tx, order?.providerOrderId ?? "");
    const held = await lockDue(tx, charge.dueId);
    const [mine] = await tx.select().from(mandateCharge).where(eq(mandateCharge.id, charge.id)).for("update");
    // Another process is at it.
    if (!mine || mine.state !== charge.state || mine.sentAt?.getTime() !== charge.sentAt?.getTime()) return false;
    const [agreed] = await tx.select().from(mandate).where(eq(mandate.id, mandateId));
    const why =
      locked && held && agreed ? await whyNotTaken(tx, { agreed, order: locked, ...held }) : "It is not known any more";
    if (why) {
      await tx
        .update(mandateCharge)
        .set({ state: "dropped", endedAt: now, why })
        .where(eq(mandateCharge.id, charge.id));
      return false;
    }
    await tx.update(mandateCharge).set({ state: "sent", sentAt: now }).where(eq(mandateCharge.id, charge.id));
    const nextCheck = nextCheckAt({ checks: 0, now, isNamed: true });
    await updateOrder(tx, { id: locked?.id ?? "", checks: 0, nextCheckAt: nextCheck });
    return true;
  });
}

type Held = NonNullable<Awaited<ReturnType<typeof lockDue>>> & { agreed: MandateRow; order: OrderRow };

async function whyNotTaken(tx: Db, { agreed, order, sale: held, due: part }: Held): Promise<string | null> {
  const [bought] = held.purchaseId
    ? await tx.select({ state: purchase.state }).from(purchase).where(eq(purchase.id, held.purchaseId))
    : [];
  const known = { purchaseState: bought?.state ?? null, isGoingBack: await findGoingBack(tx, held.purchaseId) };
  if (stateOfDue({ due: part, sale: held, ...known }) !== "open" || !held.learnerId)
    return "Paid otherwise, or not asked for any more";
  if ((await listPaid(tx, { learnerId: held.learnerId, kind: dueKind, itemId: part.id })).length > 0)
    return "Paid otherwise";
  if (agreed.state !== "active" || !(await readMoneySettings(tx)).automaticPayments)
    return "Automatic payments are off or paused";
  return order.amountInPaise === part.amountInPaise && isAgreed(part, agreed) ? null : "The plan was changed";
}

async function ask(deps: Deps, { charge, mandate: agreed, order }: Found & { order: OrderRow }): Promise<void> {
  const { db, payments } = deps;
  // What an earlier process asked for, and died before it knew.
  if (await hasPayment(deps, order)) return;
  const [held] = await db.select().from(sale).where(eq(sale.id, agreed.saleId));
  const who = held?.learnerId ? await findLearner(db, held.learnerId) : null;
  const course = held && (await findCourseById(db, held.courseId));
  const { email } = await readInstitute(db);
  try {
    await payments.mandates.charge({
      ...{ customerId: agreed.providerCustomerId, tokenId: agreed.providerTokenId ?? "" },
      ...{ orderId: order.providerOrderId, amount: order.amountInPaise, description: course?.name ?? "" },
      // The provider wants an address; learners of the desk may have none.
      payer: { name: who ? fullName(who) : "", email: who?.email || email, contact: who ? numberOf(who) : "" },
    });
  } catch (error) {
    if (!(error instanceof ChargeRefused)) throw error;
    deps.log.warn({ chargeId: charge.id, err: error }, "the provider refused to take an instalment");
    await failCharge(deps, { providerOrderId: order.providerOrderId, why: "refused" });
  }
}

/** The bank did not pay: the learner is told, with the payment link, and staff see it. */
export async function failCharge(
  deps: Deps,
  { providerOrderId, why }: PayloadOf<typeof reportFailedCharge>,
): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, providerOrderId);
    if (!order || (order.state !== "created" && order.state !== "attempted")) return;
    const words = why.replaceAll("_", " ");
    const [failed] = await tx
      .update(mandateCharge)
      .set({ state: "failed", endedAt: now, why: words })
      .where(and(eq(mandateCharge.orderId, order.id), eq(mandateCharge.state, "sent")))
      .returning({ dueId: mandateCharge.dueId });
    if (!failed) return;
    const [notice] = await tx
      .insert(dueNotice)
      .values({ dueId: failed.dueId, kind: "not taken", sentAt: now })
      .returning({ noticeId: dueNotice.id });
    if (notice) await enqueue(tx, sendDueNotice, notice);
  });
}
