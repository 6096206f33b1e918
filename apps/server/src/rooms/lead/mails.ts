import type { Institute } from "@shoreline/contract";
import type { Payload } from "../../jobs/catalogue.ts";

type Mail = Payload<"mail.send">;

export function welcomeMail(institute: Institute, { email, leaveUrl }: { email: string; leaveUrl: string }): Mail {
  return {
    to: email,
    subject: `You are on the list of ${institute.name}`,
    unsubscribeUrl: leaveUrl,
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

/** To whoever wrote to us, with what they wrote. */
export function receivedMail(institute: Institute, { email, name, about, lines }: Received): Mail {
  return {
    to: email,
    subject: `We have your question about ${about}`,
    text: `Hello ${name},

thank you for writing to us. A person will read this and answer you, usually within one working day.

What you sent:
${indented(lines)}

${signature(institute)}`,
  };
}

type Received = { email: string; name: string; about: string; lines: Record<string, string> };

/** To the institute's inbox. */
export function enquiryNotice(institute: Institute, { name, about, lines }: Received): Mail {
  return { to: institute.email, subject: `Enquiry about ${about} from ${name}`, text: `${indented(lines)}\n` };
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
