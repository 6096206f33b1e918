import { z } from "zod";

const form = /^([+-]\d{1,4})d (\d{2}):(\d{2})$/;

/** "+2d 18:30": two days from today, half past six in the evening where the institute is. */
export const RelativeDate = z.string().regex(form, 'must be like "+2d 18:30" (days from today, time of day)');

export function resolveDate(relative: string, { now, timeZone }: { now: Date; timeZone: string }): Date {
  const [, days = "0", hour = "0", minute = "0"] = form.exec(relative) ?? [];
  const today = wallClock(now, timeZone);
  const wall = Date.UTC(
    today.getUTCFullYear(),
    today.getUTCMonth(),
    today.getUTCDate() + Number(days),
    Number(hour),
    Number(minute),
  );
  // The zone's offset may differ between the two moments (summer time), so the first guess is corrected once.
  const guess = wall - offsetAt(new Date(wall), timeZone);
  return new Date(wall - offsetAt(new Date(guess), timeZone));
}

/** The time that the clock on the wall shows there, as if it were UTC. */
function wallClock(at: Date, timeZone: string): Date {
  return new Date(at.getTime() + offsetAt(at, timeZone));
}

function offsetAt(at: Date, timeZone: string): number {
  const name = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" })
    .formatToParts(at)
    .find((part) => part.type === "timeZoneName")?.value;
  const [, sign = "+", hours = "0", minutes = "0"] = /GMT([+-])?(\d{2})?:?(\d{2})?/.exec(name ?? "") ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
