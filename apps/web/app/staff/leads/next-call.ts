import { momentAt, readWallTime, wallTime } from "@shoreline/domain/zone";
import { zone } from "../when.ts";

const hour = 3_600_000;
const openingHour = 10;

type QuickCall = { text: string; at: Date };

export function quickCalls(now = new Date()): QuickCall[] {
  const { weekday } = wallTime(now, zone());
  const daysToMonday = (8 - weekday) % 7 || 7;
  return [
    { text: "In 2 hours", at: new Date(now.getTime() + 2 * hour) },
    { text: "Tomorrow 10:00", at: morning(now, 1) },
    { text: "Monday 10:00", at: morning(now, daysToMonday) },
  ];
}

function morning(now: Date, daysAhead: number): Date {
  const { year, month, day } = wallTime(now, zone());
  return momentAt({ year, month, day: day + daysAhead, hour: openingHour, minute: 0 }, zone());
}

/** 2026-11-16T10:00 in the institute's zone, as `<input type="datetime-local">` wants it. */
export function toFieldValue(at: Date): string {
  const { year, month, day, hour, minute } = wallTime(at, zone());
  const digits = (number: number, length = 2) => String(number).padStart(length, "0");
  return `${digits(year, 4)}-${digits(month)}-${digits(day)}T${digits(hour)}:${digits(minute)}`;
}

/** Null for an empty field. */
export function fromFieldValue(value: string): string | null {
  const wall = readWallTime(value);
  return wall && momentAt(wall, zone()).toISOString();
}
