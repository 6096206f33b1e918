/** Rules and time limits of sign-in, and the checks on a profile. */
import { isEmail, letter, wordStart } from "./text.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

export const codeDigits = 6;
export const codeLifetimeMs = 5 * minute;
export const maxCodeAttempts = 5;
export const resendAfterMs = 60_000;
/** Long enough to fill in the registration form and upload a picture on a slow network. */
export const ticketLifetimeMs = 30 * minute;
export const sessionIdleMs = 30 * day;
/** Even a session in daily use ends at last. */
export const sessionMaxMs = 180 * day;
/** A token that is used after this time is replaced, so that a copy of it does not work for long. */
export const tokenLifetimeMs = day;
/** The header of an answer that carries the next token of the session. */
export const tokenHeader = "session-token";
/** How long a replaced token still works once the new one is in use: for requests under way and other tabs. */
export const replacedTokenMs = minute;

const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(OPR|Opera)\//, "Opera"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const systems: [pattern: RegExp, name: string][] = [
  [/\bAndroid\b/, "Android"],
  [/\b(iPhone|iPad)\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** "Chrome on Android", from what a browser says about itself; it may say anything. */
export function describeBrowser(userAgent = ""): string {
  const said = userAgent.slice(0, 400);
  const find = (known: typeof browsers) => known.find(([pattern]) => pattern.test(said))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? "Unknown browser");
}

type Address = { hostname: string; origin: string; protocol: string };

/**
 * What a passkey belongs to: a host name and the address of its pages. Null where browsers offer no passkeys: at an IP
 * address, and without encryption except on this machine.
 */
export function passkeySite({ hostname: host, origin, protocol }: Address): { host: string; origin: string } | null {
  const isAddress = /^[\d.]+$|^\[/.test(host);
  const isSafe = protocol === "https:" || host === "localhost";
  return isSafe && !isAddress ? { host, origin } : null;
}

/** With the plus sign and without spaces: +91, +1684. */
export function isDialCode(text: string): boolean {
  return /^\+[1-9]\d{0,5}$/.test(text);
}

type SentCode = { triesLeft: number; sentAt: Date };
type CodeRefusal = { reason: "wrong"; triesLeft: number } | { reason: "locked" } | { reason: "expired" };

/** Why a code was refused, by the codes that are waiting for the number. Without one it has been used, or is long expired. */
export function whyCodeRefused(sent: SentCode[], now: Date): CodeRefusal {
  const valid = sent.filter(({ sentAt }) => now.getTime() - sentAt.getTime() < codeLifetimeMs);
  if (valid.length === 0) return { reason: "expired" };
  const triesLeft = Math.max(...valid.map((code) => code.triesLeft));
  return triesLeft > 0 ? { reason: "wrong", triesLeft } : { reason: "locked" };
}

export function isCode(text: string): boolean {
  return /^\d{6}$/.test(text);
}

export const genders = ["male", "female"] as const;
/** "" means not told. */
export const genderValues = [...genders, ""] as const;
export const occupations = ["student", "working"] as const;
/** How reminders and changes of classes may reach a learner. */
export const noticeChannels = ["mail", "sms", "whatsapp"] as const;
export type NoticeChannel = (typeof noticeChannels)[number];
export const profileDefaults = {
  country: "india",
  occupation: "student",
  gender: "",
} as const;
export const maxSkills = 30;

const firstNamePattern = new RegExp(`^${wordStart}${letter}{3,}( ${letter}+)*$`, "u");
// "Letters only" also allows single spaces between words: de Souza, Anna University.
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
export type ProfileErrors = Partial<Record<keyof ProfileText, string>>;

/** The error message for each invalid field of a registration. */
export function registrationErrors(profile: ProfileText, { today }: { today: Date }): ProfileErrors {
  const faults: ProfileErrors = {};
  if (!isEmail(profile.email)) faults.email = "Invalid Email";
  if (!firstNamePattern.test(profile.firstName)) faults.firstName = "Invalid name";
  if (!lettersPattern.test(profile.lastName)) faults.lastName = "Invalid lastname";
  if (!lettersPattern.test(profile.instOrOrg)) faults.instOrOrg = "Invalid instOrOrg";
  if (!firstNamePattern.test(profile.state)) faults.state = "Invalid state";
  if (!firstNamePattern.test(profile.country)) faults.country = "Invalid country";
  if (!isDateOfBirth(profile.dateOfBirth, { today })) faults.dateOfBirth = "Invalid Date of Birth";
  return faults;
}

/** Editing a profile has fewer rules than registering. */
export function profileEditErrors(
  profile: Pick<ProfileText, "email" | "firstName" | "dateOfBirth">,
  { today }: { today: Date },
): ProfileErrors {
  const faults: ProfileErrors = {};
  if (!isEmail(profile.email)) faults.email = "Invalid Email";
  if (profile.firstName.trim().length < 3) faults.firstName = "Invalid name";
  if (!isDateOfBirth(profile.dateOfBirth, { today })) faults.dateOfBirth = "Invalid Date of Birth";
  return faults;
}

const youngestAge = 5;
const oldestAge = 100;
export const birthHint = `For an age of ${youngestAge} to ${oldestAge} years`;

/** The earliest and the latest date of birth: 2004-02-29. */
export function birthRange(today: Date): { earliest: string; latest: string } {
  const earliest = yearsBefore(today, oldestAge + 1);
  earliest.setUTCDate(earliest.getUTCDate() + 1);
  return { earliest: isoDay(earliest), latest: isoDay(yearsBefore(today, youngestAge)) };
}

/** Before a 29 February it is the 28th of a year without one. */
function yearsBefore(today: Date, years: number): Date {
  const date = new Date(today);
  date.setUTCFullYear(today.getUTCFullYear() - years);
  if (date.getUTCDate() !== today.getUTCDate()) date.setUTCDate(0);
  return date;
}

const isoDay = (date: Date) => date.toISOString().slice(0, 10);

/** A real date in the range: 2004-02-29, with or without a time after it. */
export function isDateOfBirth(text: string, { today }: { today: Date }): boolean {
  const [, year = "", month = "", dayOfMonth = ""] = /^(\d{4})-(\d{2})-(\d{2})(T.*)?$/.exec(text) ?? [];
  const date = new Date(`${year}-${month}-${dayOfMonth}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(dayOfMonth)) return false;
  const { earliest, latest } = birthRange(today);
  return isoDay(date) >= earliest && isoDay(date) <= latest;
}

/** Where to go after sign-in: a path on this site, or null. A link to another site is never followed. */
export function returnPath(wanted: string | null | undefined): string | null {
  if (!wanted || wanted.length > 500 || !/^\/(?![/\\])/.test(wanted)) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these, and the rest may point to another site.
  if (/[\u0000-\u0020\u007f\\]/.test(wanted)) return null;
  return wanted;
}

/** With initials and titles: Dr. A. P. J. O’Brien. */
export function isFullName(text: string): boolean {
  return /^\p{L}[\p{L}\p{M} .'’-]{2,}$/u.test(text);
}

/** Whether somebody has not reached this age yet. Dates are local: 2009-02-28. */
export function isYounger({ dateOfBirth, age, today }: { dateOfBirth: string; age: number; today: string }): boolean {
  const [year = "", ...rest] = dateOfBirth.split("-");
  return [String(Number(year) + age).padStart(4, "0"), ...rest].join("-") > today;
}
