/** How a batch covers its syllabus: one class for each hour of the course, topics in order, then it ends. And who gets a place. */

import { type BatchType, classesADay } from "./course.ts";
import type { BatchTime } from "./site.ts";
import { patternOf, startsOn, type WeeklySlot } from "./weekly.ts";
import { momentAt, wallTime } from "./zone.ts";

/** A day of the calendar: "2026-11-20". */
export type Day = string;

export type BatchPlan = {
  hours: number;
  topics: string[];
  /** The first class is on this day, or on the next one that suits the batch type. */
  from: Day;
  time: BatchTime;
  type: BatchType;
  timeZone: string;
  isSkipped?: (day: Day) => boolean;
};

export type PlannedClass = { number: number; startsAt: Date; topic: string };

// Twenty years: a plan that skips every day ends too.
const maxDays = 7305;

type Dated = Pick<WeeklyPlan, "hours" | "from" | "pattern" | "isSkipped">;

/** The days with classes, with their starts in minutes after midnight, until all hours are held. */
export function planDays({ hours, from, pattern, isSkipped }: Dated) {
  const starts = [0, 1, 2, 3, 4, 5, 6].map((weekday) => startsOn(pattern, weekday));
  const days: { day: Day; starts: number[] }[] = [];
  const skippedDays: Day[] = [];
  let left = hours;
  for (let later = 0; later < maxDays && left > 0; later++) {
    const day = addDays(from, later);
    const ofDay = starts[weekdayOf(day)] ?? [];
    if (ofDay.length === 0) continue;
    if (isSkipped?.(day)) {
      skippedDays.push(day);
      continue;
    }
    days.push({ day, starts: ofDay.slice(0, left) });
    left -= ofDay.length;
  }
  return { days, skippedDays };
}

type Planned = { classes: PlannedClass[]; skippedDays: Day[] };

/** The classes of a batch of a kind: as many as hours, and fewer only when nearly every day is skipped. */
export function planClasses({ time, type, ...plan }: BatchPlan): Planned {
  return planWeekly({ ...plan, pattern: patternOf({ batchTime: time, batchType: type }) });
}

export type WeeklyPlan = Omit<BatchPlan, "time" | "type"> & { pattern: readonly WeeklySlot[] };

/** The classes of a batch that follows a weekly pattern. */
export function planWeekly({ topics, timeZone, ...plan }: WeeklyPlan): Planned {
  const shown = spreadTopics(topics, plan.hours);
  const { days, skippedDays } = planDays(plan);
  const moments = days.flatMap(({ day, starts }) =>
    starts.map((minute) => momentAt({ ...readDay(day), hour: 0, minute }, timeZone)),
  );
  const classes = moments.map((startsAt, at) => ({ number: at + 1, startsAt, topic: shown[at] ?? "" }));
  return { classes, skippedDays };
}

/**
 * The topic of each class. With fewer topics than classes a topic takes several classes: "Joins (2 of 3)". With more a class
 * takes several topics: "Inner joins; Self joins".
 */
export function spreadTopics(topics: string[], classes: number): string[] {
  const topicAt = (at: number) => firstTopicOf(at, { topics: topics.length, classes });
  const classOf = (topic: number) => Math.ceil((topic * classes) / topics.length);
  return Array.from({ length: classes }, (_, at) => {
    const topic = topicAt(at);
    const several = topics.slice(topic, topicAt(at + 1));
    if (several.length > 1) return several.join("; ");
    const parts = classOf(topic + 1) - classOf(topic);
    return parts > 1 ? `${topics[topic]} (${at - classOf(topic) + 1} of ${parts})` : (topics[topic] ?? "");
  });
}

/** Which topic a class begins with; both count from 0. */
export function firstTopicOf(at: number, { topics, classes }: { topics: number; classes: number }): number {
  return Math.floor((at * topics) / classes);
}

export function isDayOf(type: BatchType, day: Day): boolean {
  return [0, 6].includes(weekdayOf(day)) === (type === "week-end");
}

/** The latest Monday or Saturday up to this day: batches start with a week, or with a weekend. */
export function firstDayOf(type: BatchType, day: Day): Day {
  const first = type === "week-end" ? 6 : 1;
  return addDays(day, -((weekdayOf(day) - first + 7) % 7));
}

/** How many weeks a batch takes. */
export function weeksOf({ hours, type }: { hours: number; type: BatchType }): number {
  const daysAWeek = type === "week-end" ? 2 : 5;
  return Math.ceil(hours / (daysAWeek * classesADay[type]));
}

/** False for a day that does not exist, such as 2027-02-30. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && addDays(text, 0) === text;
}

export function dayAt(at: Date, timeZone: string): Day {
  const { year, month, day } = wallTime(at, timeZone);
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}

export function addDays(day: Day, days: number): Day {
  const { year, month, day: date } = readDay(day);
  return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10);
}

function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

function readDay(text: Day) {
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  return { year, month, day };
}

/** Null seats mean no limit. `closesAt` is when the last day to join is over, where staff have set one. */
export type PossibleBatch = {
  startsAt: Date;
  endsAt: Date;
  seats: number | null;
  taken: number;
  closesAt?: Date | null;
};

/** The share of a batch that may be over when a learner starts. */
export const openShare = 1 / 4;

type Span = Pick<PossibleBatch, "startsAt" | "endsAt" | "closesAt">;

/** Learners may start until the last day to join; without one, while they miss at most a quarter of the classes. */
export function takesLearners({ startsAt, endsAt, closesAt }: Span, now: Date): boolean {
  if (closesAt) return now < closesAt && now < endsAt;
  return now.getTime() - startsAt.getTime() <= openShare * (endsAt.getTime() - startsAt.getTime());
}

/**
 * The next batch to start after the purchase, or else the one that started last and still takes learners, as long as it has a seat;
 * null without one.
 */
export function chooseBatch<Batch extends PossibleBatch>(batches: Batch[], purchasedAt: Date): Batch | null {
  const wait = ({ startsAt }: Batch) => startsAt.getTime() - purchasedAt.getTime();
  const free = batches.filter(
    (batch) => takesLearners(batch, purchasedAt) && (batch.seats === null || batch.taken < batch.seats),
  );
  const [chosen] = free.sort(
    (one, other) => Number(wait(one) <= 0) - Number(wait(other) <= 0) || Math.abs(wait(one)) - Math.abs(wait(other)),
  );
  return chosen ?? null;
}
