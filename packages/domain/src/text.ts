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
