import {
  genderValues,
  isCode,
  isDialCode,
  isFullName,
  maxSkills,
  noticeChannels,
  occupations,
  profileDefaults,
  profileEditErrors,
  registrationErrors,
} from "@shoreline/domain/account";
import { hasNoHiddenCharacters, isMobileNumber, mobileDigits } from "@shoreline/domain/text";
import { z } from "zod";
import { endpoint, FileReply } from "./endpoint.ts";
import { PasskeyAnswer, PasskeyOptions, PasskeyProof } from "./passkey.ts";

const wrongNumber = "enter valid number";
export const phoneFields = {
  countryCode: z
    .string()
    .default("+91")
    .overwrite((text) => text.replace(/[\s-]/g, ""))
    .refine(isDialCode, "Invalid country code"),
  mobileNumber: z.string(wrongNumber).trim().refine(isMobileNumber, wrongNumber),
};
const ticket = z.string("Missing").min(1).max(100);

const short = z.string().trim().max(100).refine(hasNoHiddenCharacters, "Contains hidden characters");
/** A date, with or without a time: the time is ignored. */
const date = z
  .string()
  .trim()
  .max(40)
  .overwrite((text) => text.slice(0, 10));

const profileFields = {
  firstName: short,
  lastName: short.default(""),
  gender: z.enum(genderValues).default(profileDefaults.gender),
  dateOfBirth: date,
  email: z.string().trim().max(254),
  occupation: z.enum(occupations).default(profileDefaults.occupation),
  instOrOrg: short.optional(),
  companyOrSchool: short.optional().describe("Another name for instOrOrg"),
  state: short.optional().describe("By default that of the institute"),
  country: short.default(profileDefaults.country),
  profilePicture: z.string().max(300).optional().describe("The address that the upload returned"),
  skills: z
    .array(z.string().trim().min(1).max(50).refine(hasNoHiddenCharacters, "Contains hidden characters"))
    .max(maxSkills)
    .default([]),
};

type Faults = Record<string, string | undefined>;

function report(check: z.RefinementCtx, faults: Faults): void {
  for (const [field, message] of Object.entries(faults))
    if (message) check.addIssue({ code: "custom", path: [field], message });
}

const Registration = z.object({ ...phoneFields, ticket, ...profileFields }).superRefine((form, check) => {
  const instOrOrg = form.instOrOrg ?? form.companyOrSchool ?? "";
  const { state, ...faults } = registrationErrors(
    { ...form, state: form.state ?? "", instOrOrg },
    { today: new Date() },
  );
  report(check, form.state === undefined ? faults : { ...faults, state });
});

/** Fields that are left out stay unchanged. */
const ProfileEdit = z
  .object({
    firstName: short,
    lastName: short,
    gender: z.enum(genderValues),
    dateOfBirth: date,
    email: z.string().trim().max(254),
    occupation: z.enum(occupations),
    instOrOrg: short,
    companyOrSchool: short,
    state: short,
    country: short,
    profilePicture: z.string().max(300),
    skills: profileFields.skills.unwrap(),
    noticeChannel: z.enum(noticeChannels).describe("SMS and WhatsApp only where `POST /user/channels` lists them"),
    ticket: ticket.describe("Of a newly verified number: needed only when the e-mail address changes"),
  })
  .partial()
  .superRefine((form, check) => {
    const { firstName = "Fine", email = "fine@example.com", dateOfBirth = "2000-01-01" } = form;
    report(check, profileEditErrors({ firstName, email, dateOfBirth }, { today: new Date() }));
  });

export const Profile = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  gender: z.enum(genderValues),
  dateOfBirth: z.string().describe("A date: 2004-02-29"),
  email: z.string(),
  occupation: z.enum(occupations),
  instOrOrg: z.string(),
  companyOrSchool: z.string(),
  state: z.string(),
  country: z.string(),
  countryCode: z.string(),
  mobileNumber: z.string(),
  profilePicture: z.string(),
  skills: z.array(z.string()),
  noticeChannel: z.enum(noticeChannels).describe("How reminders and changes of your classes reach you"),
});
export type Profile = z.infer<typeof Profile>;

export const Guardian = z.object({
  isNeeded: z.boolean().describe("True when you are under age and nobody has agreed yet"),
  fullName: z.string().nullable(),
  number: z.string().nullable(),
});
export type Guardian = z.infer<typeof Guardian>;

const done = z.object({ message: z.string() });
const code = z.string("wrong code").trim().refine(isCode, "wrong code");
const check = z.string().max(500).optional().describe("The solution of an effort check, after CHECK_NEEDED");
const device = z.string().max(100).optional().describe("What this browser got when somebody last signed in");
const Token = z.object({
  device: z.string().describe("Store it: codes for this number keep coming even when strangers ask for many"),
  token: z.string().describe("Send it as `token` in the body or as a bearer token"),
});

const codeRefusals = ["WRONG_CODE", "CODE_EXPIRED", "CODE_LOCKED"] as const;
// A class of 60 behind one IP address can sign in within five minutes, with some typing mistakes.
const limit = { points: 200, seconds: 300 };
// A few classes a day: no single address can use up the institute's daily SMS budget.
const sendLimits = [limit, { points: 600, seconds: 86_400 }];

export const account = {
  sendCode: endpoint({
    summary: `Send a one-time code by SMS. The reply is the same for every number of ${mobileDigits} digits`,
    input: z.object({
      ...phoneFields,
      device,
      check,
    }),
    reply: done.extend({ resendInSeconds: z.int() }),
    refusals: ["CODE_TOO_SOON", "CODE_NOT_SENT", "CHECK_NEEDED", "TOO_MANY_REQUESTS"],
    limit: sendLimits,
  }),
  check: endpoint({
    summary: "Get an effort check: find the number for which the SHA-256 of salt:number is the challenge",
    input: z.object({}),
    reply: z.object({ salt: z.string(), challenge: z.string(), max: z.int(), signature: z.string() }),
    limit,
  }),
  verifyCode: endpoint({
    summary: "Verify a mobile number with the code sent to it",
    input: z.object({ ...phoneFields, code, device }),
    reply: z.object({ ticket: z.string().describe("Valid for one successful login or registration") }),
    refusals: [...codeRefusals, "TOO_MANY_REQUESTS"],
    limit,
  }),
  login: endpoint({
    summary: "Sign in with the ticket of a verified number",
    input: z.object({ mobileNumber: phoneFields.mobileNumber, ticket, device }),
    reply: Token,
    refusals: ["UNKNOWN_NUMBER", "DEAD_TICKET"],
    limit,
  }),
  create: endpoint({
    summary: "Register with the ticket of a verified number. Also signs in",
    input: Registration,
    reply: Token,
    refusals: ["DEAD_TICKET", "KNOWN_NUMBER"],
    limit,
  }),
  read: endpoint({ summary: "Read your profile", input: z.object({}), reply: Profile, signedIn: true }),
  edit: endpoint({
    summary: "Edit your profile. Another e-mail address needs the ticket of a newly verified number",
    input: ProfileEdit,
    reply: Profile,
    refusals: ["PROOF_REQUIRED", "DEAD_TICKET"],
    signedIn: true,
  }),
  channels: endpoint({
    summary: "How reminders and changes of your classes can reach you",
    input: z.object({}),
    reply: z.object({ channels: z.array(z.enum(noticeChannels)) }),
    signedIn: true,
  }),
  changeNumber: endpoint({
    summary:
      "Change your mobile number, with a ticket of the old and a ticket of the new one. Ends your other sessions",
    input: z.object({ ...phoneFields, ticket, newTicket: ticket, device }),
    reply: Profile,
    refusals: ["DEAD_TICKET", "KNOWN_NUMBER"],
    signedIn: true,
  }),
  logout: endpoint({
    summary: "Log out of this session, or of all your sessions",
    input: z.object({ everywhere: z.boolean().default(false) }),
    reply: done,
    signedIn: true,
  }),
  sessions: endpoint({
    summary: "List the browsers in which you are signed in",
    input: z.object({}),
    reply: z.array(
      z.object({
        id: z.string(),
        browser: z.string().describe("As the browser describes itself: Chrome on Android"),
        startedAt: z.string(),
        usedAt: z.string().describe("Exact to an hour"),
        isThis: z.boolean(),
      }),
    ),
    signedIn: true,
  }),
  endSession: endpoint({
    summary: "Sign one of your browsers out. One that is signed out already stays so",
    input: z.object({ id: z.uuid(), device }),
    reply: done,
    signedIn: true,
  }),
  guardian: endpoint({
    summary: "Whether you need a guardian before you can pay, and who that is",
    input: z.object({}),
    reply: Guardian,
    signedIn: true,
  }),
  sendGuardianCode: endpoint({
    summary: "Send your guardian a code, with a message that says what it means. It does nothing else",
    input: z.object({ ...phoneFields, check }),
    reply: done.extend({ resendInSeconds: z.int() }),
    refusals: ["CODE_TOO_SOON", "CODE_NOT_SENT", "CHECK_NEEDED", "TOO_MANY_REQUESTS"],
    limit: sendLimits,
    signedIn: true,
  }),
  setGuardian: endpoint({
    summary: "Name your guardian, with the code that was sent to them",
    input: z.object({
      ...phoneFields,
      fullName: short.refine(isFullName, "Invalid name"),
      code,
    }),
    reply: Guardian,
    refusals: [...codeRefusals],
    limit,
    signedIn: true,
  }),
  passkeySignIn: endpoint({
    summary: "Begin a sign-in with a passkey. The reply is the same for everyone, but for its challenge",
    input: z.object({}),
    reply: PasskeyOptions,
    refusals: ["NOT_FOUND"],
    limit,
  }),
  passkeyLogin: endpoint({
    summary: "Sign in with a passkey",
    input: z.object({ response: PasskeyProof, device }),
    reply: Token,
    refusals: ["PASSKEY_REFUSED", "NOT_FOUND"],
    limit,
  }),
  passkeys: endpoint({
    summary: "List your passkeys",
    input: z.object({}),
    reply: z.object({
      isAvailable: z.boolean().describe("False where browsers offer no passkeys, such as at an IP address"),
      passkeys: z.array(
        z.object({
          id: z.string(),
          browser: z.string().describe("The browser that added it: Chrome on Android"),
          addedAt: z.string(),
          usedAt: z.string().nullable(),
        }),
      ),
    }),
    signedIn: true,
  }),
  newPasskey: endpoint({
    summary: "Begin to add a passkey",
    input: z.object({}),
    reply: PasskeyOptions,
    refusals: ["NOT_FOUND"],
    signedIn: true,
  }),
  addPasskey: endpoint({
    summary: "Add a passkey, with the ticket of a newly verified number",
    input: z.object({ ticket, response: PasskeyAnswer }),
    reply: done,
    refusals: ["DEAD_TICKET", "PASSKEY_REFUSED", "NOT_FOUND"],
    limit,
    signedIn: true,
  }),
  removePasskey: endpoint({
    summary: "Remove one of your passkeys, with the ticket of a newly verified number",
    input: z.object({ ticket, id: z.string().max(1400) }),
    reply: done,
    refusals: ["DEAD_TICKET", "UNKNOWN_PASSKEY"],
    signedIn: true,
  }),
  export: endpoint({
    summary: "Download all data stored about you, with the ticket of a newly verified number",
    input: z.object({ ticket }),
    reply: FileReply,
    sends: "application/json",
    refusals: ["DEAD_TICKET"],
    signedIn: true,
  }),
  remove: endpoint({
    summary: "Delete your account, with the ticket of a newly verified number",
    input: z.object({ ticket }),
    reply: done,
    refusals: ["DEAD_TICKET"],
    signedIn: true,
  }),
};
