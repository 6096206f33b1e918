/** Moments and the clock on the wall of a place: "Asia/Kolkata". */

export type WallTime = { year: number; month: number; day: number; hour: number; minute: number };

/** What the clock on the wall shows there; months count from 1, and 0 is Sunday. */
export function wallTime(at: Date, timeZone: string): WallTime & { weekday: number } {
  const wall = new Date(at.getTime() + offsetAt(at, timeZone));
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    weekday: wall.getUTCDay(),
  };
}

/** The moment at which the clock on the wall shows this; a day beyond the month is a day of the next one. */
export function momentAt({ year, month, day, hour, minute }: WallTime, timeZone: string): Date {
  const wall = Date.UTC(year, month - 1, day, hour, minute);
  // The zone's offset may differ between the two moments (summer time), so the first guess is corrected once.
  const guess = wall - offsetAt(new Date(wall), timeZone);
  return new Date(wall - offsetAt(new Date(guess), timeZone));
}

const formats = new Map<string, Intl.DateTimeFormat>();

function offsetAt(at: Date, timeZone: string): number {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  formats.set(timeZone, format);
  const name = format.formatToParts(at).find((part) => part.type === "timeZoneName")?.value;
  const [, sign = "+", hours = "0", minutes = "0"] = /GMT([+-])?(\d{2})?:?(\d{2})?/.exec(name ?? "") ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
