/** Rules and error messages of the forms on the public site. */

import { isEmail, isMobileNumber, letter, wordStart } from "./text.ts";

/** Letters and spaces; the first three characters are letters. */
export const threeLettersFirst = new RegExp(`^${wordStart}${letter}{3}[\\p{L}\\p{M} ]*$`, "u");

export type Checks<Field extends string> = Record<Field, { isFine(text: string): boolean; message: string }>;

export const contactChecks: Checks<"enquiryFor" | "fullName" | "mobileNumber" | "email" | "query"> = {
  enquiryFor: { isFine: (text) => threeLettersFirst.test(text), message: "invalid Enquiry" },
  fullName: { isFine: (text) => threeLettersFirst.test(text), message: "invalid fullName" },
  mobileNumber: { isFine: isMobileNumber, message: "invalid mobile number" },
  email: { isFine: isEmail, message: "invalid email" },
  query: { isFine: (text) => text.trim() !== "", message: "invalid query" },
};

const enquiryName = new RegExp(`^${wordStart}${letter}{3,20}( ${letter}{3,30})*$`, "u");
const enquiryEmail = /^[A-Za-z0-9]+(\.[A-Za-z0-9]+)?@([a-z]+\.)+[a-z]{2,3}$/;

export const enquiryChecks: Checks<"name" | "email" | "mobileNumber"> = {
  name: { isFine: (text) => enquiryName.test(text), message: "Invalid name" },
  email: { isFine: (text) => enquiryEmail.test(text), message: "Invalid Email" },
  mobileNumber: { isFine: isMobileNumber, message: "Incorrect Mobile Number" },
};

const downloadName = new RegExp(`^${wordStart}${letter}{3,30}( ${letter}{3,30})*$`, "u");
const internationalNumber = /^\+?[1-9]\d{1,14}$/;
// Country code and number together; anything shorter is not a full phone number.
const shortestNumber = 10;

export type DownloadForm = { name: string; countryCode: string; mobileNumber: string; email: string };

/** Checks the syllabus download form. An empty field has another message than a wrong one. */
export function downloadErrors({ name, countryCode, mobileNumber, email }: DownloadForm) {
  const faults: Partial<Record<"name" | "mobileNumber" | "email", string>> = {};
  if (!downloadName.test(name)) faults.name = name === "" ? "Name is required" : "Incorrect Name";
  const number = `${countryCode}${mobileNumber}`.replace(/\s/g, "");
  if (number.length < shortestNumber) faults.mobileNumber = "Mobile number is required";
  else if (!internationalNumber.test(number)) faults.mobileNumber = "Incorrect Mobile Number";
  if (!isEmail(email)) faults.email = email === "" ? "Email is required" : "Incorrect Email";
  return faults;
}

/**
 * While typing: up to ten digits after an optional leading 0, or after a country code that will be dropped. With a plus sign it is
 * a number of another country, which is refused when the form is sent.
 */
export function isPartialMobileNumber(text: string): boolean {
  return /^((0|0?91)?\d{0,10}|\+\d{0,15})$/.test(text);
}

export const enquiryCookie = { name: "isAlert", lifetimeInMs: 31_536_000_000 };
export const enquiryReappearsAfterMs = 60_000;
export const enquiryCloseDelayMs = 1_500;

export type Sum = { left: number; right: number };

/** Two digits for the visitor to add; `random` is Math.random outside tests. */
export function randomSum(random: () => number): Sum {
  return { left: Math.floor(random() * 10), right: Math.floor(random() * 10) };
}

export function isCorrectSum({ left, right }: Sum, answer: string): boolean {
  return /^\d{1,2}$/.test(answer) && Number(answer) === left + right;
}

/** The messages of all invalid fields. */
export function findFieldErrors<Field extends string>(
  checks: Checks<Field>,
  values: Record<Field, string>,
): Partial<Record<Field, string>> {
  const faults: Partial<Record<Field, string>> = {};
  for (const field of Object.keys(checks) as Field[]) {
    if (!checks[field].isFine(values[field])) faults[field] = checks[field].message;
  }
  return faults;
}
