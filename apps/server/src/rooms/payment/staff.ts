import { eq } from "drizzle-orm";
import type { Seller } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { payment } from "../../db/tables/payment.ts";
import { formatMoney } from "../../format.ts";
import type { JobContext, PayloadOf } from "../../jobs/job.ts";
import { enqueue } from "../../jobs/queue.ts";
import { mailOf, sendMail } from "../../mail.ts";
import { findLearner, fullName } from "../account/queries.ts";
import { notifyLearner } from "../notification/jobs.ts";
import { readInstitute } from "../site/queries.ts";
import type { reportFlag } from "./jobs.ts";
import { callText, checkText, type Payer, paymentCheck, paymentFlagged, paymentUnreadable } from "./mails.ts";
import { findOrderById, markNotified, type OrderRow } from "./queries.ts";

/** A payment needs a decision: notifies staff, and tells the payer that we have the money. A second call does nothing. */
export async function notifyOfFlag(
  { db, clock, sellers }: JobContext,
  { isPayerNotified, ...flagged }: PayloadOf<typeof reportFlag>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const flag = await markNotified(tx, { ...flagged, now: clock.now() });
    const order = flag && (await findOrderById(tx, flag.orderId));
    if (!order) return;
    const { providerPaymentId } = flagged;
    const [seen] = await tx.select().from(payment).where(eq(payment.providerPaymentId, providerPaymentId));
    const payer = await findPayer(tx, order);
    const item = await describeItem(tx, order, sellers);
    const amount = formatMoney(seen ?? order);
    const institute = await readInstitute(tx);
    const paymentId = providerPaymentId;
    const decision = mailOf(paymentFlagged, {
      to: institute.email,
      data: {
        reason: flagged.reason,
        payer,
        item,
        price: formatMoney(order),
        amount,
        orderId: order.providerOrderId,
        paymentId,
        isOrderFulfilled: order.state === "spent",
      },
    });
    await enqueue(tx, sendMail, decision);
    if (!payer || isPayerNotified) return;
    if (order.learnerId)
      await enqueue(tx, notifyLearner, {
        learnerId: order.learnerId,
        title: "We are checking your payment",
        text: `${checkText({ amount, item })} ${callText({ paymentId }, institute)}`,
        link: "/dashboard/purchasehistory",
      });
    if (payer.email === "") return;
    const data = { name: payer.name, amount, item, paymentId };
    await enqueue(tx, sendMail, mailOf(paymentCheck, { to: payer.email, data }));
  });
}

/** A payment event that we cannot read is stored with its raw body, and staff must look at it. */
export async function notifyOfUnreadable(
  tx: Db,
  { event, eventId }: { event: string; eventId: string },
): Promise<void> {
  const { email } = await readInstitute(tx);
  const mail = mailOf(paymentUnreadable, { to: email, data: { event, eventId } });
  // The key joins many events into one mail, for example when the provider changes its format.
  await enqueue(tx, sendMail, mail, { key: `unread:${event}` });
}

/** A learner, or a visitor who gave name and address with the order. */
export async function findPayer(tx: Db, { learnerId, details }: OrderRow): Promise<Payer | null> {
  const who = learnerId ? await findLearner(tx, learnerId) : null;
  if (who) return { name: fullName(who), email: who.email, mobile: `${who.countryCode} ${who.mobileNumber}` };
  const { buyer, username = "", mobileNumber = "" } = details;
  return buyer ? { name: username, email: buyer, mobile: mobileNumber } : null;
}

export async function describeItem(tx: Db, { kind, itemId }: OrderRow, sellers: Seller[]): Promise<string> {
  if (!kind || !itemId) return "an unknown item";
  // Staff must hear of money even when no room sells the kind.
  const seller = sellers.find((one) => one.kind === kind);
  return (await seller?.describe(tx, itemId)) ?? `${kind} ${itemId}`;
}
