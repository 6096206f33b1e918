import { browserTimeZone, dateParts, formatDay, formatTimes } from "../lib/format.ts";

const day = 86_400_000;

/** Today 9:05 AM, Sat 4:12 PM, or 3 Aug 2026. */
export function formatWhen(iso: string, now = new Date()): string {
  const at = { timeZone: browserTimeZone() };
  if (formatDay(iso, at) === formatDay(now.toISOString(), at)) return `Today ${formatTimes(iso, at)}`;
  const age = now.getTime() - Date.parse(iso);
  return age > 0 && age < 6 * day ? `${dateParts(iso, at).weekday} ${formatTimes(iso, at)}` : formatDay(iso, at);
}

const ago = new Intl.RelativeTimeFormat("en-IN");

/** just now, 2 minutes ago, 3 hours ago; on another day as `formatWhen` says it. */
export function formatAgo(iso: string, now = new Date()): string {
  const minutes = Math.round((now.getTime() - Date.parse(iso)) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return ago.format(-minutes, "minute");
  return minutes < 12 * 60 ? ago.format(-Math.round(minutes / 60), "hour") : formatWhen(iso, now);
}

/** Sat 14 Nov 2026, 4:31 PM */
export function formatWhole(iso: string): string {
  const at = { timeZone: browserTimeZone() };
  return `${dateParts(iso, at).weekday} ${formatDay(iso, at)}, ${formatTimes(iso, at)}`;
}

/** 9:05 AM */
export function formatClock(iso: string): string {
  return formatTimes(iso, { timeZone: browserTimeZone() });
}

/** Monday 16 November */
export function formatLongDay(iso: string): string {
  return new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long" }).format(new Date(iso));
}
