import { browserTimeZone, dateParts, formatDay, formatTimes } from "../../lib/format.ts";

const day = 86_400_000;

/** Today 5:00 PM, Wed 11:00 AM, or 30 Nov 2026: a call lies ahead as often as behind. */
export function formatCall(iso: string, now = new Date()): string {
  const at = { timeZone: browserTimeZone() };
  if (formatDay(iso, at) === formatDay(now.toISOString(), at)) return `Today ${formatTimes(iso, at)}`;
  const isNear = Math.abs(Date.parse(iso) - now.getTime()) < 6 * day;
  return isNear ? `${dateParts(iso, at).weekday} ${formatTimes(iso, at)}` : formatDay(iso, at);
}

export function isLate(iso: string, now = new Date()): boolean {
  return Date.parse(iso) < now.getTime();
}
