/** Who may sign in, for how long, and what a profile must hold. */
import { isEmail, letter, wordStart } from "./text.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

export const codeDigits = 6;
export const codeLifetimeMs = 5 * minute;
export const codeTries = 5;
export const resendAfterMs = 60_000;
/** Long enough to fill in the registration, picture and all, on a slow network. */
export const ticketLifetimeMs = 30 * minute;
export const sessionIdleMs = 30 * day;

/** With its plus, without blanks: +91, +1684. */
export function isDialCode(text: string): boolean {
  return /^\+[1-9]\d{0,5}$/.test(text);
}

export function isCode(text: string): boolean {
  return /^\d{6}$/.test(text);
}

export const genders = ["male", "female"] as const;
export const occupations = ["student", "working"] as const;
export const profileDefaults = {
  state: "Pondicherry",
  country: "india",
  occupation: "student",
  gender: "male",
} as const;
export const mostSkills = 30;

const firstNamePattern = new RegExp(`^${wordStart}${letter}{3,}( ${letter}+)*$`, "u");
// "Letters only" with single blanks between words: people have two surnames, and study at Anna University.
const lettersPattern = new RegExp(`^${wordStart}${letter}+( ${letter}+)*$`, "u");

export type ProfileText = {
  firstName: string;
  lastName: string;
  email: string;
  dateOfBirth: string;
  instOrOrg: string;
  state: string;
  country: string;
};
export type ProfileFaults = Partial<Record<keyof ProfileText, string>>;

/** What is wrong with a registration, field by field. */
export function registrationFaults(profile: ProfileText, { today }: { today: Date }): ProfileFaults {
  const faults: ProfileFaults = {};
  if (!isEmail(profile.email)) faults.email = "Invalid Email";
  if (!firstNamePattern.test(profile.firstName)) faults.firstName = "Invalid name";
  if (!lettersPattern.test(profile.lastName)) faults.lastName = "Invalid lastname";
  if (!lettersPattern.test(profile.instOrOrg)) faults.instOrOrg = "Invalid instOrOrg";
  if (!firstNamePattern.test(profile.state)) faults.state = "Invalid state";
  if (!firstNamePattern.test(profile.country)) faults.country = "Invalid country";
  if (!isDateOfBirth(profile.dateOfBirth, { today })) faults.dateOfBirth = "Invalid Date of Birth";
  return faults;
}

/** A change of the profile is judged more mildly than a registration. */
export function editFaults(
  profile: Pick<ProfileText, "email" | "firstName" | "dateOfBirth">,
  { today }: { today: Date },
): ProfileFaults {
  const faults: ProfileFaults = {};
  if (!isEmail(profile.email)) faults.email = "Invalid Email";
  if (profile.firstName.trim().length < 3) faults.firstName = "Invalid name";
  if (!isDateOfBirth(profile.dateOfBirth, { today })) faults.dateOfBirth = "Invalid Date of Birth";
  return faults;
}

/** A day that exists, in the last 120 years. Takes 2004-02-29 and the longer form with a time. */
export function isDateOfBirth(text: string, { today }: { today: Date }): boolean {
  const [, year = "", month = "", dayOfMonth = ""] = /^(\d{4})-(\d{2})-(\d{2})(T.*)?$/.exec(text) ?? [];
  const date = new Date(`${year}-${month}-${dayOfMonth}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(dayOfMonth)) return false;
  return date < today && today.getUTCFullYear() - date.getUTCFullYear() <= 120;
}

/** Where a person may be sent after the sign-in: a path of this site, never another site in disguise. */
export function returnPath(wanted: string | null | undefined): string | null {
  if (!wanted || wanted.length > 500 || !/^\/(?![/\\])/.test(wanted)) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them, and what is left may lead elsewhere.
  if (/[\u0000-\u0020\u007f\\]/.test(wanted)) return null;
  return wanted;
}
