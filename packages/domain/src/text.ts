/** Letters, addresses and numbers as people write them: the ground of the rules of every form. */

// Deliberately loose: the mail that follows is the real proof. It only has to catch slips of the finger.
const address = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\.]+(\.[^\s@<>(),;:"[\]\\.]+)+$/;

// Controls and marks of direction hide what an address really is.
const unseen = /[\p{C}\p{Z}]/u;

/** Length limits are those of SMTP (RFC 5321): 64 before the @, 254 in all. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && text.indexOf("@") <= 64 && address.test(text) && !unseen.test(text);
}

/** For patterns. Marks belong to their letters: ஷா is two letters and two marks. */
export const letter = "[\\p{L}\\p{M}]";
/** Where a word begins there is no mark without its letter. */
export const wordStart = "(?!\\p{M})";

export const mobileDigits = 10;

export function isMobileNumber(text: string): boolean {
  return /^\d{10}$/.test(text);
}

/** What was typed or pasted as a number, without the country code or the 0 that some write before it; never cut to fit. */
export function nationalNumber(typed: string, dialCode: string): string {
  const digits = typed.replace(/\D/g, "").slice(0, 15);
  const code = dialCode.replace(/\D/g, "");
  if (digits.length === code.length + mobileDigits && digits.startsWith(code)) return digits.slice(code.length);
  return digits.length === mobileDigits + 1 && digits.startsWith("0") ? digits.slice(1) : digits;
}

// Controls, marks of direction, and letters that cannot be seen.
const hidden = /[\p{Cc}\p{Co}\p{Cn}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\u115f\u1160\uffa0\ufeff]/u;

/** Text that shows what it is. */
export function isVisible(text: string): boolean {
  return !hidden.test(text);
}
