/** The weekly pattern of a batch: on which days, at what time, and how many classes in a row. */

import { type BatchType, batchName, classesADay } from "./course.ts";
import { type BatchTime, batchHours } from "./site.ts";

export type WeeklySlot = {
  /** 0 is Sunday. */
  weekday: number;
  /** "09:30", in the institute's time zone. */
  from: string;
  /** Classes of 60 minutes, one after the other. */
  classes: number;
};

export const mostClassesInARow = 4;
export const mostSlots = 14;
const aClass = 60;
const aDay = 24 * 60;
const weekdayNames = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const isWeekend = (weekday: number) => weekday === 0 || weekday === 6;

/** The minutes after midnight of "09:30"; null for what is not a time. */
export function minutesOf(time: string): number | null {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return hour && minute ? Number(hour) * 60 + Number(minute) : null;
}

/** The time so many minutes after midnight: "09:30". */
export function timeOf(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/** Why a batch cannot follow a pattern, or null. */
export function whyNotPattern(pattern: readonly WeeklySlot[]): string | null {
  if (pattern.length === 0) return "Choose at least one day";
  if (pattern.length > mostSlots) return `Use at most ${mostSlots} times a week`;
  for (const { weekday, from, classes } of pattern) {
    const name = weekdayNames[weekday];
    const start = minutesOf(from);
    if (!name) return "Choose a day of the week";
    if (start === null) return `${name}: write the time like 18:30`;
    if (!Number.isInteger(classes) || classes < 1 || classes > mostClassesInARow)
      return `${name}: 1 to ${mostClassesInARow} classes in a row`;
    if (start + classes * aClass > aDay) return `${name}: the last class ends after midnight`;
  }
  const overlap = sortPattern(pattern).find((slot, at, all) => {
    const before = all[at - 1];
    return before?.weekday === slot.weekday && startOf(slot) < startOf(before) + before.classes * aClass;
  });
  return overlap ? `${weekdayNames[overlap.weekday]}: two times overlap` : null;
}

const startOf = ({ from }: WeeklySlot) => minutesOf(from) ?? 0;

/** Monday first, and by the time of the day. */
export function sortPattern(pattern: readonly WeeklySlot[]): WeeklySlot[] {
  const order = (slot: WeeklySlot) => ((slot.weekday + 6) % 7) * aDay + startOf(slot);
  return [...pattern].sort((one, other) => order(one) - order(other));
}

/** When the classes of one day of the week start, in minutes after midnight. */
export function startsOn(pattern: readonly WeeklySlot[], weekday: number): number[] {
  return pattern
    .filter((slot) => slot.weekday === weekday)
    .flatMap((slot) => Array.from({ length: slot.classes }, (_, n) => startOf(slot) + n * aClass))
    .sort((one, other) => one - other);
}

export function hoursAWeek(pattern: readonly WeeklySlot[]): number {
  return pattern.reduce((sum, { classes }) => sum + classes, 0);
}

/** When somebody can teach, in minutes after midnight. */
export type TeachingHours = { weekday: number; from: number; to: number };

/** Whether every class of a pattern is within some of the hours. Without hours any time is good. */
export function fitsHours(pattern: readonly WeeklySlot[], hours: readonly TeachingHours[]): boolean {
  if (hours.length === 0) return true;
  return [0, 1, 2, 3, 4, 5, 6].every((weekday) =>
    startsOn(pattern, weekday).every((start) =>
      hours.some((one) => one.weekday === weekday && one.from <= start && start + aClass <= one.to),
    ),
  );
}

type Kind = { batchTime: BatchTime; batchType: BatchType };

/** How a batch of this kind is taught unless staff plan it otherwise. */
export function patternOf({ batchTime, batchType }: Kind): WeeklySlot[] {
  const from = timeOf(batchHours(batchTime).from * 60);
  const days = batchType === "week-end" ? [6, 0] : [1, 2, 3, 4, 5];
  return days.map((weekday) => ({ weekday, from, classes: classesADay[batchType] }));
}

/** The kind as which a pattern is best sold: by most of its classes, and by the offered hour that is nearest to its first. */
export function kindOf(pattern: readonly WeeklySlot[], batchTimes: readonly BatchTime[]): Kind {
  const weekend = hoursAWeek(pattern.filter(({ weekday }) => isWeekend(weekday)));
  const batchType = weekend * 2 > hoursAWeek(pattern) ? "week-end" : "week-days";
  const distance = (batchTime: BatchTime) => minutesApart(pattern, { batchTime, batchType });
  const [nearest = ""] = [...batchTimes].sort((one, other) => distance(one) - distance(other));
  return { batchTime: nearest, batchType };
}

/** The pattern some days and minutes later; null where a class would then end after midnight. */
export function shiftPattern(
  pattern: readonly WeeklySlot[],
  { days, minutes }: { days: number; minutes: number },
): WeeklySlot[] | null {
  const within = (number: number, size: number) => ((number % size) + size) % size;
  const shifted = pattern.map((slot) => {
    const start = startOf(slot) + minutes;
    const weekday = within(slot.weekday + days + Math.floor(start / aDay), 7);
    return { ...slot, weekday, from: timeOf(within(start, aDay)) };
  });
  return whyNotPattern(shifted) ? null : sortPattern(shifted);
}

/** Whether classes begin in the hour that buyers read, or less than an hour from its beginning. */
export function isSoldTruly(pattern: readonly WeeklySlot[], kind: Kind): boolean {
  return minutesApart(pattern, kind) < aClass;
}

/** Between the hour of a kind and the first class on its days; infinite where there is none on such days. */
function minutesApart(pattern: readonly WeeklySlot[], { batchTime, batchType }: Kind): number {
  const ofType = pattern.filter(({ weekday }) => isWeekend(weekday) === (batchType === "week-end"));
  return Math.abs(batchHours(batchTime).from * 60 - Math.min(...ofType.map(startOf)));
}

/** The same days with twice as many classes a day; null where that does not fit. */
export function doubled(pattern: readonly WeeklySlot[]): WeeklySlot[] | null {
  const twice = pattern.map((slot) => ({ ...slot, classes: slot.classes * 2 }));
  return whyNotPattern(twice) ? null : twice;
}

/** "Mon, Wed 6:30 PM; Sat 9:00 AM, 2 classes" */
export function patternName(pattern: readonly WeeklySlot[]): string {
  const alike = Map.groupBy(sortPattern(pattern), ({ from, classes }) => `${from} ${classes}`);
  return [...alike.values()]
    .map((slots) => {
      const [first] = slots;
      if (!first) return "";
      const days = slots.map(({ weekday }) => weekdayNames[weekday]?.slice(0, 3)).join(", ");
      const several = first.classes > 1 ? `, ${first.classes} classes` : "";
      return `${days} ${clockName(startOf(first))}${several}`;
    })
    .join("; ");
}

/** "6:30 PM"; 1440 is midnight. */
export function clockName(minutes: number): string {
  const hour = Math.floor(minutes / 60);
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, "0")} ${hour % 24 < 12 ? "AM" : "PM"}`;
}

type Taught = Kind & { pattern: readonly WeeklySlot[] | null };

/** The days and hours of a batch, for use in a sentence: "Thu, Sat 8:00 PM"; as its kind says where it is taught so. */
export function teachingTimes({ pattern, batchTime, batchType }: Taught): string {
  return ownDays({ pattern, batchTime, batchType }) ?? batchName({ batchTime, batchType });
}

/** Null where the batch is taught as its kind says. */
export function ownDays({ pattern, batchTime, batchType }: Taught): string | null {
  if (!pattern) return null;
  const name = patternName(pattern);
  return name === patternName(patternOf({ batchTime, batchType })) ? null : name;
}
