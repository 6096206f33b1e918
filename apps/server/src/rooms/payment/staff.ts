import { eq } from "drizzle-orm";
import type { Seller } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { payment } from "../../db/tables/payment.ts";
import { formatMoney } from "../../format.ts";
import type { JobContext, PayloadOf } from "../../jobs/job.ts";
import { enqueue } from "../../jobs/queue.ts";
import { letter, sendMail } from "../../mail.ts";
import { findLearner, fullName } from "../account/queries.ts";
import { notifyLearner } from "../notification/jobs.ts";
import { readInstitute } from "../site/queries.ts";
import type { reportFlag } from "./jobs.ts";
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
    await enqueue(tx, sendMail, {
      to: institute.email,
      subject: "A payment needs your decision",
      text: staffText({ order, item, amount, payer, providerPaymentId, reason: flagged.reason }),
    });
    if (!payer || isPayerNotified) return;
    const text = `We have received your payment of ${amount} for ${item}, but our staff must check it. We will write to you.`;
    const call = `You can also call us on ${institute.phone}. Please quote the payment ID ${providerPaymentId}.`;
    if (order.learnerId)
      await enqueue(tx, notifyLearner, {
        learnerId: order.learnerId,
        title: "We are checking your payment",
        text: `${text} ${call}`,
        link: "/dashboard/purchasehistory",
      });
    await enqueue(tx, sendMail, {
      to: payer.email,
      subject: "We are checking your payment",
      text: letter(institute, { name: payer.name, body: `${text} You need not pay again.\n${call}` }),
    });
  });
}

type Report = {
  order: OrderRow;
  item: string;
  amount: string;
  payer: Payer | null;
  providerPaymentId: string;
  reason: string;
};

function staffText({ order, item, amount, payer, providerPaymentId, reason }: Report): string {
  const outcome =
    order.state === "spent"
      ? "The order itself was fulfilled before."
      : "The money is with the provider; nothing has been delivered for it.";
  return `A payment of ${amount} needs your decision. ${outcome}

  Reason: a payment ${reason}
  Payer: ${payer ? `${payer.name}, ${payer.email}, ${payer.mobile}` : "not known"}
  For: ${item}, ${formatMoney(order)}
  Amount: ${amount}
  Order: ${order.providerOrderId}
  Payment: ${providerPaymentId}
`;
}

/** A payment event that we cannot read is stored with its raw body, and staff must look at it. */
export async function notifyOfUnreadable(
  tx: Db,
  { event, eventId }: { event: string; eventId: string },
): Promise<void> {
  const { email } = await readInstitute(tx);
  const mail = {
    to: email,
    subject: "Unreadable payment event",
    text: `The payment provider has sent a payment event that this product cannot read. It is stored in the table webhook_event.
Please check the payment with the provider.

  Event: ${event}
  Id: ${eventId}
`,
  };
  // The key joins many events into one mail, for example when the provider changes its format.
  await enqueue(tx, sendMail, mail, { key: `unread:${event}` });
}

type Payer = { name: string; email: string; mobile: string };

/** A learner, or a visitor who gave name and address with the order. */
async function findPayer(tx: Db, { learnerId, details }: OrderRow): Promise<Payer | null> {
  const who = learnerId ? await findLearner(tx, learnerId) : null;
  if (who) return { name: fullName(who), email: who.email, mobile: `${who.countryCode} ${who.mobileNumber}` };
  const { buyer, username = "", mobileNumber = "" } = details;
  return buyer ? { name: username, email: buyer, mobile: mobileNumber } : null;
}

async function describeItem(tx: Db, { kind, itemId }: OrderRow, sellers: Seller[]): Promise<string> {
  if (!kind || !itemId) return "an unknown item";
  // Staff must hear of money even when no room sells the kind.
  const seller = sellers.find((one) => one.kind === kind);
  return (await seller?.describe(tx, itemId)) ?? `${kind} ${itemId}`;
}
