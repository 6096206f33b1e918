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
import { sellerOf } from "./hand-out.ts";
import type { reportFlag } from "./jobs.ts";
import { findOrderById, markTold, type OrderRow } from "./queries.ts";

/** A payment needs a decision: staff are notified of it, and the payer learns that we have the money. Once. */
export async function notifyOfFlag(
  { db, clock, sellers }: JobContext,
  { isPayerNotified, ...flagged }: PayloadOf<typeof reportFlag>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const told = await markTold(tx, { ...flagged, now: clock.now() });
    const order = told && (await findOrderById(tx, told.orderId));
    if (!order) return;
    const { providerPaymentId } = flagged;
    const [seen] = await tx.select().from(payment).where(eq(payment.providerPaymentId, providerPaymentId));
    const payer = await findPayer(tx, order);
    const thing = await describeItem(tx, order, sellers);
    const amount = formatMoney(seen ?? order);
    const institute = await readInstitute(tx);
    await enqueue(tx, sendMail, {
      to: institute.email,
      subject: "A payment needs your decision",
      text: staffText({ order, thing, amount, payer, providerPaymentId, reason: flagged.reason }),
    });
    if (!payer || isPayerNotified) return;
    const news = `We have received your payment of ${amount} for ${thing}, but our staff must check it. We will write to you.`;
    const call = `You can also call us on ${institute.phone}. Please mention the payment ${providerPaymentId}.`;
    if (order.learnerId)
      await enqueue(tx, notifyLearner, {
        learnerId: order.learnerId,
        title: "We are checking your payment",
        text: `${news} ${call}`,
        link: "/dashboard/purchasehistory",
      });
    await enqueue(tx, sendMail, {
      to: payer.email,
      subject: "We are checking your payment",
      text: letter(institute, { name: payer.name, body: `${news} You need not pay again.\n${call}` }),
    });
  });
}

type Report = {
  order: OrderRow;
  thing: string;
  amount: string;
  payer: Payer | null;
  providerPaymentId: string;
  reason: string;
};

function staffText({ order, thing, amount, payer, providerPaymentId, reason }: Report): string {
  const outcome =
    order.state === "spent"
      ? "What was ordered has been handed out."
      : "The money is at the provider; nothing was handed out for it.";
  return `A payment of ${amount} has come in ${reason}. ${outcome}

  Payer: ${payer ? `${payer.name}, ${payer.email}, ${payer.mobile}` : "not known"}
  For: ${thing}, ${formatMoney(order)}
  Amount: ${amount}
  Order: ${order.providerOrderId}
  Payment: ${providerPaymentId}
`;
}

/** A webhook about a payment that we could not read is stored as it came, and staff have to look at it. */
export async function notifyOfUnread(tx: Db, { event, eventId }: { event: string; eventId: string }): Promise<void> {
  const { email } = await readInstitute(tx);
  const mail = {
    to: email,
    subject: "A payment message that we cannot read",
    text: `The payment provider has sent a message about a payment that this product does not understand. It is stored in the table webhook_event.
Please check the payment at the provider.

  Event: ${event}
  Id: ${eventId}
`,
  };
  // When the provider changes its format, one mail is enough until it is sent.
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
  if (!kind || !itemId) return "nothing named";
  return (await sellerOf(sellers, kind).describe(tx, itemId)) ?? `${kind} ${itemId}`;
}
