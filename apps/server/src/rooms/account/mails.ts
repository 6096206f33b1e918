import { z } from "zod";
import { defineMail } from "../../mail/kind.ts";
import { forOperator, whyStaff } from "../site/mails.ts";

/** Every mail about an account says this. */
export const whyLearner = (institute: { name: string }) =>
  `You get this mail because you have an account at ${institute.name}.`;

/** To both addresses: somebody who reads only the old one must learn of the change. */
export const addressChanged = defineMail("address-changed", {
  data: { firstName: z.string(), before: z.string(), after: z.string() },
  sample: { firstName: "Asha", before: "asha.old@example.com", after: "asha@example.com" },
  write({ firstName, before, after }, { institute }) {
    return {
      subject: "Your e-mail address was changed",
      parts: [
        { greeting: firstName },
        {
          paragraph: `The e-mail address of your account at ${institute.name} was changed from ${before} to ${after}.`,
        },
        { paragraph: `If you did not change it, please call us at once on ${institute.phone}.` },
      ],
      why: whyLearner(institute),
    };
  },
});

export const accountDeleted = defineMail("account-deleted", {
  data: { firstName: z.string() },
  sample: { firstName: "Asha" },
  write({ firstName }, { institute }) {
    return {
      subject: "Your account has been deleted",
      parts: [
        { greeting: firstName },
        {
          paragraph: `Your account at ${institute.name} has been deleted, with your profile, your enquiries, your webinar seats, your homework and your test results. Questions that others have answered, and your answers to others, stay without your name.`,
        },
        {
          paragraph:
            "We keep invoices, as the law requires, and certificates, which others may rely on. To end a subscription, use the link in our newsletters. What you sent with another number or address, we erase if you write to us.",
        },
        { paragraph: `If you did not ask for this, please call us at once on ${institute.phone}.` },
      ],
      why: `You get this mail because you had an account at ${institute.name}. It is the last one about it.`,
    };
  },
});

export const codesRunningOut = defineMail("codes-running-out", {
  data: { percent: z.int(), sent: z.int(), planned: z.int() },
  sample: { percent: 80, sent: 4000, planned: 5000 },
  write({ percent, sent, planned }) {
    const check =
      percent === 100
        ? "From now on a new number gets a code only after a long calculation in its browser."
        : "From 80% a new number gets a code only after a short calculation in its browser.";
    return {
      subject: `${percent}% of today's one-time codes are used`,
      parts: [
        {
          paragraph: `Your website has sent ${sent.toLocaleString("en-IN")} sign-in codes by SMS in the last 24 hours. You planned to pay for ${planned.toLocaleString("en-IN")} a day.`,
        },
        { paragraph: "Learners who have an account can always sign in." },
        {
          paragraph:
            "If you do not expect so many visitors, somebody may be asking for codes by script. Please tell the person who runs your website.",
        },
        { note: `${forOperator} the plan is the setting SMS_PER_DAY. ${check}` },
      ],
      why: whyStaff,
    };
  },
});
