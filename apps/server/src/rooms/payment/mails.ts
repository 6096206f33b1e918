import { z } from "zod";
import { defineMail } from "../../mail/kind.ts";
import { mailTo } from "../../mail/parts.ts";
import { whyStaff } from "../site/mails.ts";

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
      ? "The order itself was fulfilled before."
      : "The money is with the provider; nothing has been delivered for it.";
    return {
      subject: "A payment needs your decision",
      parts: [
        { paragraph: `A payment of ${amount} needs your decision. ${outcome}` },
        {
          facts: {
            Reason: `A payment ${reason}`,
            Payer: payer ? `${payer.name}, ${payer.email}, ${payer.mobile}` : "not known",
            For: `${item}, ${price}`,
            Amount: amount,
            Order: orderId,
            Payment: paymentId,
          },
        },
        ...(payer ? [{ button: "Write to the payer", url: mailTo(payer.email) }] : []),
      ],
      why: payer ? `${whyStaff} If you reply, your answer goes to the payer.` : whyStaff,
      ...(payer ? { replyTo: payer.email } : {}),
    };
  },
});

export const paymentCheck = defineMail("payment-check", {
  data: { name: z.string(), amount: z.string(), item: z.string(), paymentId: z.string() },
  sample: { name: "Asha Raman", amount: "₹12,999", item: "Python", paymentId: "pay_Nk3wB2yZ4c" },
  write({ name, amount, item, paymentId }, { institute }) {
    return {
      subject: "We are checking your payment",
      parts: [
        { greeting: name },
        { paragraph: `${checkText({ amount, item })} You need not pay again.` },
        { facts: { Amount: amount, For: item, "Payment ID": paymentId } },
        { paragraph: callText({ paymentId }, institute) },
      ],
      why: `You get this mail because you paid at ${institute.name}.`,
    };
  },
});

export function checkText({ amount, item }: { amount: string; item: string }): string {
  return `We have received your payment of ${amount} for ${item}, but our staff must check it. We will write to you.`;
}

export function callText({ paymentId }: { paymentId: string }, { phone }: { phone: string }): string {
  return `You can also call us on ${phone}. Please quote the payment ID ${paymentId}.`;
}

export const paymentUnreadable = defineMail("payment-unreadable", {
  data: { event: z.string(), eventId: z.string() },
  sample: { event: "payment.captured", eventId: "evt_Nk3wB2yZ4c" },
  write({ event, eventId }) {
    return {
      subject: "Unreadable payment event",
      parts: [
        {
          paragraph:
            "The payment provider has sent a payment event that this product cannot read. It is stored in the table webhook_event. Please check the payment with the provider.",
        },
        { facts: { Event: event, Id: eventId } },
      ],
      why: whyStaff,
    };
  },
});
