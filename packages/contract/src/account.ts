import {
  editFaults,
  genders,
  isCode,
  isDialCode,
  mostSkills,
  occupations,
  profileDefaults,
  registrationFaults,
} from "@shoreline/domain/account";
import { isMobileNumber, isVisible, mobileDigits } from "@shoreline/domain/text";
import { z } from "zod";
import { endpoint, FileReply } from "./endpoint.ts";

const wrongNumber = "enter valid number";
const number = {
  countryCode: z
    .string()
    .default("+91")
    .overwrite((text) => text.replace(/[\s-]/g, ""))
    .refine(isDialCode, "Invalid country code"),
  mobileNumber: z.string(wrongNumber).trim().refine(isMobileNumber, wrongNumber),
};
const ticket = z.string("Missing").min(1).max(100);

const short = z.string().trim().max(100).refine(isVisible, "Holds characters that cannot be seen");
/** A day, or a moment of it: only the day counts. */
const date = z
  .string()
  .trim()
  .max(40)
  .overwrite((text) => text.slice(0, 10));

const profileFields = {
  firstName: short,
  lastName: short.default(""),
  gender: z.enum(genders).default(profileDefaults.gender),
  dateOfBirth: date,
  email: z.string().trim().max(254),
  occupation: z.enum(occupations).default(profileDefaults.occupation),
  instOrOrg: short.optional(),
  companyOrSchool: short.optional().describe("Another name of instOrOrg"),
  state: short.default(profileDefaults.state),
  country: short.default(profileDefaults.country),
  profilePicture: z.string().max(300).optional().describe("An address that an upload has answered with"),
  skills: z.array(z.string().trim().min(1).max(50).refine(isVisible)).max(mostSkills).default([]),
};

type Faults = Record<string, string | undefined>;

function report(check: z.RefinementCtx, faults: Faults): void {
  for (const [field, message] of Object.entries(faults))
    if (message) check.addIssue({ code: "custom", path: [field], message });
}

export const Registration = z.object({ ...number, ticket, ...profileFields }).superRefine((form, check) => {
  const instOrOrg = form.instOrOrg ?? form.companyOrSchool ?? "";
  report(check, registrationFaults({ ...form, instOrOrg }, { today: new Date() }));
});

/** What is left out stays as it is. */
export const ProfileEdit = z
  .object({
    firstName: short,
    lastName: short,
    gender: z.enum(genders),
    dateOfBirth: date,
    email: z.string().trim().max(254),
    occupation: z.enum(occupations),
    instOrOrg: short,
    companyOrSchool: short,
    state: short,
    country: short,
    profilePicture: z.string().max(300),
    skills: profileFields.skills.unwrap(),
  })
  .partial()
  .superRefine((form, check) => {
    const { firstName = "Fine", email = "fine@example.com", dateOfBirth = "2000-01-01" } = form;
    report(check, editFaults({ firstName, email, dateOfBirth }, { today: new Date() }));
  });

export const Profile = z.object({
  _id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  gender: z.enum(genders),
  dateOfBirth: z.string().describe("A day: 2004-02-29"),
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
});
export type Profile = z.infer<typeof Profile>;

const done = z.object({ message: z.string() });
const Token = z.object({ token: z.string().describe("Goes along as `token` or as a bearer token") });

// A class of 60 behind one address signs in within five minutes, with a slip of the finger here and there.
const limit = { points: 200, seconds: 300 };
// And a few classes a day: nobody alone uses up what the institute sends in a day.
const sendLimits = [limit, { points: 600, seconds: 86_400 }];

export const account = {
  sendCode: endpoint({
    summary: `Send a one-time code by SMS; the answer is the same for every number of ${mobileDigits} digits`,
    input: z.object(number),
    reply: done.extend({ resendInSeconds: z.int() }),
    refusals: ["CODE_TOO_SOON", "CODE_NOT_SENT"],
    limit: sendLimits,
  }),
  verifyCode: endpoint({
    summary: "Prove to hold a number by the code that was sent to it",
    input: z.object({ ...number, code: z.string("wrong code").trim().refine(isCode, "wrong code") }),
    reply: z.object({ ticket: z.string().describe("Spent by the login or the registration that succeeds") }),
    refusals: ["WRONG_CODE"],
    limit,
  }),
  login: endpoint({
    summary: "Sign in with the proof of a number",
    input: z.object({ mobileNumber: number.mobileNumber, ticket }),
    reply: Token,
    refusals: ["UNKNOWN_NUMBER", "DEAD_TICKET"],
    limit,
  }),
  create: endpoint({
    summary: "Register with the proof of a number; signs in by itself",
    input: Registration,
    reply: Token,
    refusals: ["DEAD_TICKET", "KNOWN_NUMBER"],
    limit,
  }),
  read: endpoint({ summary: "The own profile", input: z.object({}), reply: Profile, signedIn: true }),
  edit: endpoint({ summary: "Change the own profile", input: ProfileEdit, reply: Profile, signedIn: true }),
  logout: endpoint({
    summary: "End this session, or all sessions of the learner",
    input: z.object({ everywhere: z.boolean().default(false) }),
    reply: done,
    signedIn: true,
  }),
  export: endpoint({
    summary: "Everything that is held about the learner",
    input: z.object({}),
    reply: FileReply,
    sends: "application/json",
    signedIn: true,
  }),
  remove: endpoint({
    summary: "Delete the own account, with a fresh proof of the number",
    input: z.object({ ticket }),
    reply: done,
    refusals: ["DEAD_TICKET"],
    signedIn: true,
  }),
};
