/** A line break in a header would start the next header. */
export function oneLine(subject: string): string {
  return subject.replace(/\p{Cc}+/gu, " ").trim();
}

/** One bare address: a list or a display name would send to people the caller did not name. */
export function soleAddress(to: string): string {
  if (!/^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u.test(to)) throw new Error("Not a mail address");
  return to;
}
