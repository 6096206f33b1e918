import type { Institute } from "@shoreline/contract";
import type { Payload } from "../../jobs/catalogue.ts";

type Mail = Payload<"mail.send">;

export function welcomeMail(
  institute: Institute,
  { email, leaveUrl, postUrl }: { email: string; leaveUrl: string; postUrl: string },
): Mail {
  return {
    to: email,
    subject: `You are on the list of ${institute.name}`,
    unsubscribeUrl: postUrl,
    text: `Hello,

thank you for subscribing. About once a month we write about new batches, free webinars and
what our learners have built. Nothing else, and your address goes to no one.

If this was not you, or you change your mind, one click takes you off the list:
${leaveUrl}

${signature(institute)}`,
  };
}

export function subscriptionNotice(institute: Institute, { email, source }: { email: string; source: string }): Mail {
  return {
    to: institute.email,
    subject: "New subscription to the mailing list",
    text: `${email} subscribed through the ${source} form.\n`,
  };
}

/** To the address that was given. It repeats nothing that was typed: anyone could give a stranger's address. */
export function receivedMail(institute: Institute, { email }: { email: string }): Mail {
  return {
    to: email,
    subject: `${institute.name} has your question`,
    text: `Hello,

thank you for writing to us. A person will read your question and answer you, usually within one working day.

If it was not you who wrote, somebody mistyped their address: there is nothing for you to do.

${signature(institute)}`,
  };
}

type Received = { name: string; about: string; lines: Record<string, string> };

/** To the institute's inbox. */
export function enquiryNotice(institute: Institute, { name, about, lines }: Received): Mail {
  return { to: institute.email, subject: `Enquiry about ${about} from ${name}`, text: `${indented(lines)}\n` };
}

export function downloadNotice(
  institute: Institute,
  { course, lines }: { course: string; lines: Record<string, string> },
): Mail {
  return {
    to: institute.email,
    subject: `Syllabus of ${course} downloaded by ${lines.Name}`,
    text: `${indented(lines)}\n`,
  };
}

function indented(lines: Record<string, string>): string {
  return Object.entries(lines)
    .filter(([, value]) => value !== "")
    .map(([label, value]) => `  ${label}: ${value.replaceAll("\n", "\n    ")}`)
    .join("\n");
}

function signature({ name, address, phone, email }: Institute): string {
  return `${name}\n${address.join(", ")}\n${phone}, ${email}\n`;
}
