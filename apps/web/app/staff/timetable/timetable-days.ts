import type { TimetableClass } from "@shoreline/contract";
import { daysLater, mondayOf } from "@shoreline/domain/report";
import { momentAt, wallTime } from "@shoreline/domain/zone";
import { isDay, monthsLater, todayDate } from "../date/date-text.ts";
import { zone } from "../when.ts";

type View = "week" | "month";

/** What the address shows: the days from a Monday on. */
export function readPeriod(search: URLSearchParams) {
  const given = search.get("day") ?? "";
  const day = isDay(given) ? given : todayDate();
  const view: View = search.get("view") === "month" ? "month" : "week";
  if (view === "week") return { view, day, from: mondayOf(day), days: 7 };
  const first = `${day.slice(0, 7)}-01`;
  const from = mondayOf(first);
  const last = daysLater(monthsLater(first, 1), -1);
  const days = 7 * (Math.floor((Date.parse(last) - Date.parse(from)) / (7 * 86_400_000)) + 1);
  return { view, day, from, days };
}
export type Period = ReturnType<typeof readPeriod>;

export function step({ view, day }: Period, count: number): string {
  return view === "week" ? daysLater(day, 7 * count) : monthsLater(`${day.slice(0, 7)}-01`, count);
}

export const daysOf = ({ from, days }: Pick<Period, "from" | "days">) =>
  Array.from({ length: days }, (_, at) => daysLater(from, at));

const shortFormat = new Intl.DateTimeFormat("en-GB", { weekday: "short", timeZone: "UTC" });
const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });
const longFormat = new Intl.DateTimeFormat("en-GB", {
  ...{ weekday: "long", day: "numeric", month: "long", timeZone: "UTC" },
});

export const weekdayName = (day: string) => shortFormat.format(new Date(day));
export const dateNumber = (day: string) => String(Number(day.slice(8)));
/** Thursday 19 November */
export const longDay = (day: string) => longFormat.format(new Date(day)).replace(",", "");

/** 16 to 22 November 2026, or November 2026; in short 16 to 22 Nov */
export function periodText({ view, from, day }: Period, { isShort = false } = {}): string {
  if (view === "month") return monthFormat.format(new Date(day));
  const until = daysLater(from, 6);
  const [first, last] = [monthFormat.format(new Date(from)), monthFormat.format(new Date(until))];
  const monthOf = (month: string) => (month.split(" ")[0] ?? "").slice(0, isShort ? 3 : undefined);
  const begin = first === last ? dateNumber(from) : `${dateNumber(from)} ${monthOf(first)}`;
  return `${begin} to ${dateNumber(until)} ${isShort ? monthOf(last) : last}`;
}

/** Where a moment lies at the institute. */
export function placeOf(iso: string): { day: string; minutes: number } {
  const { year, month, day, hour, minute } = wallTime(new Date(iso), zone());
  const date = new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
  return { day: date, minutes: hour * 60 + minute };
}

export function momentOf({ day, minutes }: { day: string; minutes: number }): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return momentAt({ year, month, day: date, hour: 0, minute: minutes }, zone()).toISOString();
}

/** 9, 2 or 9:30: the afternoon is plain from the place in the day. */
export function shortTime(minutes: number): string {
  const hour = Math.floor(minutes / 60) % 12 || 12;
  return minutes % 60 === 0 ? String(hour) : `${hour}:${String(minutes % 60).padStart(2, "0")}`;
}

/** 09:30, as fields for a time write it. */
export function clockText(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

export function readClock(text: string): number | null {
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(text) ?? [];
  return hour && minute ? Number(hour) * 60 + Number(minute) : null;
}

/** From the first hour with a class to the last, and at least the usual day. */
export function hoursOf(classes: Pick<TimetableClass, "startsAt">[]): number[] {
  const used = classes.map(({ startsAt }) => Math.floor(placeOf(startsAt).minutes / 60));
  const [first, last] = [Math.min(9, ...used), Math.max(16, ...used)];
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
