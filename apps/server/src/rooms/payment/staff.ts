import { eq } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { learner } from "../../db/tables/account.ts";
import { course } from "../../db/tables/course.ts";
import { payment, paymentOrder } from "../../db/tables/payment.ts";
import type { Payload } from "../../jobs/catalogue.ts";
import { enqueue, type JobContext } from "../../jobs/queue.ts";
import { readInstitute } from "../site/queries.ts";
import { markTold, type OrderRow } from "./queries.ts";

/** Money came that fits nothing, and only a person can decide: staff hear of it, and whoever paid that we have it. Once. */
export async function tellOfFlag({ db, clock }: JobContext, flagged: Payload<"payment.flagged">): Promise<void> {
  await db.transaction(async (tx) => {
    const told = await markTold(tx, { ...flagged, now: clock.now() });
    const [order] = told ? await tx.select().from(paymentOrder).where(eq(paymentOrder.id, told.orderId)) : [];
    if (!order) return;
    const { providerPaymentId } = flagged;
    const [seen] = await tx.select().from(payment).where(eq(payment.providerPaymentId, providerPaymentId));
    const payer = await findPayer(tx, order);
    const thing = await nameOf(tx, order);
    const amount = formatMoney(seen ?? order);
    const institute = await readInstitute(tx);
    const who = payer ? `${payer.name}, ${payer.email}, ${payer.mobile}` : "not known";
    await enqueue(tx, "mail.send", {
      to: institute.email,
      subject: "A payment needs your decision",
      text: `A payment of ${amount} has come in ${flagged.reason}. The money is at the provider; nothing was handed out for it.

  Payer: ${who}
  For: ${thing}, ${formatMoney(order)}
  Amount: ${amount}
  Order: ${order.providerOrderId}
  Payment: ${providerPaymentId}
`,
    });
    if (!payer) return;
    const news = `Your payment of ${amount} for ${thing} has reached us, but it needs a look by our staff. We will write to you.`;
    const call = `You can also call us: ${institute.phone}. Please name the payment ${providerPaymentId}.`;
    if (order.learnerId)
      await enqueue(tx, "notification.add", {
        learnerId: order.learnerId,
        title: "We are looking at your payment",
        text: `${news} ${call}`,
        link: "/dashboard/purchasehistory",
      });
    await enqueue(tx, "mail.send", {
      to: payer.email,
      subject: "We are looking at your payment",
      text: `Hello ${payer.name},

${news} You need not pay again.
${call}

${institute.name}
${institute.phone}
`,
    });
  });
}

/** News of a payment that we could not read are kept as they came, and somebody has to look. */
export async function tellOfUnread(tx: Db, { event, eventId }: { event: string; eventId: string }): Promise<void> {
  const { email } = await readInstitute(tx);
  const mail = {
    to: email,
    subject: "News of a payment that we cannot read",
    text: `The payment provider has sent news of a payment that this product does not understand. It is kept in the table webhook_event.
Please look at the payment at the provider.

  Event: ${event}
  Id: ${eventId}
`,
  };
  // When the provider changes its format, one mail is enough until it is sent.
  await enqueue(tx, "mail.send", mail, { key: `unread:${event}` });
}

type Payer = { name: string; email: string; mobile: string };

/** Somebody with an account, or whoever gave name and address with the order. */
async function findPayer(tx: Db, { learnerId, details }: OrderRow): Promise<Payer | null> {
  const [who] = learnerId ? await tx.select().from(learner).where(eq(learner.id, learnerId)) : [];
  if (who)
    return {
      name: `${who.firstName} ${who.lastName}`.trim(),
      email: who.email,
      mobile: `${who.countryCode} ${who.mobileNumber}`,
    };
  const { buyer, username = "", mobileNumber = "" } = details;
  return buyer ? { name: username, email: buyer, mobile: mobileNumber } : null;
}

async function nameOf(tx: Db, { purpose, details }: OrderRow): Promise<string> {
  if (details.what) return details.what;
  const courseId = /^course:([0-9a-f-]{36})$/.exec(purpose ?? "")?.[1];
  const [found] = courseId ? await tx.select({ name: course.name }).from(course).where(eq(course.id, courseId)) : [];
  return found?.name ?? purpose ?? "nothing named";
}

function formatMoney({ amountInPaise, currency }: { amountInPaise: number; currency: string }): string {
  const format = { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" } as const;
  return new Intl.NumberFormat("en-IN", format).format(amountInPaise / 100);
}
