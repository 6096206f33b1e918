/** Text from a file on one line of a terminal: it can neither move the cursor nor turn the direction of writing. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, "\ufffd");
}
