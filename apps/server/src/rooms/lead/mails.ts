import { apiBase } from "@shoreline/contract";
import { z } from "zod";
import { formatMoment } from "../../format.ts";
import { defineMail } from "../../mail/kind.ts";
import { firstNameOf, mailTo } from "../../mail/parts.ts";
import { whyStaff } from "../site/mails.ts";

export const subscribed = defineMail("subscribed", {
  isKept: true,
  data: { token: z.string() },
  sample: { token: "s0mT0k3n" },
  write({ token }, { institute, publicUrl }) {
    return {
      subject: `You have subscribed to ${institute.name}`,
      heading: "Thank you for subscribing",
      parts: [
        { greeting: "" },
        {
          paragraph:
            "We write at most once a month, about new batches and events. We send nothing else, and we share your address with no one.",
        },
        { paragraph: "If this was not you, or you change your mind, unsubscribe with one click below." },
      ],
      why: `You get this mail because this address was entered at ${new URL(publicUrl).host}.`,
      unsubscribe: {
        text: "Unsubscribe",
        page: `${publicUrl}/unsubscribe/${token}`,
        url: `${publicUrl}${apiBase}/unsubscribed/${token}`,
      },
    };
  },
});

/** It repeats nothing that was typed, because anyone could give a stranger's address. */
export const enquiryReceived = defineMail("enquiry-received", {
  isKept: true,
  data: {},
  sample: {},
  write(_, { institute, publicUrl }) {
    return {
      subject: `${institute.name} has received your question`,
      heading: "We have received your question",
      parts: [
        { greeting: "" },
        {
          paragraph:
            "Thank you for writing to us. A person will read your question and answer you, usually within one working day.",
        },
        { paragraph: `If it is urgent, please call us on ${institute.phone}.` },
        { button: "See our courses", url: `${publicUrl}/onlinecourses` },
      ],
      why: "You get this mail because this address was entered in a form on our website. If that was not you, somebody mistyped their address. You need not do anything.",
    };
  },
});

export const subscriptionNotice = defineMail("subscription-notice", {
  data: { email: z.string(), source: z.string() },
  sample: { email: "asha@example.com", source: "footer" },
  write({ email, source }) {
    return {
      subject: "New subscription to the mailing list",
      parts: [{ paragraph: `${email} subscribed through the ${source} form.` }],
      why: whyStaff,
      replyTo: email,
    };
  },
});

/** The facts are shown by their labels, in their order. */
const visitor = { name: z.string(), email: z.string(), facts: z.record(z.string(), z.string()) };

/** A number without a country code is Indian: the forms take ten digits. */
function readable(facts: Record<string, string>): Record<string, string> {
  const { Mobile, Page } = facts;
  return {
    ...facts,
    ...(Mobile ? { Mobile: Mobile.replace(/^\d{10}$/, "+91 $&") } : {}),
    ...(Page === "/" ? { Page: "Home page" } : {}),
  };
}

const replyTo = ({ name, email }: { name: string; email: string }) => ({
  button: `Reply to ${firstNameOf(name)}`,
  url: mailTo(email),
});

export const enquiryNotice = defineMail("enquiry-notice", {
  data: { ...visitor, about: z.string() },
  sample: {
    name: "Asha Raman",
    email: "asha@example.com",
    about: "Python course",
    facts: {
      "Enquiry for": "Python course",
      Name: "Asha Raman",
      Mobile: "9876543210",
      "E-mail": "asha@example.com",
      Question: "When does the next batch start?\nIs there one in the evening?",
      Page: "/contactus",
    },
  },
  write({ name, email, about, facts }) {
    return {
      subject: `Enquiry about ${about} from ${name}`,
      heading: `${name} has a question`,
      preview: facts.Question ?? facts.Note ?? about,
      parts: [{ facts: readable(facts) }, replyTo({ name, email })],
      why: `${whyStaff} If you reply, your answer goes to the person who wrote.`,
      replyTo: email,
    };
  },
});

export const downloadNotice = defineMail("download-notice", {
  data: { ...visitor, course: z.string() },
  sample: {
    name: "Asha Raman",
    email: "asha@example.com",
    course: "Full Stack Development",
    facts: { Name: "Asha Raman", Mobile: "+91 9876543210", "E-mail": "asha@example.com", Page: "/" },
  },
  write({ name, email, course, facts }) {
    return {
      subject: `${name} downloaded the syllabus of ${course}`,
      heading: `${name} downloaded a syllabus`,
      preview: course,
      parts: [{ facts: { Course: course, ...readable(facts) } }, replyTo({ name, email })],
      why: `${whyStaff} If you reply, your answer goes to the person who downloaded it.`,
      replyTo: email,
    };
  },
});

const wished = { courseName: z.string(), batch: z.string() };

/** Like `enquiryReceived` it repeats nothing that was typed. */
export const wishReceived = defineMail("wish-received", {
  isKept: true,
  data: wished,
  sample: { courseName: "Python", batch: "9:00 to 10:00 AM, weekdays" },
  write({ courseName, batch }, { institute }) {
    return {
      subject: `${courseName}: we will tell you when a batch opens`,
      heading: "We will write to you",
      parts: [
        { greeting: "" },
        {
          paragraph: `As soon as a batch of ${courseName}, ${batch}, is planned, you get one mail with its first day.`,
        },
        { paragraph: `If another time suits you too, please call us on ${institute.phone}.` },
      ],
      why: "You get this mail because this address was entered in a form on our website. If that was not you, somebody mistyped their address. You need not do anything.",
    };
  },
});

export const wishNotice = defineMail("wish-notice", {
  data: { ...visitor, ...wished },
  sample: {
    name: "Asha Raman",
    email: "asha@example.com",
    courseName: "Python",
    batch: "9:00 to 10:00 AM, weekdays",
    facts: { Name: "Asha Raman", Mobile: "+91 9876543210", "E-mail": "asha@example.com", Page: "/" },
  },
  write({ name, email, courseName, batch, facts }) {
    return {
      subject: `${name} asks for ${/^[aeiou]/i.test(courseName) ? "an" : "a"} ${courseName} batch`,
      preview: `${courseName}, ${batch}`,
      parts: [{ facts: { Course: courseName, Batch: batch, ...readable(facts) } }, replyTo({ name, email })],
      why: `${whyStaff} If you reply, your answer goes to the person who waits.`,
      replyTo: email,
    };
  },
});

/** Sent once, when a batch of the wished kind is planned. */
export const batchOpens = defineMail("batch-opens", {
  isKept: true,
  data: { ...wished, courseId: z.string(), startsAt: z.iso.datetime(), batchTime: z.string(), batchType: z.string() },
  sample: {
    courseId: "python",
    courseName: "Python",
    batch: "9:00 to 10:00 AM, weekdays",
    startsAt: "2026-11-23T03:30:00.000Z",
    batchTime: "9-10",
    batchType: "week-days",
  },
  write({ courseId, courseName, batch, startsAt, batchTime, batchType }, { institute, publicUrl }) {
    const first = formatMoment(new Date(startsAt), institute);
    const query = new URLSearchParams({ batchTime, batchType });
    return {
      subject: `${courseName}: a batch opens`,
      heading: "A batch opens",
      preview: `The first class is on ${first}.`,
      parts: [
        { greeting: "" },
        { paragraph: `You asked us to tell you when a batch of ${courseName} opens at the time that suits you.` },
        { facts: { Course: courseName, Batch: batch, "First class": first } },
        {
          button: "See the batch",
          url: `${publicUrl}/onlinecourses/viewdetails/${encodeURIComponent(courseId.replace("/", " "))}?${query}#enrol`,
        },
      ],
      why: "You get this mail because this address was entered in a form on our website. We will not write again about this.",
    };
  },
});
