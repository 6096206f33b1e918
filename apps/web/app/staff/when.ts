import { wallTime } from "@shoreline/domain/zone";
import { browserTimeZone, dateParts, formatDay, formatMoment, formatTime, zoneName } from "../lib/format.ts";

/** All times of the console are the institute's. Its zone comes with the person: no page shows a time before that. */
let at = { timeZone: browserTimeZone() };

export function setZone(timeZone: string): void {
  at = { timeZone };
}

export function zone(): string {
  return at.timeZone;
}

/** IST, for a reader in another time zone; empty for all others. */
export function zoneAbroad(iso: string): string {
  return formatMoment(iso, { timeZone: browserTimeZone() }) === formatMoment(iso, at) ? "" : zoneName(iso, at);
}

const day = 86_400_000;

/** Today 9:05 AM, Sat 4:12 PM, or 3 Aug 2026. */
export function formatWhen(iso: string, now = new Date()): string {
  const age = now.getTime() - Date.parse(iso);
  return formatNear(iso, { now, isNear: age > 0 && age < 6 * day });
}

/** As `formatWhen`, inside a sentence: today 9:05 AM. */
export function formatWhenInside(iso: string, now = new Date()): string {
  return formatWhen(iso, now).replace(/^Today/, "today");
}

/** Today 5:00 PM, Wed 11:00 AM, or 30 Nov 2026: a call lies ahead as often as behind. */
export function formatCall(iso: string, now = new Date()): string {
  return formatNear(iso, { now, isNear: Math.abs(Date.parse(iso) - now.getTime()) < 6 * day });
}

function formatNear(iso: string, { now, isNear }: { now: Date; isNear: boolean }): string {
  if (formatDay(iso, at) === formatDay(now.toISOString(), at)) return `Today ${formatTime(iso, at)}`;
  return isNear ? `${dateParts(iso, at).weekday} ${formatTime(iso, at)}` : formatDay(iso, at);
}

const ago = new Intl.RelativeTimeFormat("en-IN");

/** just now, 2 minutes ago, 3 hours ago; on another day as `formatWhen` says it. */
export function formatAgo(iso: string, now = new Date()): string {
  const minutes = Math.round((now.getTime() - Date.parse(iso)) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return ago.format(-minutes, "minute");
  return minutes < 12 * 60 ? ago.format(-Math.round(minutes / 60), "hour") : formatWhen(iso, now);
}

/** now, 12 min, 2 h, 3 d; after four weeks 3 Aug 2026. */
export function formatAge(iso: string, now = new Date()): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(iso)) / 60_000));
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`;
  return minutes < 28 * 24 * 60 ? `${Math.floor(minutes / (24 * 60))} d` : formatDay(iso, at);
}

/** Sat 14 Nov 2026, 4:31 PM, or abroad 4:31 PM IST */
export function formatWhole(iso: string): string {
  const { day, year, time, zone } = wholeParts(iso);
  return `${day} ${year}, ${time} ${zone}`.trimEnd();
}

/** Sat 14 Nov, 2026, 4:31 PM and IST: a narrow page leaves some out. */
export function wholeParts(iso: string) {
  const day = formatDay(iso, at);
  return {
    day: `${dateParts(iso, at).weekday} ${day.slice(0, -5)}`,
    year: day.slice(-4),
    time: formatTime(iso, at),
    zone: zoneAbroad(iso),
    isThisYear: day.slice(-4) === formatDay(new Date().toISOString(), at).slice(-4),
  };
}

/** Sat 14 Nov 2026, 4:31:09 PM */
export function formatExact(iso: string): string {
  return formatWhole(iso).replace(/(:\d\d)(?=\s[AP]M)/, `$1:${iso.slice(17, 19)}`);
}

/** 9:05 AM */
export function formatClock(iso: string): string {
  return formatTime(iso, at);
}

/** Monday 16 November */
export function formatLongDay(iso: string): string {
  const format = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", ...at });
  return format.format(new Date(iso));
}

export function hourOf(iso: string): number {
  return wallTime(new Date(iso), at.timeZone).hour;
}
