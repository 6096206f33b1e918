import { findGstState } from "./enrolment.ts";

const shape = /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/;
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** A company's number for GST: 15 characters. The first two are its state, and the last one checks the others. */
export function isGstin(text: string): boolean {
  return shape.test(text) && findGstState(gstinState(text)) !== undefined && text[14] === checkDigit(text);
}

/** The two-digit code of the state in which the company is registered. */
export function gstinState(gstin: string): string {
  return gstin.slice(0, 2);
}

/** Every second digit counts twice; of each product both digits, to the base of 36, are added up. */
function checkDigit(gstin: string): string {
  let sum = 0;
  for (let at = 0; at < 14; at++) {
    const product = digits.indexOf(gstin[at] ?? "0") * (at % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return digits[(36 - (sum % 36)) % 36] ?? "";
}

/** Who pays instead of the learner. The GSTIN is empty for a company that has none. */
export type Employer = { company: string; gstin: string };

const employerErrors = {
  company: "Company name is required",
  gstin: "This GSTIN is not valid. A GSTIN has 15 characters, such as 27AAPFU0939F1ZV",
};

/** Null when nothing is wrong; a learner who pays leaves both empty. */
export function whyNotEmployer({ company, gstin }: Employer): { field: keyof Employer; message: string } | null {
  if (gstin !== "" && !isGstin(gstin)) return { field: "gstin", message: employerErrors.gstin };
  if (gstin !== "" && company === "") return { field: "company", message: employerErrors.company };
  return null;
}
