/** Text from a file on one line: it can neither move the cursor of a terminal nor turn the direction of what follows. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, "\ufffd");
}
