import type { Institute } from "@shoreline/contract";

export function welcomeMail({ institute, email }: { institute: Institute; email: string }) {
  return {
    to: email,
    subject: `You are on the list of ${institute.name}`,
    text: `Hello,

thank you for subscribing. About once a month we write about new batches, free webinars and
what our learners have built. Nothing else, and your address goes to no one.

If this was not you, or you have changed your mind, answer this mail and we take you off the list.

${institute.name}
${institute.address.join(", ")}
${institute.phone}, ${institute.email}
`,
  };
}

export function subscriptionNotice({
  institute,
  email,
  source,
}: {
  institute: Institute;
  email: string;
  source: string;
}) {
  return {
    to: institute.email,
    subject: "New subscription to the mailing list",
    text: `${email} subscribed through the ${source} form.\n`,
  };
}
