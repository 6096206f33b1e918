import { browserTimeZone, dateParts, formatDay, formatTimes } from "../lib/format.ts";

const day = 86_400_000;

/** Today 9:05 AM, Sat 4:12 PM, or 3 Aug 2026. */
export function formatWhen(iso: string, now = new Date()): string {
  const at = { timeZone: browserTimeZone() };
  if (formatDay(iso, at) === formatDay(now.toISOString(), at)) return `Today ${formatTimes(iso, at)}`;
  const age = now.getTime() - Date.parse(iso);
  return age > 0 && age < 6 * day ? `${dateParts(iso, at).weekday} ${formatTimes(iso, at)}` : formatDay(iso, at);
}

/** Sat 14 Nov 2026, 4:31 PM */
export function formatWhole(iso: string): string {
  const at = { timeZone: browserTimeZone() };
  return `${dateParts(iso, at).weekday} ${formatDay(iso, at)}, ${formatTimes(iso, at)}`;
}
