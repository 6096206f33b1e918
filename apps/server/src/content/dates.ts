import { momentAt, wallTime } from "@shoreline/domain/zone";
import { z } from "zod";

const form = /^([+-]\d{1,4})d (\d{2}):(\d{2})$/;

/** "+2d 18:30" means two days from today, at 6:30 pm in the institute's time zone. */
export const RelativeDate = z.string().regex(form, 'must be like "+2d 18:30" (days from today, time of day)');

export function resolveDate(relative: string, { now, timeZone }: { now: Date; timeZone: string }): Date {
  const [, days = "0", hour = "0", minute = "0"] = form.exec(relative) ?? [];
  const today = wallTime(now, timeZone);
  return momentAt({ ...today, day: today.day + Number(days), hour: Number(hour), minute: Number(minute) }, timeZone);
}
