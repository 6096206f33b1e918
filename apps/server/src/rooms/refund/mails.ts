import { z } from "zod";
import { defineMail } from "../../mail/kind.ts";
import { firstNameOf } from "../../mail/parts.ts";
import { forOperator, whyStaff } from "../site/mails.ts";

/** `amount` is written as people read it: ₹5,999. */
export const refundGiven = defineMail("refund-given", {
  isKept: true,
  data: {
    name: z.string(),
    amount: z.string(),
    item: z.string(),
    how: z.string(),
    creditNote: z.string().nullable(),
    endsAccess: z.boolean(),
    isSeatFree: z.boolean().default(false),
    message: z.string(),
  },
  sample: {
    name: "Asha Raman",
    amount: "₹12,999",
    item: "Python",
    how: "the way you paid, by UPI. Banks may take some days to show it",
    creditNote: "CN/2026-27/00007",
    endsAccess: true,
    isSeatFree: false,
    message: "We are sorry that the batch did not suit you.",
  },
  write({ name, amount, item, how, creditNote, endsAccess, isSeatFree, message }, { institute }) {
    const access = endsAccess
      ? "The course is not among yours any more. Certificates that you have stay valid."
      : isSeatFree
        ? "Your seat is free for somebody else now, and its link does not work any more."
        : "";
    return {
      subject: `We have given you ${amount} back`,
      parts: [
        { greeting: firstNameOf(name) },
        { paragraph: `${amount} for ${item} goes back to you ${how}.` },
        ...(message ? [{ paragraph: message }] : []),
        ...(access ? [{ paragraph: access }] : []),
        { facts: { Amount: amount, For: item, "Credit note": creditNote ?? "" } },
        ...(creditNote ? [{ note: `Credit note ${creditNote} is attached.` }] : []),
        { paragraph: `Call us on ${institute.phone} if you have a question.` },
      ],
      why: `You get this mail because you paid at ${institute.name}.`,
    };
  },
});

/** What staff must know about a refund: it failed, or somebody made it in the provider's dashboard. */
export const refundNews = defineMail("refund-news", {
  data: {
    news: z.enum(["failed", "elsewhere", "waits"]),
    amount: z.string(),
    item: z.string(),
    payer: z.string(),
    reason: z.string(),
    isAccessOpen: z.boolean(),
    refundId: z.string(),
    orderId: z.string(),
  },
  sample: {
    ...{ news: "failed", amount: "₹12,999", item: "Python", payer: "Asha Raman", reason: "The bank refused it" },
    ...{ isAccessOpen: false, refundId: "1", orderId: "11111111-1111-4111-8111-111111111111" },
  },
  write({ news, amount, item, payer, reason, isAccessOpen, refundId, orderId }, { publicUrl }) {
    const { subject, text } = newsTexts[news];
    const access = isAccessOpen
      ? " All of the money is back, but the learner still has the course: decide about it."
      : "";
    return {
      subject,
      parts: [
        { paragraph: `${text}${access}` },
        { facts: { Amount: amount, For: item, Payer: payer, Reason: reason } },
        { button: "Open the payment", url: `${publicUrl}/staff/payments?order=${orderId}` },
        { note: `${forOperator} refund ${refundId}.` },
      ],
      why: whyStaff,
    };
  },
});

const newsTexts = {
  failed: {
    subject: "A refund has failed",
    text: "The payment provider could not give this money back. Send it again, or give it up.",
  },
  elsewhere: {
    subject: "A refund was made in the provider's dashboard",
    text: "Somebody gave this money back in the payment provider's own dashboard. It is in your books now.",
  },
  waits: { subject: "A refund waits for your approval", text: "Somebody of your staff asks for a refund." },
};

export const disputeNews = defineMail("dispute-news", {
  data: {
    state: z.enum(["open", "under review", "won", "lost", "closed"]),
    amount: z.string(),
    reason: z.string(),
    respondBy: z.string().nullable(),
    paymentId: z.string(),
    disputeId: z.string(),
  },
  sample: {
    ...{ state: "open", amount: "₹12,999", reason: "fraudulent", respondBy: "24 November 2026" },
    ...{ paymentId: "pay_Nk3wB2yZ4c", disputeId: "disp_Nk3wB2yZ4c" },
  },
  write({ state, amount, reason, respondBy, paymentId, disputeId }, { publicUrl }) {
    return {
      subject: state === "open" ? "A payer disputes a payment" : `A dispute is ${state}`,
      parts: [
        { paragraph: disputeTexts[state] },
        { facts: { Amount: amount, Reason: reason, "Answer by": respondBy ?? "", Payment: paymentId } },
        { button: "See what waits", url: `${publicUrl}/staff/payments?view=waiting` },
        { note: `${forOperator} dispute ${disputeId}.` },
      ],
      why: whyStaff,
    };
  },
});

const disputeTexts = {
  open: "A payer has asked the bank to take the money back. Answer in the payment provider's dashboard in time, or the bank decides without you.",
  "under review": "The bank looks at your answer. There is nothing to do for now.",
  won: "The bank has decided for you: the money stays.",
  lost: "The bank has taken the money back. Your books and the learner's courses are as before. Please decide in Payments: is the fee given up, or still owed?",
  closed: "The dispute is closed.",
};
