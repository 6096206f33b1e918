import { type BatchTime, type BatchType, batchHours } from "./course.ts";
import { momentAt, wallTime } from "./zone.ts";

const minute = 60_000;

/** How long a class takes unless it says otherwise. */
export const classMinutes = 60;
/** A class counts as completed this long after it began: about 35 hours. */
export const completedAfterMs = 125_706_302;
export const opensBeforeMs = 15 * minute;

export type ClassTimes = { startsAt: Date; minutes: number };

export function isCompleted({ startsAt, now }: { startsAt: Date; now: Date }): boolean {
  return now.getTime() - startsAt.getTime() > completedAfterMs;
}

export function endsAt({ startsAt, minutes }: ClassTimes): Date {
  return new Date(startsAt.getTime() + minutes * minute);
}

export function opensAt({ startsAt }: { startsAt: Date }): Date {
  return new Date(startsAt.getTime() - opensBeforeMs);
}

/** Whether the link is handed out: from a quarter of an hour before the class until its end. */
export function doorOf(times: ClassTimes, now: Date): "early" | "open" | "over" {
  if (now < opensAt(times)) return "early";
  return now < endsAt(times) ? "open" : "over";
}

/** What a learner is told of a class, each once. */
export const classNewsKinds = ["evening", "hour", "moved", "cancelled"] as const;
export type ClassNewsKind = (typeof classNewsKinds)[number];

const eveningHour = 18;

/** Six in the evening of the day before, where the institute is. */
export function eveningBefore(startsAt: Date, timeZone: string): Date {
  const day = wallTime(startsAt, timeZone);
  return momentAt({ ...day, day: day.day - 1, hour: eveningHour, minute: 0 }, timeZone);
}

/** What learners should have been told of a class by now; null before that evening and from its beginning on. */
export function dueReminder({ startsAt, now, timeZone }: { startsAt: Date; now: Date; timeZone: string }) {
  if (now >= startsAt) return null;
  if (startsAt.getTime() - now.getTime() <= 60 * minute) return "hour" as const;
  return now >= eveningBefore(startsAt, timeZone) ? ("evening" as const) : null;
}

type Span = { from: Date; to: Date; timeZone: string };

/** The moments between two days at which a batch meets: Monday to Friday, or Saturday and Sunday, at its hour. */
export function classMoments(
  { time, type }: { time: BatchTime; type: BatchType },
  { from, to, timeZone }: Span,
): Date[] {
  const first = wallTime(from, timeZone);
  const { from: hour } = batchHours(time);
  const moments: Date[] = [];
  for (let days = 0; ; days++) {
    const at = momentAt({ ...first, day: first.day + days, hour, minute: 0 }, timeZone);
    if (at >= to) return moments;
    const isWeekEnd = [0, 6].includes(wallTime(at, timeZone).weekday);
    if (at >= from && isWeekEnd === (type === "week-end")) moments.push(at);
  }
}

/** The midnight at which the week of a moment began, where the institute is: weeks begin on Monday. */
export function weekStart(at: Date, timeZone: string): Date {
  const { weekday, ...wall } = wallTime(at, timeZone);
  return momentAt({ ...wall, day: wall.day - ((weekday + 6) % 7), hour: 0, minute: 0 }, timeZone);
}

export type WeekOf<Item> = { startsAt: Date; items: Item[] };

/** In the order in which they come; a week without any is left out. */
export function groupByWeek<Item>(items: Item[], startOf: (item: Item) => Date, timeZone: string): WeekOf<Item>[] {
  const weeks: WeekOf<Item>[] = [];
  for (const item of items) {
    const startsAt = weekStart(startOf(item), timeZone);
    const last = weeks.at(-1);
    if (last?.startsAt.getTime() === startsAt.getTime()) last.items.push(item);
    else weeks.push({ startsAt, items: [item] });
  }
  return weeks;
}
