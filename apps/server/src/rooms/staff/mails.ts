import { staffRoles } from "@shoreline/domain/staff";
import { z } from "zod";
import type { Db } from "../../db/connect.ts";
import { enqueue } from "../../jobs/queue.ts";
import { defineMail } from "../../mail/kind.ts";
import { mailOf, sendMail } from "../../mail.ts";
import type { StaffRow } from "./queries.ts";

const whyPerson = (institute: { name: string }) => `You get this mail because you work for ${institute.name}.`;
const url = z.string();
const sampleUrl = "https://institute.example/staff/link/3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

export const staffInvitation = defineMail("staff-invitation", {
  data: { name: z.string(), by: z.string(), roles: z.array(z.enum(staffRoles)), url },
  sample: { name: "Meera Krishnan", by: "Anitha Devan", roles: ["trainer"], url: sampleUrl },
  write({ name, by, roles, url }, { institute }) {
    return {
      subject: `Your access to the staff console of ${institute.name}`,
      heading: "Your access to the staff console",
      parts: [
        { greeting: name },
        { paragraph: `${by} has invited you to the staff console of ${institute.name}.` },
        { facts: { [roles.length === 1 ? "Your role" : "Your roles"]: roles.join(", ") } },
        { button: "Set up your access", url },
        { note: "The link works once, for seven days. You will set up a passkey or an authenticator app." },
      ],
      why: whyPerson(institute),
    };
  },
});

export const staffSignInLink = defineMail("staff-sign-in-link", {
  data: { name: z.string(), url },
  sample: { name: "Meera Krishnan", url: sampleUrl },
  write({ name, url }, { institute }) {
    return {
      subject: `Sign in to the staff console of ${institute.name}`,
      heading: "Sign in to the staff console",
      parts: [
        { greeting: name },
        {
          paragraph: "Open this link in the browser that you work with. Then enter the code of your authenticator app.",
        },
        { button: "Sign in", url },
        { note: "The link works once, for 15 minutes. If you did not ask for it, you need not do anything." },
      ],
      why: whyPerson(institute),
    };
  },
});

/** For somebody who asked for a link, but has no authenticator app to go with it. */
export const staffUsePasskey = defineMail("staff-use-passkey", {
  data: { name: z.string(), url },
  sample: { name: "Meera Krishnan", url: "https://institute.example/staff/sign-in" },
  write({ name, url }, { institute }) {
    return {
      subject: "You sign in with a passkey",
      parts: [
        { greeting: name },
        { paragraph: "Somebody has asked for a sign-in link to the staff console. You need none: you have a passkey." },
        { button: "Sign in with your passkey", url },
        { note: "If you have lost the device with your passkey, ask an owner of the institute to reset your access." },
      ],
      why: whyPerson(institute),
    };
  },
});

/** Goes to the person whose account it is: somebody else may have done it at an open desk. */
export const staffNewDevice = defineMail("staff-new-device", {
  data: { name: z.string(), what: z.string(), browser: z.string() },
  sample: { name: "Meera Krishnan", what: "A passkey was added", browser: "Chrome on Windows" },
  write({ name, what, browser }, { institute }) {
    return {
      subject: `${what}: your staff account`,
      parts: [
        { greeting: name },
        { paragraph: `${what} for your account in the staff console, with ${browser}.` },
        { paragraph: "If it was not you, ask an owner of the institute at once to reset your access." },
      ],
      why: whyPerson(institute),
    };
  },
});

type NewDevice = { person: StaffRow; what: string; browser: string };

export async function reportDevice(tx: Db, { person, what, browser }: NewDevice): Promise<void> {
  if (person.isDemo) return;
  const { name, email: to } = person;
  await enqueue(tx, sendMail, mailOf(staffNewDevice, { to, data: { name, what, browser } }));
}

export const staffReset = defineMail("staff-reset", {
  data: { name: z.string(), by: z.string(), url },
  sample: { name: "Meera Krishnan", by: "Anitha Devan", url: sampleUrl },
  write({ name, by, url }, { institute }) {
    return {
      subject: "Set up your access to the staff console again",
      parts: [
        { greeting: name },
        { paragraph: `${by} has removed your passkeys and your authenticator app, and you are signed out everywhere.` },
        { button: "Set up your access again", url },
        { note: "The link works once, for seven days. If you have not lost a device, please call your institute." },
      ],
      why: whyPerson(institute),
    };
  },
});
