// Deliberately loose: the mail that follows is the real proof. It only has to catch slips of the finger.
const address = /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\.]+(\.[^\s@<>(),;:"[\]\\.]+)+$/;

/** Length limits are those of SMTP (RFC 5321): 64 before the @, 254 in all. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && text.indexOf("@") <= 64 && address.test(text);
}
