import { wallTime } from "@shoreline/domain/zone";

const hours = { from: 9, until: 19 };

/** Nobody is reminded of money at night. A run that was missed in the morning is made up for during the day. */
export function isDaytime(now: Date, timeZone: string): boolean {
  const { hour } = wallTime(now, timeZone);
  return hour >= hours.from && hour < hours.until;
}
