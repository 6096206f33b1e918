import type { NoticeChannel } from "./account.ts";
import { momentAt, wallTime } from "./zone.ts";

const minute = 60_000;

/** The default length of a class. */
export const classMinutes = 60;
/** A class counts as completed this long after its start: about 35 hours. */
export const completedAfterMs = 125_706_302;
const joinOpensBeforeMs = 15 * minute;

export type ClassTimes = { startsAt: Date; minutes: number };

export function isCompleted({ startsAt, now }: { startsAt: Date; now: Date }): boolean {
  return now.getTime() - startsAt.getTime() > completedAfterMs;
}

export function endsAt({ startsAt, minutes }: ClassTimes): Date {
  return new Date(startsAt.getTime() + minutes * minute);
}

export function opensAt({ startsAt }: { startsAt: Date }): Date {
  return new Date(startsAt.getTime() - joinOpensBeforeMs);
}

/** The join window: learners get the link from 15 minutes before the class until its end. */
export function joinWindowState(times: ClassTimes, now: Date): "early" | "open" | "over" {
  if (now < opensAt(times)) return "early";
  return now < endsAt(times) ? "open" : "over";
}

/** The notices about a class; a learner gets each of them once. */
export const classNoticeKinds = ["evening", "hour", "moved", "cancelled"] as const;
export type ClassNoticeKind = (typeof classNoticeKinds)[number];

/** Who may already be on the way to a class hears of its cancellation by SMS, whatever they chose. */
const lateCancellationMs = 3 * 60 * minute;

type NoticeCase = {
  kind: ClassNoticeKind;
  startsAt: Date;
  now: Date;
  chosen: NoticeChannel;
  offered: readonly NoticeChannel[];
};

/** How a notice goes out. Changes always go by mail too, so that nothing important depends on a phone. */
export function noticeRoutes({ kind, startsAt, now, chosen, offered }: NoticeCase): NoticeChannel[] {
  const channel = offered.includes(chosen) ? chosen : "mail";
  if (kind === "evening" || kind === "hour") return [channel];
  const isLate = kind === "cancelled" && startsAt.getTime() - now.getTime() < lateCancellationMs;
  const alsoBySms: NoticeChannel[] = isLate && offered.includes("sms") ? ["sms"] : [];
  return [...new Set<NoticeChannel>(["mail", channel, ...alsoBySms])];
}

const eveningHour = 18;

/** 6 PM on the day before the class, in the institute's time zone. */
export function eveningBefore(startsAt: Date, timeZone: string): Date {
  const day = wallTime(startsAt, timeZone);
  return momentAt({ ...day, day: day.day - 1, hour: eveningHour, minute: 0 }, timeZone);
}

/** The latest reminder that is due; null until the evening before the class, and once the class has started. */
export function dueReminder({ startsAt, now, timeZone }: { startsAt: Date; now: Date; timeZone: string }) {
  if (now >= startsAt) return null;
  if (startsAt.getTime() - now.getTime() <= 60 * minute) return "hour" as const;
  return now >= eveningBefore(startsAt, timeZone) ? ("evening" as const) : null;
}

export function isSameDay(one: Date, other: Date, timeZone: string): boolean {
  const [first, second] = [wallTime(one, timeZone), wallTime(other, timeZone)];
  return first.day === second.day && first.month === second.month && first.year === second.year;
}

/** Midnight at the start of the week (Monday), in the institute's time zone. */
export function weekStart(at: Date, timeZone: string): Date {
  const { weekday, ...wall } = wallTime(at, timeZone);
  return momentAt({ ...wall, day: wall.day - ((weekday + 6) % 7), hour: 0, minute: 0 }, timeZone);
}

export type WeekOf<Item> = { startsAt: Date; items: Item[] };

/** Expects items in time order. Weeks without items are left out. */
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
