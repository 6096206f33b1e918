/** Converts between moments and the local time of a time zone such as "Asia/Kolkata". */

export type WallTime = { year: number; month: number; day: number; hour: number; minute: number };

/** The local time of a moment. Months count from 1; weekday 0 is Sunday. */
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

/**
 * The moment of a local time. A day past the end of the month falls in the next month. A time that clocks leave out when they go
 * forward is the moment after the change, or as much later as the time is.
 */
export function momentAt({ year, month, day, hour, minute }: WallTime, timeZone: string): Date {
  const wall = Date.UTC(year, month - 1, day, hour, minute);
  // Daylight saving time may change the offset between the two moments, so the first guess is corrected once.
  const guess = wall - offsetAt(new Date(wall), timeZone);
  const corrected = wall - offsetAt(new Date(guess), timeZone);
  if (corrected === guess) return new Date(guess);
  const isLeftOut = corrected !== wall - offsetAt(new Date(corrected), timeZone);
  return new Date(isLeftOut ? Math.max(guess, corrected) : corrected);
}

/** Reads "2027-01-15 18:30"; null if there is no such day or time, as on 31 February or at 25:00. */
export function readWallTime(text: string): WallTime | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)$/.exec(text)?.slice(1).map(Number) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts;
  const moment = new Date(Date.UTC(year, month - 1, day, hour, minute));
  const isReal = moment.toISOString().slice(0, 16) === text.replace(" ", "T");
  return isReal ? { year, month, day, hour, minute } : null;
}

/** The day in which a moment lies: from its midnight until before the next. */
export function dayOf(at: Date, timeZone: string): { begins: Date; ends: Date } {
  const midnight = { ...wallTime(at, timeZone), hour: 0, minute: 0 };
  return { begins: momentAt(midnight, timeZone), ends: momentAt({ ...midnight, day: midnight.day + 1 }, timeZone) };
}

/** When a day such as 2026-11-16 begins, or the day that comes so many days after it. */
export function beginOf(date: string, { timeZone, later = 0 }: { timeZone: string; later?: number }): Date {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return momentAt({ year, month, day: day + later, hour: 0, minute: 0 }, timeZone);
}

const dayMs = 86_400_000;

/**
 * For many moments: returns a function that moves a moment so that its UTC fields show the local time. It asks for the offset at
 * both ends of a day, and only for every moment on the few days on which it changes.
 */
export function wallClock(timeZone: string): (at: Date) => Date {
  const offsets = new Map<number, number | null>();
  const offsetOfDay = (day: number) => {
    const [begin, end] = [offsetAt(new Date(day * dayMs), timeZone), offsetAt(new Date((day + 1) * dayMs), timeZone)];
    return begin === end ? begin : null;
  };
  return (at) => {
    const day = Math.floor(at.getTime() / dayMs);
    const known = offsets.get(day);
    const offset = known === undefined ? offsetOfDay(day) : known;
    offsets.set(day, offset);
    return new Date(at.getTime() + (offset ?? offsetAt(at, timeZone)));
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

function offsetAt(at: Date, timeZone: string): number {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  formats.set(timeZone, format);
  // Twice as fast as asking for the parts, and a plan has thousands of moments.
  const [, sign = "+", hours = "0", minutes = "0"] = /GMT([+-])?(\d{2})?:?(\d{2})?/.exec(format.format(at)) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
