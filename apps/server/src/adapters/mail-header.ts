/** A line break in a header could start a second header. */
export function oneLine(subject: string): string {
  return subject.replace(/\p{Cc}+/gu, " ").trim();
}

/** Accepts one bare address only: a list or a display name could reach people whom the caller did not name. */
export function soleAddress(to: string): string {
  if (!/^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u.test(to)) throw new Error("Not a mail address");
  return to;
}
