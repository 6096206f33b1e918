import { z } from "zod";
import { defineMail } from "../../mail/kind.ts";
import { firstNameOf, mailTo } from "../../mail/parts.ts";
import { forOperator, whyStaff } from "../site/mails.ts";

const Payer = z.object({ name: z.string(), email: z.string(), mobile: z.string() });
export type Payer = z.infer<typeof Payer>;

/** `amount` and `price` are written as people read them: ₹5,999. */
export const paymentFlagged = defineMail("payment-flagged", {
  data: {
    reason: z.string(),
    payer: Payer.nullable(),
    item: z.string(),
    price: z.string(),
    amount: z.string(),
    orderId: z.string(),
    paymentId: z.string(),
    isOrderFulfilled: z.boolean(),
  },
  sample: {
    reason: "of an order that was paid before",
    payer: { name: "Asha Raman", email: "asha@example.com", mobile: "+91 9876543210" },
    item: "Python",
    price: "₹12,999",
    amount: "₹12,999",
    orderId: "order_Nk3vTq8xLm",
    paymentId: "pay_Nk3wB2yZ4c",
    isOrderFulfilled: true,
  },
  write({ reason, payer, item, price, amount, orderId, paymentId, isOrderFulfilled }) {
    const outcome = isOrderFulfilled
      ? "What they bought was given to them when they first paid."
      : "The money is with the payment provider; nothing has been given for it.";
    return {
      subject: "A payment needs your decision",
      parts: [
        { paragraph: `${inPlainWords(reason)}. ${outcome}` },
        {
          facts: {
            Amount: amount,
            For: amount === price ? item : `${item}, ${price}`,
            Payer: payer?.name ?? "not known",
            Mobile: payer?.mobile ?? "",
            "E-mail": payer?.email ?? "",
          },
        },
        ...(payer ? [{ button: `Reply to ${firstNameOf(payer.name)}`, url: mailTo(payer.email) }] : []),
        { note: `${forOperator} a payment ${reason}. Order ${orderId}, payment ${paymentId}.` },
      ],
      why: payer ? `${whyStaff} If you reply, your answer goes to the payer.` : whyStaff,
      ...(payer ? { replyTo: payer.email } : {}),
    };
  },
});

function inPlainWords(reason: string): string {
  if (/paid before|settled before|already/.test(reason)) return "Paid twice: decide whether to refund";
  if (/cancelled/.test(reason)) return "Paid for a cancelled webinar: decide whether to refund";
  if (/full/.test(reason)) return "Paid for a webinar that is full: decide whether to refund";
  if (/differs/.test(reason)) return "Paid something other than the price: decide what to do";
  return "Paid, but we do not know for what: decide whether to refund";
}

export const paymentCheck = defineMail("payment-check", {
  data: { name: z.string(), amount: z.string(), item: z.string(), paymentId: z.string() },
  sample: { name: "Asha Raman", amount: "₹12,999", item: "Python", paymentId: "pay_Nk3wB2yZ4c" },
  write({ name, amount, item, paymentId }, { institute }) {
    return {
      subject: "We are checking your payment",
      parts: [
        { greeting: firstNameOf(name) },
        { paragraph: `Your payment has reached us. ${nextText}` },
        { facts: { Amount: amount, For: item, "Payment ID": paymentId } },
        { paragraph: `You can also call us on ${institute.phone}. Please have the payment ID at hand.` },
      ],
      why: `You get this mail because you paid at ${institute.name}.`,
    };
  },
});

const nextText = "We are confirming one detail and will write within one working day. Please do not pay again.";

export function checkText({ amount, item }: { amount: string; item: string }): string {
  return `Your payment of ${amount} for ${item} has reached us. ${nextText}`;
}

export function callText({ paymentId }: { paymentId: string }, { phone }: { phone: string }): string {
  return `You can also call us on ${phone}. Please quote the payment ID ${paymentId}.`;
}

export const paymentUnreadable = defineMail("payment-unreadable", {
  data: { event: z.string(), eventId: z.string() },
  sample: { event: "payment.captured", eventId: "evt_Nk3wB2yZ4c" },
  write({ event, eventId }) {
    return {
      subject: "Please check a payment with the payment provider",
      heading: "Please check a payment",
      parts: [
        {
          paragraph:
            "The payment provider has told your website of a payment in a form that it cannot read. Please open your account with the provider, and check whether your website knows the newest payments.",
        },
        { note: `${forOperator} the event ${event} with the id ${eventId} is stored in the table webhook_event.` },
      ],
      why: whyStaff,
    };
  },
});
