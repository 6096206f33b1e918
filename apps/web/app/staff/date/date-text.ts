import { daysLater, mondayOf } from "@shoreline/domain/report";
import { wallTime } from "@shoreline/domain/zone";
import { formatDay } from "../../lib/format.ts";
import { zone } from "../when.ts";

/** 16 Nov 2026. What a link brought and is no day stays as it is. */
export function dayText(date: string): string {
  return isDay(date) ? formatDay(date, { timeZone: "UTC" }) : date;
}

/** 2026-11-16, and a day that there is. */
export function isDay(date: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(date) && readDay(date, date) === date;
}

/** 2026-11-16 at the institute. */
export function todayDate(now = new Date()): string {
  const { year, month, day } = wallTime(now, zone());
  return dateOf(year, month, day) ?? "";
}

/**
 * Reads a day as people here write it, the day first: 17 Nov 2026, 17/11/2026, 17.11.26, 17 Nov; also 2026-11-17.
 * Without a year it is this one. Null if it is no day.
 */
export function readDay(typed: string, today: string): string | null {
  const text = typed.trim().toLowerCase();
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  if (year) return dateOf(Number(year), Number(month), Number(day));
  const dayFirst = /^(\d{1,2})[\s./-]+(\d{1,2}|[a-z]{3,9})\.?(?:[\s,./-]+(\d{4}|\d{2}))?$/.exec(text);
  if (!dayFirst) return null;
  const [, first, middle = "", last = today.slice(0, 4)] = dayFirst;
  return dateOf(Number(last.length === 2 ? `20${last}` : last), monthNumber(middle), Number(first));
}

/** 11, nov and november; 0 if it is none. */
function monthNumber(word: string): number {
  return /^\d/.test(word) ? Number(word) : months.findIndex((name) => name.startsWith(word)) + 1;
}

const monthName = new Intl.DateTimeFormat("en-GB", { month: "long", timeZone: "UTC" });
const months = Array.from({ length: 12 }, (_, at) => monthName.format(new Date(Date.UTC(2026, at))).toLowerCase());

function dateOf(year: number, month: number, day: number): string | null {
  const moment = new Date(Date.UTC(year, month - 1, day));
  const isReal = moment.getUTCFullYear() === year && moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day;
  return isReal ? moment.toISOString().slice(0, 10) : null;
}

/** The same day of another month, or its last day where there are fewer. */
export function monthsLater(date: string, count: number): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const lastDay = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  const moment = new Date(Date.UTC(year, month - 1 + count, Math.min(day, lastDay)));
  return moment.toISOString().slice(0, 10);
}

/** The weeks of the month of a day, Monday first, with the days of its neighbours. */
export function weeksOf(date: string): string[][] {
  const first = mondayOf(`${date.slice(0, 7)}-01`);
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => daysLater(first, 7 * week + day)),
  );
  return weeks.filter((week) => week.some((day) => isSameMonth(day, date)));
}

export function isSameMonth(one: string, other: string): boolean {
  return one.slice(0, 7) === other.slice(0, 7);
}
