/** Checks of names, e-mail addresses and phone numbers that all forms share. */

// Loose on purpose: it only has to catch typing mistakes. The mail that we send is the real proof.
const address = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\.]+(\.[^\s@<>(),;:"[\]\\.]+)+$/;

// Control and direction characters can hide the real address.
const unseen = /[\p{C}\p{Z}]/u;

/** The length limits of SMTP (RFC 5321): 64 characters before the @, 254 in total. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && text.indexOf("@") <= 64 && address.test(text) && !unseen.test(text);
}

/** For patterns. A combining mark counts as a letter: ஷா is one letter and one mark. */
export const letter = "[\\p{L}\\p{M}]";
/** A word cannot start with a combining mark. */
export const wordStart = "(?!\\p{M})";

export const mobileDigits = 10;
export const defaultCountryCode = "+91";

export function isMobileNumber(text: string): boolean {
  return /^\d{10}$/.test(text);
}

/**
 * The digits of a number however it was typed, pasted or filled in: without spaces, dashes, the country code (+91, 0091) or a
 * leading 0. A number that is too long stays too long. One with the code of another country keeps it, with a plus sign, so that
 * it is refused and not taken for a number of this country.
 */
export function nationalNumber(typed: string, dialCode: string): string {
  const all = typed.replace(/\D/g, "");
  const hasDialPrefix = all.startsWith("00") || /^[^\d]*\+/.test(typed);
  const digits = all.replace(/^00/, "").slice(0, 15);
  const code = dialCode.slice(1);
  if (hasDialPrefix && !digits.startsWith(code)) return `+${digits}`;
  const isWhole = hasDialPrefix || digits.length === code.length + mobileDigits;
  const national = isWhole && digits.startsWith(code) ? digits.slice(code.length) : digits;
  return national.length === mobileDigits + 1 && national.startsWith("0") ? national.slice(1) : national;
}

// Control characters, direction marks and invisible letters.
const hidden = /[\p{Cc}\p{Co}\p{Cn}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\u115f\u1160\uffa0\ufeff]/u;

/** True when the text has no hidden characters. */
export function hasNoHiddenCharacters(text: string): boolean {
  return !hidden.test(text);
}
