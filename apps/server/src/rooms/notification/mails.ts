import { z } from "zod";
import { formatMoment } from "../../format.ts";
import { defineMail } from "../../mail/kind.ts";
import { whyLearner } from "../account/mails.ts";
import { forOperator, whyStaff } from "../site/mails.ts";

export const welcomeMail = defineMail("welcome", {
  isKept: true,
  data: { firstName: z.string() },
  sample: { firstName: "Asha" },
  write({ firstName }, { institute, publicUrl }) {
    return {
      subject: `Welcome to ${institute.name}`,
      parts: [
        { greeting: firstName },
        {
          paragraph: "You sign in with your mobile number and a one-time code, so there is no password to remember.",
        },
        { paragraph: "Your courses, classes and certificates will be in your classroom." },
        { button: "Choose your course", url: `${publicUrl}/dashboard/allcourses` },
        { note: `If you did not register, please write to us: ${institute.email}` },
      ],
      why: whyLearner(institute),
    };
  },
});

export const newSignIn = defineMail("new-sign-in", {
  data: { firstName: z.string(), browser: z.string(), at: z.iso.datetime() },
  sample: { firstName: "Asha", browser: "Chrome on Android", at: "2026-11-15T06:30:00.000Z" },
  write({ firstName, browser, at }, { institute, publicUrl }) {
    return {
      subject: "New sign-in to your account",
      parts: [
        { greeting: firstName },
        { paragraph: signInText({ browser, at }, institute) },
        {
          paragraph: `If this was you, you need not do anything. If not, open Edit Profile and sign that browser out, then call us on ${institute.phone}.`,
        },
        { button: "Open Edit Profile", url: `${publicUrl}/dashboard/editprofile` },
        {
          note: "Nobody can sign in without a code from your phone or one of your passkeys, so never tell anyone a code.",
        },
      ],
      why: whyLearner(institute),
    };
  },
});

export function signInText({ browser, at }: { browser: string; at: string }, zone: { timeZone: string }): string {
  return `Somebody signed in to your account with ${browser} on ${formatMoment(new Date(at), zone)}.`;
}

export const accountChange = defineMail("account-change", {
  data: { firstName: z.string(), title: z.string(), news: z.string() },
  sample: {
    firstName: "Asha",
    title: "A passkey was added",
    news: "You added a passkey with Chrome on Android on Sunday, 15 November 2026, 12:00 PM IST.",
  },
  write({ firstName, title, news }, { institute, publicUrl }) {
    return {
      subject: title,
      parts: [
        { greeting: firstName },
        { paragraph: news },
        { paragraph: `If this was not you, please call us at once on ${institute.phone}.` },
        { button: "Open Edit Profile", url: `${publicUrl}/dashboard/editprofile` },
      ],
      why: whyLearner(institute),
    };
  },
});

export const noticesUsedUp = defineMail("notices-used-up", {
  data: { perDay: z.int() },
  sample: { perDay: 5000 },
  write({ perDay }) {
    return {
      subject: "Today's class notices by SMS are used up",
      parts: [
        {
          paragraph: `${perDay.toLocaleString("en-IN")} class notices were sent by SMS in 24 hours, as many as you planned to pay for in a day.`,
        },
        {
          paragraph:
            "Further notices go by e-mail until tomorrow. One-time codes are counted apart and are sent as usual.",
        },
        { note: `${forOperator} the plan is the setting SMS_PER_DAY.` },
      ],
      why: whyStaff,
    };
  },
});
