import { momentAt, readWallTime, wallTime } from "@shoreline/domain/zone";
import { z } from "zod";

const relative = /^([+-]\d{1,4})d ([01]\d|2[0-3]):([0-5]\d)$/;

/** "+2d 18:30" means two days from today, at 6:30 pm in the institute's time zone; "2027-01-15 18:30" is that day. */
export const ContentDate = z
  .string()
  .refine(
    (text) => relative.test(text) || readWallTime(text) !== null,
    'must be a day and a time like "2027-01-15 18:30", or days from today like "+2d 18:30"',
  );

/** "2027-01-15", or "+12d" for twelve days from today. */
export const ContentDay = z
  .string()
  .refine(
    (text) => ContentDate.safeParse(`${text} 00:00`).success,
    'must be a day like "2027-01-15", or days from today like "+12d"',
  );

export function isRelative(text: string): boolean {
  return relative.test(text);
}

export function resolveDate(text: string, { now, timeZone }: { now: Date; timeZone: string }): Date {
  const absolute = readWallTime(text);
  if (absolute) return momentAt(absolute, timeZone);
  const [, days = "0", hour = "0", minute = "0"] = relative.exec(text) ?? [];
  const today = wallTime(now, timeZone);
  return momentAt({ ...today, day: today.day + Number(days), hour: Number(hour), minute: Number(minute) }, timeZone);
}
