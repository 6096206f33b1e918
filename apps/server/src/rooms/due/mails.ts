import { z } from "zod";
import { defineMail } from "../../mail/kind.ts";
import { whyLearner } from "../account/mails.ts";
import { dayText, moneyText } from "./words.ts";

const part = {
  firstName: z.string(),
  courseName: z.string(),
  number: z.int(),
  count: z.int(),
  amountInPaise: z.int(),
};
const sample = { firstName: "Asha", courseName: "Python", number: 2, count: 3, amountInPaise: 433_300 };

const partText = ({ number, count }: { number: number; count: number }) => (count > 1 ? `${number} of ${count}` : "");

/** The payment link, sent by staff, and reminders before and after the day. `holdOn`: joining ends on this day. */
export const feeDue = defineMail("fee-due", {
  isKept: true,
  data: { ...part, dueOn: z.iso.date(), isOverdue: z.boolean(), holdOn: z.iso.date().nullable(), token: z.string() },
  sample: { ...sample, dueOn: "2026-11-20", isOverdue: false, holdOn: null, token: "s4mpl3T0k3n" },
  write(data, { institute, publicUrl }) {
    const { firstName, courseName, amountInPaise, dueOn, isOverdue, holdOn, token } = data;
    const [amount, day] = [moneyText(amountInPaise), dayText(dueOn)];
    const hold = holdOn
      ? ` If it is not paid before ${dayText(holdOn)}, you cannot join classes until it is. Please call us if you need more time: ${institute.phone}.`
      : "";
    return {
      subject: isOverdue ? `${courseName}: ${amount} is overdue` : `${courseName}: ${amount} is due on ${day}`,
      heading: isOverdue ? "A part of your fee is overdue" : "A part of your fee is due",
      parts: [
        { greeting: firstName },
        {
          paragraph: isOverdue
            ? `${amount} of your fee for ${courseName} was due on ${day}, and we have not received it yet.${hold}`
            : `${amount} of your fee for ${courseName} is due on ${day}.`,
        },
        { facts: { Course: courseName, Part: partText(data), Amount: amount, "Due on": day } },
        { button: `Pay ${amount}`, url: `${publicUrl}/pay/${token}` },
        { note: "Anybody who has this link can pay without signing in, such as a parent or an employer." },
        { note: "If you have paid within the last hour, please ignore this mail." },
      ],
      why: whyLearner(institute),
    };
  },
});

/** Some days before an instalment is taken by the provider. */
export const feeAutomatic = defineMail("fee-automatic", {
  isKept: true,
  data: { ...part, takenOn: z.iso.date() },
  sample: { ...sample, takenOn: "2026-11-20" },
  write(data, { institute, publicUrl }) {
    const { firstName, courseName, amountInPaise, takenOn } = data;
    const [amount, day] = [moneyText(amountInPaise), dayText(takenOn)];
    return {
      subject: `${courseName}: ${amount} will be taken automatically on ${day}`,
      heading: "A part of your fee will be taken automatically",
      parts: [
        { greeting: firstName },
        {
          paragraph: `${amount} of your fee for ${courseName} will be taken automatically on ${day}, as agreed. You need not do anything. Please see that there is enough money in the account.`,
        },
        { facts: { Course: courseName, Part: partText(data), Amount: amount, "Taken on": day } },
        { button: "See your payments", url: `${publicUrl}/dashboard/purchasehistory` },
        { note: `You can stop automatic payments there at any time, or call us: ${institute.phone}.` },
      ],
      why: whyLearner(institute),
    };
  },
});

/** The bank did not pay. `isTriedAgain`: we try again in two days. */
export const feeNotTaken = defineMail("fee-not-taken", {
  isKept: true,
  data: { ...part, dueOn: z.iso.date(), isTriedAgain: z.boolean(), token: z.string() },
  sample: { ...sample, dueOn: "2026-11-20", isTriedAgain: true, token: "s4mpl3T0k3n" },
  write(data, { institute, publicUrl }) {
    const { firstName, courseName, amountInPaise, dueOn, isTriedAgain, token } = data;
    const amount = moneyText(amountInPaise);
    return {
      subject: `${courseName}: ${amount} could not be taken automatically`,
      heading: "A part of your fee could not be taken",
      parts: [
        { greeting: firstName },
        {
          paragraph: `We wanted to take ${amount} of your fee for ${courseName} automatically, but the bank did not pay it. Please pay it yourself.${isTriedAgain ? " Otherwise we try again in two days, and tell you before." : ""}`,
        },
        { facts: { Course: courseName, Part: partText(data), Amount: amount, "Due on": dayText(dueOn) } },
        { button: `Pay ${amount}`, url: `${publicUrl}/pay/${token}` },
        { note: `If you need more time, call us: ${institute.phone}.` },
      ],
      why: whyLearner(institute),
    };
  },
});

const paper = z.object({ name: z.enum(["Invoice", "Receipt"]), number: z.string() });

/** `next` is the part that is due next, or null when everything is paid. */
export const feePaid = defineMail("fee-paid", {
  isKept: true,
  data: { ...part, paper, next: z.object({ amountInPaise: z.int(), dueOn: z.iso.date() }).nullable() },
  sample: {
    ...sample,
    paper: { name: "Invoice", number: "SA/2026-27/00043" },
    next: { amountInPaise: 433_300, dueOn: "2026-12-20" },
  },
  write({ firstName, courseName, number, count, amountInPaise, paper, next }, { institute, publicUrl }) {
    const amount = moneyText(amountInPaise);
    return {
      subject: `${courseName}: we have received ${amount}`,
      heading: "Thank you for your payment",
      parts: [
        { greeting: firstName },
        {
          paragraph: `We have received ${amount} for ${courseName}. ${next ? `The next part of ${moneyText(next.amountInPaise)} is due on ${dayText(next.dueOn)}.` : "Everything is paid now."}`,
        },
        { facts: { Course: courseName, Part: partText({ number, count }), Paid: amount } },
        { button: "See your payments", url: `${publicUrl}/dashboard/purchasehistory` },
        { note: `${paper.name} ${paper.number} is attached.` },
      ],
      why: whyLearner(institute),
    };
  },
});

export const classesOnHold = defineMail("classes-on-hold", {
  isKept: true,
  data: {
    ...{ firstName: z.string(), courseName: z.string(), amountInPaise: z.int() },
    ...{ dueOn: z.iso.date(), token: z.string() },
  },
  sample: {
    ...{ firstName: "Asha", courseName: "Python", amountInPaise: 433_300 },
    ...{ dueOn: "2026-11-01", token: "s4mpl3T0k3n" },
  },
  write({ firstName, courseName, amountInPaise, dueOn, token }, { institute, publicUrl }) {
    return {
      subject: `${courseName}: your classes are on hold`,
      heading: "Your classes are on hold",
      parts: [
        { greeting: firstName },
        {
          paragraph: `${moneyText(amountInPaise)} of your fee for ${courseName} has been overdue since ${dayText(dueOn)}. Until it is paid, you cannot join live classes. Recordings, practice tests and your certificate stay as they are.`,
        },
        { button: "Pay what is overdue", url: `${publicUrl}/pay/${token}` },
        { paragraph: `You can join again as soon as it is paid. If you need more time, call us: ${institute.phone}.` },
      ],
      why: whyLearner(institute),
    };
  },
});

/** `until`: staff wait for the money until this day; null when nothing is overdue any more. */
export const classesOpen = defineMail("classes-open", {
  isKept: true,
  data: {
    ...{ firstName: z.string(), courseName: z.string(), courseId: z.string() },
    ...{ isPaid: z.boolean(), until: z.iso.date().nullable() },
  },
  sample: { firstName: "Asha", courseName: "Python", courseId: "python", isPaid: true, until: null },
  write({ firstName, courseName, courseId, ...opened }, { institute, publicUrl }) {
    return {
      subject: `${courseName}: you can join your classes again`,
      heading: "You can join your classes again",
      parts: [
        { greeting: firstName },
        {
          paragraph: `Your classes of ${courseName} are open again. ${openAgainText(opened)}`,
        },
        { button: "Open your schedule", url: `${publicUrl}/dashboard/schedule/${encodeURIComponent(courseId)}` },
      ],
      why: whyLearner(institute),
    };
  },
});

export function openAgainText({ isPaid, until }: { isPaid: boolean; until: string | null }): string {
  if (until) return `Please pay what is overdue before ${dayText(until)}.`;
  return isPaid ? "Thank you for your payment." : "We have changed your instalments, and nothing is overdue any more.";
}
