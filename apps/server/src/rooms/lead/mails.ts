import type { Institute } from "@shoreline/contract";
import { letter, type MailJob } from "../../mail.ts";

export function welcomeMail(
  institute: Institute,
  { email, unsubscribePage, postUrl }: { email: string; unsubscribePage: string; postUrl: string },
): MailJob {
  return {
    to: email,
    subject: `You have subscribed to ${institute.name}`,
    unsubscribeUrl: postUrl,
    text: letter(institute, {
      body: `Thank you for subscribing. About once a month we write about new batches, free webinars and
what our learners have built. We send nothing else, and we share your address with no one.

If this was not you, or you change your mind, you can unsubscribe with one click:
${unsubscribePage}`,
    }),
  };
}

export function subscriptionNotice(
  institute: Institute,
  { email, source }: { email: string; source: string },
): MailJob {
  return {
    to: institute.email,
    subject: "New subscription to the mailing list",
    text: `${email} subscribed through the ${source} form.\n`,
  };
}

/** The mail to the visitor. It repeats nothing that was typed, because anyone could give a stranger's address. */
export function receivedMail(institute: Institute, { email }: { email: string }): MailJob {
  return {
    to: email,
    subject: `${institute.name} has received your question`,
    text: letter(institute, {
      body: `Thank you for writing to us. A person will read your question and answer you, usually within one working day.

If you did not write to us, somebody mistyped their address. You need not do anything.`,
    }),
  };
}

type Received = { name: string; about: string; lines: Record<string, string> };

/** The mail to the institute. */
export function enquiryNotice(institute: Institute, { name, about, lines }: Received): MailJob {
  return { to: institute.email, subject: `Enquiry about ${about} from ${name}`, text: `${indented(lines)}\n` };
}

export function downloadNotice(
  institute: Institute,
  { course, lines }: { course: string; lines: Record<string, string> },
): MailJob {
  return {
    to: institute.email,
    subject: `${lines.Name} downloaded the syllabus of ${course}`,
    text: `${indented(lines)}\n`,
  };
}

function indented(lines: Record<string, string>): string {
  return Object.entries(lines)
    .filter(([, value]) => value !== "")
    .map(([label, value]) => `  ${label}: ${value.replaceAll("\n", "\n    ")}`)
    .join("\n");
}
